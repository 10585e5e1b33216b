import type { Input, InputShape } from './input.js';

/** What a score takes and needs whoever the patient is. */
export interface ScoreInputs {
  readonly inputs: ReadonlyArray<readonly [name: string, input: Input]>;
  /** Inputs that it needs whatever the others are. */
  readonly required: readonly string[];
  /** How many inputs it needs where nothing is known. */
  readonly count: number;
  /** Variables of the chart without any of which it cannot be whole; nothing where no chart will do. */
  readonly variables: readonly string[] | undefined;
  /** Variables of the hour that it takes; nothing where it needs none of them. */
  readonly telling: readonly string[] | undefined;
}

/**
 * The needs of a score.
 *
 * @param also optional inputs that it needs too where nothing is known
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
