import { candidatesOf } from './candidates.js';
import type { Input, QuantityInput, Value, Values } from './input.js';
import { categoryOf, type Score } from './score.js';

/** A change of a single input that would move the patient to another category. */
export interface CategoryChange {
  readonly input: string;
  readonly from: Value;
  readonly to: Value;
  readonly value: number | string;
  readonly category: string;
}

/** The number of changes that can be read at a bedside. */
const MAX_CHANGES = 5;
const HALVINGS = 20;

interface TrialValue {
  readonly to: Value;
  readonly value: number | string;
  readonly category: string;
}

/** A patient of whom one input at a time is changed in place, for speed. */
interface Trial {
  readonly score: Score;
  readonly draft: Record<string, Value | undefined>;
  readonly present: string;
  /** Categories follow from the value: `compute` assigns none. */
  readonly byValue: boolean;
}

function tryValue({ score, draft }: Trial, name: string, to: Value): TrialValue | undefined {
  draft[name] = to;
  if (score.refuses(draft) !== undefined) return undefined;
  const computed = score.compute(draft);
  const { value } = computed;
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  return { to, value, category: categoryOf(score, computed).id };
}

function onGrid(value: number, precision: number): number {
  const steps = Math.round(value / precision) * precision;
  return Number.isInteger(steps) ? steps : Number(steps.toPrecision(12));
}

/** The candidates on one side of a value, the nearest first. */
function ahead(input: QuantityInput, now: number, side: 1 | -1): number[] {
  const beyond = (candidatesOf(input) as readonly number[]).filter(
    (value) => side * (value - now) > 0,
  );
  return side === 1 ? beyond : beyond.reverse();
}

/**
 * Whether the far end of an input of a monotonic score shows that no value on this side gives
 * another category: values between two of one category belong to it too.
 */
function endSaysNone(trial: Trial, name: string, input: QuantityInput, end: number | undefined) {
  if (input.monotone === undefined || end === undefined || !trial.byValue) return false;
  return tryValue(trial, name, end)?.category === trial.present;
}

/** Returns the value nearest to the present one, on its measuring grid, with another category. */
function nearest(
  trial: Trial,
  name: string,
  input: QuantityInput,
  now: number,
  side: 1 | -1,
): TrialValue | undefined {
  const { present } = trial;
  const values = ahead(input, now, side);
  if (endSaysNone(trial, name, input, values.at(-1))) return undefined;
  let same = now;
  for (const value of values) {
    let found = tryValue(trial, name, value);
    if (!found || found.category === present) {
      same = value;
      continue;
    }
    // The threshold is between the last value without a change and this one.
    for (let at = 0; at < HALVINGS; at += 1) {
      const middle = onGrid((same + (found.to as number)) / 2, input.precision);
      if (middle === same || middle === found.to) break;
      const half = tryValue(trial, name, middle);
      if (half && half.category !== present) found = half;
      else same = middle;
    }
    return found;
  }
  return undefined;
}

function changesOf(trial: Trial, name: string, input: Input, now: Value): TrialValue[] {
  if (input.kind === 'quantity') {
    const both = [-1, 1] as const;
    return both.flatMap((side) => nearest(trial, name, input, now as number, side) ?? []);
  }
  return candidatesOf(input)
    .filter((value) => value !== now)
    .flatMap((value) => tryValue(trial, name, value) ?? [])
    .filter(({ category }) => category !== trial.present);
}

/** The size of a change relative to the range of its input; a flag counts as a tenth. */
function distance(input: Input | undefined, from: Value, to: Value): number {
  if (input?.kind !== 'quantity') return 0.1;
  return Math.abs((to as number) - (from as number)) / (input.max - input.min);
}

/**
 * Returns the single changes that would put the patient in another category, the smallest first.
 * Lasting properties (age, sex, history) are left out.
 *
 * @param values of a patient with all required inputs
 */
export function wouldChange(score: Score, values: Values, present: string): CategoryChange[] {
  if (score.categories.length < 2) return [];
  const byValue =
    score.categories.every(({ from }) => from !== undefined) &&
    score.compute(values).category === undefined;
  const trial: Trial = { score, draft: { ...values }, present, byValue };
  const far = ({ input, from, to }: CategoryChange) => distance(score.inputs[input], from, to);
  return score.needs.inputs
    .flatMap(([name, input]) => {
      const from = values[name];
      if (from === undefined || input.fixed || input.kind === 'date') return [];
      const found = changesOf(trial, name, input, from);
      trial.draft[name] = from;
      return found.map((tried): CategoryChange => ({ input: name, from, ...tried }));
    })
    .sort((a, b) => far(a) - far(b))
    .slice(0, MAX_CHANGES);
}
