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
  /** Only these; a line that does not say is left out. */
  release: z.array(release).min(1).optional(),
  /** Years; `from` is included, `below` is not. */
  age: z.strictObject({ from: z.number().optional(), below: z.number().optional() }),
  /** It is about starting: only lines that are to be added. */
  starting: z.literal(true).optional(),
  severity,
  why: words,
  instead: words,
  when: gate.optional(),
  otherwise,
  evidence,
  /** `label` stands for the label of each drug that it finds. */
  sources: sourceIds,
});
export const ageTable = z.array(ageRule);
export type AgeRule = z.infer<typeof ageRule>;
