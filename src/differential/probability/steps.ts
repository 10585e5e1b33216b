import { groupBy } from '../../core/group.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { Evidence } from './evidence.js';

const SOFT = 3;

/**
 * Damped evidence: the weight of one finding for a disease counts half beyond e³, so that rare
 * findings still distinguish similar diseases without one of them dominating.
 */
export function clip(value: number, least: number, most: number): number {
  const soft = value > SOFT ? SOFT + (value - SOFT) / 2 : value;
  return Math.min(most, Math.max(least, soft));
}
/** Natural logarithm; of 0 that of a very small number. */
export const log = (value: number) => Math.log(Math.max(1e-9, value));

/** A finding whose parent is also present contributes only what it adds to the parent. */
export interface Step {
  readonly finding: number;
  /** The more general finding that is present, or -1. */
  readonly given: number;
  readonly absent: boolean;
  /** A symptom or sign not covered by a more general finding: a reason for the presentation. */
  readonly complaint: boolean;
}

/** Evidence that makes a disease no more likely than this leaves a complaint unexplained. */
const CHANCE = 0.05;

/** Returns the present and absent findings that are not covered by a more general one. */
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
    // An absent finding already excludes more specific ones.
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

/** Maximum for a finding whose more general one is present: it is never certain. */
const MAX_OF_GIVEN = Math.log(0.98);
const MAX_ABSENT = 0.995;

/**
 * Returns the logarithm of P(step | these shares).
 *
 * @param own entry of the finding
 * @param above entry of the more general one, where that is present
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

/** The weights of each step for every disease. */
export interface Weights {
  /** All weights of the first step by number of the disease, then those of the next. */
  readonly values: Float64Array;
  /** Of diseases. */
  readonly count: number;
}

/** Offsets of the weights of some steps. */
const startsOf = ({ count }: Weights, steps: readonly number[]): Int32Array =>
  Int32Array.from(steps, (step) => step * count);

/** Damps the weights of one group of steps for one disease; `own` has the length of the group. */
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

/** Special case of {@link dampGroup} for two steps, the usual size of a group; much faster. */
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

/** Damps the weights of one group of steps for every disease. */
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
    // A single step keeps its full weight.
    if (saying > 1) dampOne(weights, starts, disease, own, repeated);
  }
}

/**
 * Damps findings that occur together: each further one with the same direction counts less, the
 * strongest first, at equal strength the first; in place.
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

/** Numbers of dependent steps. */
export interface StepGroups {
  /** Of findings read from the same words, and of those that occur together. */
  readonly all: readonly (readonly number[])[];
  /** Complaints with all findings read from the same words. */
  readonly places: readonly ComplaintSteps[];
}

/** A complaint, and the steps read from the same words. */
interface ComplaintSteps {
  readonly first: number;
  /** Those that explain it: symptoms, signs, and what is not a trait. */
  readonly group: readonly number[];
  /** What is said of it, such as a sudden onset. */
  readonly traits: readonly number[];
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
  const isTrait = (n: number) => tree.findings[steps[n]?.finding ?? -1]?.kind === 'trait';
  const alone = [...steps.keys()].filter((n) => complaint(n) && !taken.has(n)).map((n) => [n]);
  const places = [...shared, ...alone].flatMap((group) => {
    const first = group.find(complaint);
    if (first === undefined) return [];
    return [{ first, group: group.filter((n) => !isTrait(n)), traits: group.filter(isTrait) }];
  });
  return { all: [...shared, ...together], places };
}

/**
 * Charges a disease for complaints that it does not explain, in place: once per position of the
 * text, and not where another finding of the same words is explained. What is said of a complaint,
 * such as that it began suddenly, does not support a disease that does not cause the complaint.
 */
export function chargeUnexplained(weights: Weights, { places }: StepGroups, charge: number): void {
  const { values, count } = weights;
  for (const { first, group, traits } of places) {
    const starts = startsOf(weights, group);
    const ofTraits = startsOf(weights, traits);
    for (let disease = 0; disease < count; disease += 1) {
      let explained = false;
      for (let n = 0; n < starts.length && !explained; n += 1) {
        explained = (values[(starts[n] ?? 0) + disease] ?? 0) >= CHANCE;
      }
      if (explained) continue;
      const own = first * count + disease;
      values[own] = (values[own] ?? 0) + charge;
      for (const start of ofTraits) {
        values[start + disease] = Math.min(0, values[start + disease] ?? 0);
      }
    }
  }
}

/** Evidence of today from this weight on lets a history support a disease fully. */
const SUPPORTS = 0.25;
const OF_TODAY: ReadonlySet<string> = new Set(['symptom', 'sign', 'test', 'exposure']);

/**
 * Makes history context, in place: what the patient had before supports a disease that something
 * of today supports; alone it counts half.
 */
export function dampHistory(weights: Weights, steps: readonly Step[], tree: FindingTree): void {
  const { values, count } = weights;
  const kindOf = (n: number) => tree.findings[steps[n]?.finding ?? -1]?.kind ?? '';
  const all = [...steps.keys()].filter((n) => steps[n]?.absent === false);
  const histories = startsOf(
    weights,
    all.filter((n) => kindOf(n) === 'history'),
  );
  const today = startsOf(
    weights,
    all.filter((n) => OF_TODAY.has(kindOf(n))),
  );
  if (histories.length === 0 || today.length === 0) return;
  for (let disease = 0; disease < count; disease += 1) {
    let isSupported = false;
    for (let n = 0; n < today.length && !isSupported; n += 1) {
      isSupported = (values[(today[n] ?? 0) + disease] ?? 0) >= SUPPORTS;
    }
    if (isSupported) continue;
    for (const start of histories) {
      const weight = values[start + disease] ?? 0;
      if (weight > 0) values[start + disease] = weight / 2;
    }
  }
}
