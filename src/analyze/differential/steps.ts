import { groupBy } from '../../core/group.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { Evidence } from './evidence.js';

const SOFT = 3;

/**
 * Evidence within limits: what one finding says for a disease counts half beyond e³, so that rare
 * findings still tell neighbours apart without one of them deciding all.
 */
export function clip(value: number, least: number, most: number): number {
  const soft = value > SOFT ? SOFT + (value - SOFT) / 2 : value;
  return Math.min(most, Math.max(least, soft));
}
/** The natural logarithm; of nothing that of next to nothing. */
export const log = (value: number) => Math.log(Math.max(1e-9, value));

/** Findings whose parent is there too say only what they add to it. */
export interface Step {
  readonly finding: number;
  /** The more general finding that is there, or -1. */
  readonly given: number;
  readonly absent: boolean;
  /** A symptom or sign that nothing more general says already: somebody comes because of it. */
  readonly complaint: boolean;
}

/** Evidence that makes a disease no more likely than this leaves a complaint unexplained. */
const CHANCE = 0.05;

/** What is there and what is not, each as far as nothing more general says it. */
export function stepsOf(tree: FindingTree, { present, absent }: Evidence): Step[] {
  const { parent, findings } = tree;
  const steps: Step[] = [];
  for (const finding of present) {
    const above = parent[finding] ?? -1;
    const given = present.has(above) ? above : -1;
    const { kind } = findings[finding] ?? {};
    const complaint = given === -1 && (kind === 'symptom' || kind === 'sign');
    steps.push({ finding, given, absent: false, complaint });
  }
  for (const finding of absent) {
    const above = parent[finding] ?? -1;
    // What is absent already excludes what is more special.
    if (absent.has(above)) continue;
    const given = present.has(above) ? above : -1;
    steps.push({ finding, given, absent: true, complaint: false });
  }
  return steps.sort((a, b) => a.finding - b.finding);
}

/** Probabilities and their logarithms, by number of an entry. */
export interface Probabilities {
  readonly plain: Float32Array;
  readonly logs: Float32Array;
}

/** Of a finding whose more general one is there: it is never certain. */
const MAX_OF_GIVEN = Math.log(0.98);
const MAX_ABSENT = 0.995;

/**
 * Logarithm of P(step | these shares).
 *
 * @param own entry of the finding
 * @param above entry of the more general one, where that is there
 */
export function logOfStep(
  { given, absent }: Step,
  { plain, logs }: Probabilities,
  own: number,
  above: number,
): number {
  if (given === -1 && !absent) return logs[own] ?? 0;
  if (!absent) return Math.min(MAX_OF_GIVEN, (logs[own] ?? 0) - (logs[above] ?? 0));
  const share = plain[own] ?? 0;
  const part = given === -1 ? share : share / Math.max(1e-9, plain[above] ?? 1);
  return Math.log1p(-Math.min(MAX_ABSENT, part));
}

/** What each step says of every disease. */
export interface Weights {
  /** All weights of the first step by number of the disease, then those of the next. */
  readonly values: Float64Array;
  /** Of diseases. */
  readonly count: number;
}

/** Where the weights of some steps begin. */
const startsOf = ({ count }: Weights, steps: readonly number[]): Int32Array =>
  Int32Array.from(steps, (step) => step * count);

/** Weakens what one group of steps says of one disease; `own` is as long as the group. */
function dampOne(
  { values }: Weights,
  starts: Int32Array,
  disease: number,
  own: Float64Array,
  repeated: number,
): void {
  for (let n = 0; n < own.length; n += 1) {
    const value = own[n] ?? 0;
    let factor = 1;
    for (let m = 0; m < own.length; m += 1) {
      const other = own[m] ?? 0;
      const isStronger = value > 0 ? other > value : other < value;
      if (isStronger || (other === value && m < n)) factor *= repeated;
    }
    values[(starts[n] ?? 0) + disease] = value * factor;
  }
}

/** Of two steps, which most groups have: what {@link dampGroup} does, in a fraction of its time. */
function dampPair({ values, count }: Weights, [a = 0, b = 0]: readonly number[], repeated: number) {
  const first = values.subarray(a * count, (a + 1) * count);
  const second = values.subarray(b * count, (b + 1) * count);
  for (let disease = 0; disease < count; disease += 1) {
    const one = first[disease] ?? 0;
    const other = second[disease] ?? 0;
    if (one === 0 || other === 0 || one > 0 !== other > 0) continue;
    if (one > 0 ? one >= other : one <= other) second[disease] = other * repeated;
    else first[disease] = one * repeated;
  }
}

/** Weakens what the steps of one group say of every disease. */
function dampGroup(weights: Weights, group: readonly number[], repeated: number): void {
  const { values, count } = weights;
  const starts = startsOf(weights, group);
  const own = new Float64Array(group.length);
  for (let disease = 0; disease < count; disease += 1) {
    let saying = 0;
    for (let n = 0; n < own.length; n += 1) {
      const value = values[(starts[n] ?? 0) + disease] ?? 0;
      own[n] = value;
      if (value !== 0) saying += 1;
    }
    // One alone says all that it says.
    if (saying > 1) dampOne(weights, starts, disease, own, repeated);
  }
}

/**
 * Of findings that come together each further one that says the same says less, the strongest
 * first, of equals the first; in place.
 */
export function damp(
  weights: Weights,
  groups: readonly (readonly number[])[],
  repeated: number,
): void {
  for (const group of groups) {
    if (group.length === 2) dampPair(weights, group, repeated);
    else dampGroup(weights, group, repeated);
  }
}

/** Numbers of steps that are not independent of one another. */
export interface StepGroups {
  /** Of findings that were read from the same words, and of those that come together. */
  readonly all: readonly (readonly number[])[];
  /** Complaints with all that was read from the same words. */
  readonly places: readonly { readonly first: number; readonly group: readonly number[] }[];
}

export function groupsOf(
  steps: readonly Step[],
  tree: FindingTree,
  { sharing = [] }: Evidence,
): StepGroups {
  const numbers = new Map(steps.map(({ finding }, n) => [finding, n] as const));
  const shared = sharing
    .map((group) => group.flatMap((finding) => numbers.get(finding) ?? []))
    .filter((group) => group.length > 1);
  const taken = new Set(shared.flat());
  const sameOf = (n: number) => tree.findings[steps[n]?.finding ?? -1]?.same;
  const apart = [...steps.keys()].filter((n) => sameOf(n) !== undefined && !taken.has(n));
  const together = [...groupBy(apart, sameOf).values()].filter((group) => group.length > 1);
  const complaint = (n: number) => steps[n]?.complaint === true;
  const alone = [...steps.keys()].filter((n) => complaint(n) && !taken.has(n)).map((n) => [n]);
  const places = [...shared, ...alone].flatMap((group) => {
    const first = group.find(complaint);
    return first === undefined ? [] : [{ first, group }];
  });
  return { all: [...shared, ...together], places };
}

/**
 * What complaints that a disease does not explain take from it, in place: one for each place of the
 * text, and nothing where another finding of the same words is explained.
 */
export function chargeUnexplained(weights: Weights, { places }: StepGroups, charge: number): void {
  const { values, count } = weights;
  for (const { first, group } of places) {
    const starts = startsOf(weights, group);
    for (let disease = 0; disease < count; disease += 1) {
      let explained = false;
      for (let n = 0; n < starts.length && !explained; n += 1) {
        explained = (values[(starts[n] ?? 0) + disease] ?? 0) >= CHANCE;
      }
      const own = first * count + disease;
      if (!explained) values[own] = (values[own] ?? 0) + charge;
    }
  }
}
