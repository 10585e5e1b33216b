import type { Input, InputShape } from './input.js';

/** Inputs and requirements of a score, independent of the patient. */
export interface ScoreInputs {
  readonly inputs: ReadonlyArray<readonly [name: string, input: Input]>;
  /** Inputs that it always needs. */
  readonly required: readonly string[];
  /** Number of inputs that it needs when nothing is known. */
  readonly count: number;
  /** Variables without which it cannot be complete; absent where a chart is never sufficient. */
  readonly variables: readonly string[] | undefined;
  /** Momentary variables that it uses; absent where it needs none of them. */
  readonly telling: readonly string[] | undefined;
}

/**
 * Returns the requirements of a score.
 *
 * @param also optional inputs that it needs too when nothing is known
 */
export function needsOf(shape: InputShape, also: readonly string[]): ScoreInputs {
  const inputs = Object.entries(shape);
  const required = inputs.filter(([, { optional }]) => !optional);
  const named = required.flatMap(([, { variable }]) => variable ?? []);
  const telling = inputs.filter(([, { fixed }]) => !fixed);
  const needed = telling.some(([, { optional }]) => !optional);
  return {
    inputs,
    required: required.map(([name]) => name),
    count: required.length + also.length,
    variables: named.length === required.length ? named : undefined,
    telling: needed ? telling.flatMap(([, { variable }]) => variable ?? []) : undefined,
  };
}
