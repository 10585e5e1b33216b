import { candidatesOf } from './candidates.js';
import type { Value, Values } from './input.js';
import { type Computed, categoryOf, type Score } from './score.js';

/** One way in which the missing inputs may turn out, and what the score would be. */
export interface Completion {
  readonly values: Values;
  readonly computed: Computed;
  readonly value: number;
}

export interface Bounds {
  readonly least: Completion;
  readonly most: Completion;
  /** Categories that are still possible, in the order of the score. */
  readonly categories: readonly string[];
  /** The missing input whose value would leave the narrowest bounds. */
  readonly mostDecisive: string;
}

/** Above this many combinations the corners are looked for instead of trying all. */
const MOST_COMBINATIONS = 1_500;
/** Candidates per input that are tried when asking what would narrow the bounds. */
const MOST_PROBES = 5;
const MOST_PASSES = 4;

type Missing = ReadonlyArray<{ readonly name: string; readonly candidates: readonly Value[] }>;

function complete(score: Score, values: Values): Completion | undefined {
  if (score.refuses(values) !== undefined) return undefined;
  const computed = score.compute(values);
  const { value } = computed;
  return typeof value === 'number' && Number.isFinite(value)
    ? { values, computed, value }
    : undefined;
}

/** Every combination, with the extremes for each single value of each missing input. */
function tryAll(score: Score, known: Values, missing: Missing) {
  const completions: Completion[] = [];
  const walk = (at: number, values: Values): void => {
    const next = missing[at];
    if (next === undefined) {
      const found = complete(score, values);
      if (found) completions.push(found);
      return;
    }
    for (const value of next.candidates) walk(at + 1, { ...values, [next.name]: value });
  };
  walk(0, known);
  return completions;
}

/** Walks one input at a time to the combination with the least value of `sign × score`. */
function descend(score: Score, known: Values, missing: Missing, sign: 1 | -1) {
  const starts = [0, 1, 0.5].map((part) =>
    Object.fromEntries(
      missing.map(({ name, candidates }) => [
        name,
        candidates[Math.round(part * (candidates.length - 1))],
      ]),
    ),
  );
  let best: Completion | undefined;
  for (const start of starts) {
    let here = complete(score, { ...known, ...start });
    let values: Values = { ...known, ...start };
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const before = here;
      for (const { name, candidates } of missing) {
        for (const value of candidates) {
          const there = complete(score, { ...values, [name]: value });
          if (there && (!here || sign * there.value < sign * here.value)) {
            here = there;
            values = there.values;
          }
        }
      }
      if (here === before) break;
    }
    if (here && (!best || sign * here.value < sign * best.value)) best = here;
  }
  return best;
}

const lowest = (all: readonly Completion[]) =>
  all.reduce<Completion | undefined>((a, b) => (a && a.value <= b.value ? a : b), undefined);
const highest = (all: readonly Completion[]) =>
  all.reduce<Completion | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined);

const widthOf = (all: readonly Completion[]) =>
  all.length === 0 ? 0 : (highest(all)?.value ?? 0) - (lowest(all)?.value ?? 0);

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** The missing input that leaves the least width on average over its values. */
function mostDecisiveOf(missing: Missing, width: (name: string, value: Value) => number): string {
  const ranked = missing.map(({ name, candidates }) => {
    const step = Math.max(1, (candidates.length - 1) / (MOST_PROBES - 1));
    const probes = new Set(
      Array.from({ length: MOST_PROBES }, (_, at) => candidates[Math.round(at * step)]).filter(
        (value) => value !== undefined,
      ),
    );
    return { name, left: mean([...probes].map((value) => width(name, value))) };
  });
  return ranked.reduce((a, b) => (b.left < a.left ? b : a)).name;
}

function fromAll(score: Score, known: Values, missing: Missing): Bounds | undefined {
  const all = tryAll(score, known, missing);
  const least = lowest(all);
  const most = highest(all);
  if (!least || !most) return undefined;
  const seen = new Set(all.map(({ computed }) => categoryOf(score, computed).id));
  return {
    least,
    most,
    categories: score.categories.map(({ id }) => id).filter((id) => seen.has(id)),
    mostDecisive: mostDecisiveOf(missing, (name, value) =>
      widthOf(all.filter((one) => one.values[name] === value)),
    ),
  };
}

/** Where all that is known is the ends: every category between theirs, or all of them. */
function categoriesBetween(score: Score, least: Completion, most: Completion): string[] {
  const ids = score.categories.map(({ id }) => id);
  if (score.categories.some(({ from }) => from === undefined)) return ids;
  const [low, high] = [least, most].map(({ computed }) =>
    ids.indexOf(categoryOf(score, computed).id),
  );
  return ids.slice(low, (high ?? 0) + 1);
}

function fromCorners(score: Score, known: Values, missing: Missing): Bounds | undefined {
  const least = descend(score, known, missing, 1);
  const most = descend(score, known, missing, -1);
  if (!least || !most) return undefined;
  const width = (name: string, value: Value) => {
    const rest = missing.filter((one) => one.name !== name);
    const fixed = { ...known, [name]: value };
    const corners = [descend(score, fixed, rest, 1), descend(score, fixed, rest, -1)];
    return widthOf(corners.filter((one) => one !== undefined));
  };
  return {
    least,
    most,
    categories: categoriesBetween(score, least, most),
    mostDecisive: mostDecisiveOf(missing, width),
  };
}

/**
 * Between what the score lies when some of its inputs are not known: least and most over every value
 * that they can have.
 *
 * @param known values of all inputs that are given
 * @param names of the inputs that are needed and missing; at least one
 * @returns nothing when the score is no number or no completion is allowed
 */
export function boundsOf(
  score: Score,
  known: Values,
  names: readonly string[],
): Bounds | undefined {
  const missing = names.flatMap((name) => {
    const input = score.inputs[name];
    return input ? [{ name, candidates: candidatesOf(input) }] : [];
  });
  if (missing.some(({ candidates }) => candidates.length === 0)) return undefined;
  const combinations = missing.reduce((count, one) => count * one.candidates.length, 1);
  return combinations <= MOST_COMBINATIONS
    ? fromAll(score, known, missing)
    : fromCorners(score, known, missing);
}
