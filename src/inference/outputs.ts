import type { Tensor } from './backends/backend.js';
import { calibrate, logitOf } from './calibrate.js';
import type { OutputForm } from './schema.js';

export type Outputs = Readonly<Record<string, Tensor>>;

/** @throws TypeError when the model returned no float32 tensor of that name. */
export function floats(
  outputs: Outputs,
  name: string,
): { data: Float32Array; shape: readonly number[] } {
  const tensor = outputs[name];
  if (tensor?.dtype !== 'float32') throw new TypeError(`the model returned no float32 ${name}`);
  return { data: tensor.data, shape: tensor.shape };
}

/** Whole numbers of a tensor of any dtype. */
export function wholeNumbers(outputs: Outputs, name: string): number[] {
  const tensor = outputs[name];
  if (tensor === undefined) throw new TypeError(`the model returned no ${name}`);
  return Array.from(tensor.data as ArrayLike<number | bigint>, Number);
}

function softmax(values: Float32Array): Float32Array {
  const highest = values.reduce((max, value) => Math.max(max, value), -Infinity);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** Rounding may carry a probability this far beyond 0 and 1. */
const ROUNDING = 1e-3;

/**
 * Values that a manifest calls probabilities.
 *
 * @throws TypeError when one cannot be: a graph that returns logits would appear to be certain
 */
export function checkedProbabilities(values: Float32Array): Float32Array {
  const wrong = values.find((value) => value < -ROUNDING || value > 1 + ROUNDING);
  if (wrong === undefined) return values;
  throw new TypeError(`the model returned ${wrong} as a probability`);
}

/**
 * Returns one row of scores as logits from any output form: a probability of 0 or 1 becomes a
 * large finite logit.
 *
 * @param values one score a label
 * @throws TypeError for probabilities outside 0..1
 */
export function asLogits(values: Float32Array, form: OutputForm): Float32Array {
  if (form === 'logits') return values;
  return (form === 'softmax_logits' ? softmax(values) : checkedProbabilities(values)).map(logitOf);
}

/**
 * A calibrated probability of a finite score.
 *
 * @throws TypeError for a score that is not finite: no answer is better than a wrong one
 */
export function probabilityOf(
  logit: number | undefined,
  calibration: { scale: number; bias: number },
  label: string,
): number {
  const probability = calibrate(logit ?? Number.NaN, calibration);
  if (!Number.isFinite(probability)) throw new TypeError(`no finite score for ${label}`);
  return probability;
}
