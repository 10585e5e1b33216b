import { z } from 'zod';
import {
  evidence,
  gate,
  otherwise,
  release,
  routesOfRule,
  ruleId,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const ageRule = z.strictObject({
  id: ruleId,
  drugs: selectors,
  not: selectors.optional(),
  routes: routesOfRule,
  /** Applies only to these; a line without this information is left out. */
  release: z.array(release).min(1).optional(),
  /** Years; `from` is included, `below` is not. */
  age: z.strictObject({ from: z.number().optional(), below: z.number().optional() }),
  /** The rule is about starting: it applies only to lines that are to be added. */
  starting: z.literal(true).optional(),
  severity,
  why: words,
  instead: words,
  when: gate.optional(),
  otherwise,
  evidence,
  /** `label` is replaced by the label of each drug found. */
  sources: sourceIds,
});
export const ageTable = z.array(ageRule);
export type AgeRule = z.infer<typeof ageRule>;
