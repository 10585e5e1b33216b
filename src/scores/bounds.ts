import { candidatesOf } from './candidates.js';
import type { Value, Values } from './input.js';
import { type ComputedScore, categoryOf, type Score, total } from './score.js';

/** One possible combination of the missing inputs, with the resulting score. */
export interface Completion {
  readonly values: Values;
  readonly computed: ComputedScore;
  readonly value: number;
}

export interface Bounds {
  readonly lowest: Completion;
  readonly highest: Completion;
  /** Categories that are still possible, in the order of the score. */
  readonly categories: readonly string[];
  /** The missing input with the greatest effect on the score. */
  readonly mostDecisive: string;
  /** The bounds are exact: every combination was tried, or each input counts independently. */
  readonly exact: boolean;
}

/**
 * Above this number of combinations the extremes are searched for instead of trying all. A sum of
 * points has its extremes where each input has its own; for other rules that is not certain.
 */
const MAX_COMBINATIONS = { sum: 256, other: 5_000 };
const MAX_PASSES = 4;

type Ends = Pick<Bounds, 'lowest' | 'highest'>;
type MissingInputs = ReadonlyArray<{
  readonly name: string;
  readonly candidates: readonly Value[];
}>;
/** Mutated: thousands of combinations are tried. */
type Draft = Record<string, Value | undefined>;

/**
 * Returns the known values with a candidate for each missing input.
 *
 * @param choose index of the candidate; negative counts from the end
 */
function completed(
  values: Values,
  missing: MissingInputs,
  choose: (candidates: readonly Value[]) => number,
): Draft {
  const draft: Draft = {};
  for (const { name, candidates } of missing) draft[name] = candidates.at(choose(candidates));
  return Object.assign(draft, values);
}

/**
 * Returns the score for these values; nothing where it is not a number. Values that contradict each
 * other are accepted within the score's range: the extremes may be close to them, and bounds that
 * are too wide are never wrong.
 */
function attempt(
  score: Score,
  draft: Draft,
): { computed: ComputedScore; value: number } | undefined {
  const computed = score.compute(draft);
  const { value } = computed;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (score.refuses(draft) === undefined) return { computed, value };
  const { min, max } = score.range ?? { min: value, max: value };
  const nearest = Math.min(max, Math.max(min, value));
  const sorted = score.categories.some(({ from }) => from !== undefined && nearest >= from);
  return sorted ? { computed: { value: nearest }, value: nearest } : undefined;
}

/**
 * Returns the possible categories: those whose values are between the bounds, and of those that do
 * not follow from the value the ones found, or all if not every combination was tried.
 */
function possibleCategories(score: Score, { lowest, highest }: Ends, seen?: ReadonlySet<string>) {
  const ranked = score.categories.filter(({ from }) => from !== undefined);
  return score.categories
    .filter((category) => {
      if (category.from === undefined) return seen?.has(category.id) ?? true;
      const next = ranked[ranked.indexOf(category) + 1]?.from ?? Number.POSITIVE_INFINITY;
      const between = category.from <= highest.value && next > lowest.value;
      return between || (seen?.has(category.id) ?? false);
    })
    .map(({ id }) => id);
}

/** Records the lowest and highest result and the categories found. */
function createRecord(score: Score) {
  let lowest: Completion | undefined;
  let highest: Completion | undefined;
  const seen = new Set<string>();
  return {
    note(draft: Draft): void {
      const result = attempt(score, draft);
      if (!result) return;
      seen.add(categoryOf(score, result.computed).id);
      const { computed, value } = result;
      if (!lowest || value < lowest.value) lowest = { values: { ...draft }, computed, value };
      if (!highest || value > highest.value) highest = { values: { ...draft }, computed, value };
    },
    ends: () => (lowest && highest ? { lowest, highest } : undefined),
    seen,
  };
}

/** Generates every combination. */
function tryAll(score: Score, values: Values, missing: MissingInputs) {
  const record = createRecord(score);
  const draft: Draft = { ...values };
  const walk = (at: number): void => {
    const next = missing[at];
    if (next === undefined) {
      record.note(draft);
      return;
    }
    for (const value of next.candidates) {
      draft[next.name] = value;
      walk(at + 1);
    }
  };
  walk(0);
  const ends = record.ends();
  return ends && { categories: possibleCategories(score, ends, record.seen), ...ends };
}

/**
 * Changes one input at a time, from a start to the combination with the minimum of `sign × score`.
 */
