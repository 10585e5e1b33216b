import { z } from 'zod';
import {
  evidence,
  gate,
  otherwise,
  routesOfRule,
  ruleId,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const conditionRule = z.strictObject({
  id: ruleId,
  drugs: selectors,
  not: selectors.optional(),
  routes: routesOfRule,
  severity,
  why: words,
  instead: words,
  /** It holds only then; where that is not known it is told as `otherwise`. */
  when: gate.optional(),
  otherwise,
  evidence,
  /** `label` stands for the label of each drug that it finds. */
  sources: sourceIds,
});
export type ConditionRule = z.infer<typeof conditionRule>;

const condition = z.strictObject({
  id: ruleId,
  name: words,
  synonyms: z.array(words),
  /** Beginnings of codes of ICD-10 or ICD-10-CM. */
  icd10: z.array(z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/)),
  /** The codes cover more than the condition: a code alone says nothing. */
  code_is_broader: z.literal(true).optional(),
  implies: z.array(ruleId).min(1).optional(),
  /** Flags of `chart/`. */
  flags: z.array(z.string()).min(1).optional(),
  /** Measurements by which it is there though nobody named it. */
  numbers: gate.optional(),
  /** `lasting`: a history of it counts like the thing. `passing`: a history says nothing of today. */
  course: z.enum(['lasting', 'passing']).optional(),
  /** What a history of it is: bleeding in the past is an ulcer that may bleed again. */
  history: ruleId.optional(),
  /** Of the conditions of one family the heaviest word on a drug is said and the others are not. */
  family: ruleId.optional(),
  /** What its alerts are about, where checks of numbers tell of the same: `kidney`. */
  topic: ruleId.optional(),
  /** Where its numbers are known the checks of laboratory values tell of it, and it is silent. */
  measured: z.literal(true).optional(),
  rules: z.array(conditionRule),
});
export const conditionsTable = z.array(condition);
export type Condition = z.infer<typeof condition>;
