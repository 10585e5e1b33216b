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
  /** The circumstance in which it applies; if unknown, it is reported with severity `otherwise`. */
  when: gate.optional(),
  otherwise,
  raise: raise.optional(),
};

const pairRule = z.strictObject({
  id: ruleId,
  a: selectors,
  b: selectors,
  /** Members of `a` or `b` that are excluded. */
  not_a: selectors.optional(),
  not_b: selectors.optional(),
  /** Included pairs that are excluded. */
  not: z
    .array(z.tuple([selector, selector]))
    .min(1)
    .optional(),
  routes_a: routesOfRule,
  routes_b: routesOfRule,
  ...text,
  ...circumstances,
  /** With this rule, the general rules of enzymes and transporters are skipped for the pair. */
  settles: z.literal('metabolism').optional(),
  /** Of the rules of one group that match a pair only the most severe is reported. */
  group: ruleId.optional(),
});
export const pairRulesTable = z.array(pairRule);
export type PairRule = z.infer<typeof pairRule>;

const countRule = z.strictObject({
  id: ruleId,
  /** All of these, each by the given number of different ingredients. */
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
  /** The maximum severity for the pair; null: no alert. */
  highest: z.enum(['moderate', 'minor']).nullable(),
  why: words,
  sources: sourceIds,
});
/** Pairs that general rules would rate too severely. */
export const compatibleTable = z.array(compatible);
export type Compatible = z.infer<typeof compatible>;

/** The statement of a rule on two drugs taken together. */
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
  /**
   * The drug that changes the others: verdicts with one rule and one perpetrator form one alert.
   */
  readonly perpetrator?: string;
}
