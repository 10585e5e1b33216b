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
  /** The circumstance in which it applies; if unknown, it is reported with severity `otherwise`. */
  when: gate.optional(),
  otherwise,
  evidence,
  /** `label` is replaced by the label of each drug found. */
  sources: sourceIds,
});
export type ConditionRule = z.infer<typeof conditionRule>;

const condition = z.strictObject({
  id: ruleId,
  name: words,
  synonyms: z.array(words),
  /** Prefixes of ICD-10 or ICD-10-CM codes. */
  icd10: z.array(z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/)),
  /** The codes cover more than the condition: a code alone is not sufficient. */
  code_is_broader: z.literal(true).optional(),
  implies: z.array(ruleId).min(1).optional(),
  /** Flags of `patient-record/chart`. */
  flags: z.array(z.string()).min(1).optional(),
  /** Measurements that establish it although it was not named. */
  numbers: gate.optional(),
  /**
   * `lasting`: a history counts as the condition. `passing`: a history states nothing about today.
   */
  course: z.enum(['lasting', 'passing']).optional(),
  /** What its history means: past bleeding is an ulcer that may bleed again. */
  history: ruleId.optional(),
  /** Of the conditions of one family only the most severe finding on a drug is reported. */
  family: ruleId.optional(),
  /** The topic of its alerts where checks of numbers report the same: `kidney`. */
  topic: ruleId.optional(),
  /** Where its numbers are known, the check of laboratory values reports instead. */
  measured: z.literal(true).optional(),
  rules: z.array(conditionRule),
});
export const conditionsTable = z.array(condition);
export type Condition = z.infer<typeof condition>;
