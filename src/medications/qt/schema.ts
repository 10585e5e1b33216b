import { z } from 'zod';
import {
  evidence,
  gate,
  ruleId,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const points = z.strictObject({
  id: ruleId,
  /** As used in a reason: `a loop diuretic`. */
  title: words,
  when: gate,
  points: z.int().min(1),
});

const rule = z.strictObject({
  id: ruleId,
  /** The drugs that it covers, by their weight in the class of QT drugs. */
  of: selectors,
  not: selectors.optional(),
  /** Required number of them. */
  at_least: z.int().min(1),
  when: gate.optional(),
  /** Required points of the score, counted from known values. */
  points: z.int().min(1).optional(),
  severity,
  effect: words,
  management: words,
  evidence,
  sources: sourceIds,
});
export type QtRule = z.infer<typeof rule>;

export const qtTable = z.strictObject({
  mechanism: words,
  /** The finding on the sum covers these drugs. */
  drugs: selectors,
  /** Topics and rules of interactions that report the same of pairs. */
  replaces: z.array(ruleId).min(1),
  score: z.strictObject({
    name: words,
    /** Points for one of these drugs, and for two or more. */
    of: selectors,
    one: z.int(),
    more: z.int(),
    items: z.array(points).min(1),
  }),
  rules: z.array(rule).min(1),
});
export type QtTable = z.infer<typeof qtTable>;
