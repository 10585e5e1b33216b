import { z } from 'zod';
import { text } from '../../../model-packages/schema.js';
import {
  calibration,
  coding,
  finite,
  identifier,
  packageFacts,
  priority,
  probability,
} from '../package/schema.js';

/** A name of the patient's chart, such as `heart_rate`. */
const variable = identifier;

const outcome = z.strictObject({
  id: identifier,
  name: text,
  horizon: text,
  /** The population that the probability is valid for, in words; `abstain.population` is checked. */
  population: text,
  /** How often the outcome came in the patients that the model was learned from. */
  base_rate: probability.optional(),
  code: coding.optional(),
});

const input = z.strictObject({
  variable,
  /** UCUM; choices and flags have none. */
  unit: text.optional(),
  /** The range that was learned from. */
  low: finite.optional(),
  high: finite.optional(),
  required: z.boolean().optional(),
});

const feature = z.strictObject({
  name: text,
  variable,
  /** Over the series of the variable; `value` is the latest, whenever it was. */
  statistic: z.enum(['last', 'first', 'min', 'max', 'mean', 'slope', 'count', 'value']),
  /** The number that each option of a choice is coded as. */
  codes: z.record(text, finite).optional(),
});

const term = z.strictObject({
  name: text,
  /** Indices into `features`: one, or two for a pair that counts together. */
  features: z.array(z.int().min(0)).min(1).max(2),
});

const reference = z.strictObject({
  title: text,
  year: z.int().min(1900).max(2200),
  doi: text.optional(),
  url: text.optional(),
});

const level = z.number().gt(0).lt(1);

const interval = z.discriminatedUnion('method', [
  /** Quantiles of the calibrated answers of the output `members`. */
  z.strictObject({ method: z.literal('members'), level, description: text }),
  /** A step function of the uncalibrated logit: entry i from `logits[i]` on. */
  z.strictObject({
    method: z.literal('table'),
    level: level.optional(),
    description: text,
    logits: z.array(finite).min(1).max(10_000),
    low: z.array(probability),
    high: z.array(probability),
  }),
]);

const abstain = z.strictObject({
  /** Variables that must have a value. */
  least_inputs: z.int().min(1),
  /** Of every group one must have a value. */
  required_any: z.array(z.array(variable).min(1)).default([]),
  /** How a value outside `low` to `high` is treated; one that is left out counts as missing. */
  out_of_range: z.enum(['refuse', 'warn', 'leave_out']),
  /** Bounds of the population: outside them there is never a probability. */
  population: z
    .array(
      z.strictObject({
        variable,
        low: finite.optional(),
        high: finite.optional(),
        reason: text,
      }),
    )
    .default([]),
});

/**
 * An additive model over a table of values: its log-odds are `intercept` plus one contribution a
 * term. The tensors have fixed names: `features` [N, features] in; `contributions` [N, terms],
 * `logits` [N, 1] and, for intervals by members, `members` [N, K] out.
 */
export const tabularClassifier = z.strictObject({
  ...packageFacts,
  kind: z.literal('tabular-classifier'),
  priority,
  outcome,
  inputs: z.array(input).min(1).max(500),
  features: z.array(feature).min(1).max(2_000),
  terms: z.array(term).min(1).max(4_000),
  intercept: finite,
  calibration,
  interval,
  abstain,
  /** Only values within this many hours are used … */
  window_hours: z.number().positive().optional(),
  /** … before the newest, or after the oldest. */
  window: z.enum(['last', 'first']).default('last'),
  /** The meaning of an effect of zero, in words. */
  effects_reference: text.optional(),
  /** A sentence that accompanies every probability. */
  caveat: text.optional(),
  /** Papers of the data and the method, the one to be cited first. */
  references: z.array(reference).min(1).max(20).optional(),
});