function descend(score: Score, start: Draft, missing: MissingInputs, sign: 1 | -1) {
  const draft = { ...start };
  let here = attempt(score, draft);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = here;
    for (const { name, candidates } of missing) {
      let best = draft[name];
      for (const value of candidates) {
        draft[name] = value;
        const there = attempt(score, draft);
        if (there && (!here || sign * there.value < sign * here.value)) {
          here = there;
          best = value;
        }
      }
      draft[name] = best;
    }
    if (here === before) break;
  }
  return here && { values: draft, computed: here.computed, value: here.value };
}

/** Whether the value is the sum of the points, so that each input counts independently. */
function isSum(score: Score, draft: Values): boolean {
  const { value, points } = score.compute(draft);
  return points !== undefined && total(points) === value;
}

/** Number of random combinations tried before the search where inputs are not independent. */
const SCATTERED = 256;
const MAX_STARTS = 6;

/** Generates pseudo-random combinations, the same ones every time. */
function scattered(values: Values, missing: MissingInputs): Draft[] {
  let state = 1;
  // A linear congruential generator (Numerical Recipes): true randomness would make answers differ.
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return Array.from({ length: SCATTERED }, () => {
    return completed(values, missing, (candidates) => Math.floor(next() * candidates.length));
  });
}

interface Start {
  readonly draft: Draft;
  readonly value: number;
}

/** Starts that the score accepts, with its value there. */
const allowed = (score: Score, drafts: readonly Draft[]): Start[] =>
  drafts.flatMap((draft) => {
    const result = attempt(score, draft);
    return result ? [{ draft, value: result.value }] : [];
  });

/** Returns the most promising starts. */
const bestOf = (starts: readonly Start[], sign: 1 | -1): Draft[] =>
  [...starts]
    .sort((a, b) => sign * a.value - sign * b.value)
    .slice(0, MAX_STARTS)
    .map(({ draft }) => draft);

/** Searches for the bounds from both ends of every missing input and from random starts. */
function tryCorners(score: Score, values: Values, missing: MissingInputs, additive: boolean) {
  const ends = [0, -1].map((end) => completed(values, missing, () => end));
  const starts = additive ? [] : allowed(score, scattered(values, missing));
  const [lowest, highest] = ([1, -1] as const).map((sign) =>
    [...ends, ...bestOf(starts, sign)]
      .flatMap((start) => descend(score, start, missing, sign) ?? [])
      .reduce<Completion | undefined>(
        (best, one) => (best && sign * best.value <= sign * one.value ? best : one),
        undefined,
      ),
  );
  if (!lowest || !highest) return undefined;
  return { lowest, highest, categories: possibleCategories(score, { lowest, highest }) };
}

/** The effect of one input on the score, with the others fixed at these values. */
function swing(score: Score, values: Values, { name, candidates }: MissingInputs[number]): number {
  const draft: Draft = { ...values };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of candidates) {
    draft[name] = value;
    const result = attempt(score, draft);
    if (!result) continue;
    low = Math.min(low, result.value);
    high = Math.max(high, result.value);
  }
  return high > low ? high - low : 0;
}

/**
 * Returns the bounds of a score with missing inputs: its minimum and maximum over all possible
 * values of these inputs.
 *
 * @param values values of all inputs that are given
 * @param names of the inputs that are needed and missing; at least one
 * @returns nothing when the score is not a number or no completion is allowed
 */
export function boundsOf(
  score: Score,
  values: Values,
  names: readonly string[],
): Bounds | undefined {
  const missing = names.flatMap((name) => {
    const input = score.inputs[name];
    return input ? [{ name, candidates: candidatesOf(input) }] : [];
  });
  if (missing.some(({ candidates }) => candidates.length === 0)) return undefined;
  const combinations = missing.reduce((count, one) => count * one.candidates.length, 1);
  const additive = isSum(
    score,
    completed(values, missing, () => 0),
  );
  const isSmall = combinations <= (additive ? MAX_COMBINATIONS.sum : MAX_COMBINATIONS.other);
  const result = isSmall
    ? tryAll(score, values, missing)
    : tryCorners(score, values, missing, additive);
  if (!result) return undefined;
  const swings = missing.map((one) => ({
    name: one.name,
    // Measured from both bounds: where the score is at a limit, an input may have no effect.
    by: swing(score, result.lowest.values, one) + swing(score, result.highest.values, one),
  }));
  const { name: mostDecisive } = swings.reduce((a, b) => (b.by > a.by ? b : a));
  return { mostDecisive, exact: isSmall || additive, ...result };
}
