import { candidatesOf } from './candidates.js';
import type { QuantityInput, Value, Values } from './input.js';
import { type Computed, categoryOf, type Score } from './score.js';

/** A single input that, had it this value instead, would move the patient to another category. */
export interface Change {
  readonly input: string;
  readonly from: Value;
  readonly to: Value;
  readonly value: number | string;
  readonly category: string;
}

/** More than these are not read at a bedside. */
const MOST_CHANGES = 5;
const HALVINGS = 20;

interface Tried {
  readonly to: Value;
  readonly computed: Computed;
  readonly category: string;
}

function tryValue(score: Score, values: Values, name: string, to: Value): Tried | undefined {
  const changed = { ...values, [name]: to };
  if (score.refuses(changed) !== undefined) return undefined;
  const computed = score.compute(changed);
  if (typeof computed.value === 'number' && !Number.isFinite(computed.value)) return undefined;
  return { to, computed, category: categoryOf(score, computed).id };
}

const onGrid = (value: number, precision: number) =>
  Number((Math.round(value / precision) * precision).toPrecision(12));

/** The value nearest to the present one, on its measuring grid, that has another category. */
function nearest(
  score: Score,
  values: Values,
  name: string,
  input: QuantityInput,
  present: string,
  side: 1 | -1,
): Tried | undefined {
  const now = values[name] as number;
  const ahead = candidatesOf(input)
    .filter((value): value is number => typeof value === 'number' && side * (value - now) > 0)
    .sort((a, b) => side * (a - b));
  let same = now;
  for (const value of ahead) {
    let found = tryValue(score, values, name, value);
    if (!found || found.category === present) {
      same = value;
      continue;
    }
    // Somewhere between the last that changes nothing and this one.
    for (let at = 0; at < HALVINGS; at += 1) {
      const middle = onGrid((same + (found.to as number)) / 2, input.precision);
      if (middle === same || middle === found.to) break;
      const half = tryValue(score, values, name, middle);
      if (half && half.category !== present) found = half;
      else same = middle;
    }
    return found;
  }
  return undefined;
}

function changesOf(score: Score, values: Values, name: string, present: string): Tried[] {
  const input = score.inputs[name];
  const now = values[name];
  if (input === undefined || now === undefined || input.fixed || input.kind === 'date') return [];
  if (input.kind === 'quantity') {
    const both = [-1, 1] as const;
    return both.flatMap((side) => nearest(score, values, name, input, present, side) ?? []);
  }
  return candidatesOf(input)
    .filter((value) => value !== now)
    .flatMap((value) => tryValue(score, values, name, value) ?? [])
    .filter(({ category }) => category !== present);
}

/** How far a change goes, in parts of its input's range; a yes or no counts as a tenth. */
function distance(score: Score, values: Values, name: string, to: Value): number {
  const input = score.inputs[name];
  if (input?.kind !== 'quantity') return 0.1;
  return Math.abs((to as number) - (values[name] as number)) / (input.max - input.min);
}

/**
 * Which single changes would put the patient in another category, the smallest first. What cannot
 * change (age, sex, history) is left out.
 *
 * @param values of a patient of whom everything is known that the score needs
 */
export function wouldChange(score: Score, values: Values, present: string): Change[] {
  return Object.keys(score.inputs)
    .flatMap((name) =>
      changesOf(score, values, name, present).map(({ to, computed, category }) => ({
        input: name,
        from: values[name] as Value,
        to,
        value: computed.value,
        category,
      })),
    )
    .sort((a, b) => distance(score, values, a.input, a.to) - distance(score, values, b.input, b.to))
    .slice(0, MOST_CHANGES);
}
