import { z } from 'zod';
import {
  evidence,
  gate,
  otherwise,
  raise,
  routesOfRule,
  ruleId,
  selector,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const text = {
  severity,
  title: words.optional(),
  mechanism: words,
  effect: words,
  management: words,
  evidence,
  sources: sourceIds,
};

const circumstances = {
  /** It holds only then; where that is not known it is told as `otherwise`. */
  when: gate.optional(),
  otherwise,
  raise: raise.optional(),
};

const pairRule = z.strictObject({
  id: ruleId,
  a: selectors,
  b: selectors,
  /** Members that `a` or `b` would take in and must not. */
  not_a: selectors.optional(),
  not_b: selectors.optional(),
  /** Pairs that it would take in and must not. */
  not: z
    .array(z.tuple([selector, selector]))
    .min(1)
    .optional(),
  routes_a: routesOfRule,
  routes_b: routesOfRule,
  ...text,
  ...circumstances,
  /** With this rule the general rules of enzymes and transporters say no more on the pair. */
  settles: z.literal('metabolism').optional(),
  /** Of the rules of one group that a pair meets the heaviest is told and the others are not. */
  group: ruleId.optional(),
});
export const pairRulesTable = z.array(pairRule);
export type PairRule = z.infer<typeof pairRule>;

const countRule = z.strictObject({
  id: ruleId,
  /** All of these, each by so many different ingredients. */
  count: z.array(z.strictObject({ of: selectors, at_least: z.int().min(1) })).min(1),
  ...text,
  ...circumstances,
  group: ruleId.optional(),
});
export const countRulesTable = z.array(countRule);
export type CountRule = z.infer<typeof countRule>;

const compatible = z.strictObject({
  id: ruleId,
  a: selectors,
  b: selectors,
  not: z
    .array(z.tuple([selector, selector]))
    .min(1)
    .optional(),
  /** The most that may be said of the pair; null: nothing. */
  highest: z.enum(['moderate', 'minor']).nullable(),
  why: words,
  sources: sourceIds,
});
/** Pairs that general rules would call too loudly. */
export const compatibleTable = z.array(compatible);
export type Compatible = z.infer<typeof compatible>;

/** What some rule says of two drugs that are taken together. */
export interface PairVerdict {
  readonly ruleId: string;
  readonly severity: PairRule['severity'];
  readonly title?: string;
  readonly mechanism: string;
  readonly effect: string;
  readonly management: string;
  readonly evidence: PairRule['evidence'];
  readonly sources: readonly string[];
  readonly group?: string;
  /** The drug that changes the others: verdicts of one rule and one perpetrator are one alert. */
  readonly perpetrator?: string;
}
