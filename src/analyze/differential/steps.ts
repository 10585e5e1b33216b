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
export interface Shares {
  readonly plain: Float32Array;
  readonly logs: Float32Array;
}

/** Of a finding whose more general one is there: it is never certain. */
const MOST_OF_GIVEN = Math.log(0.98);
const MOST_ABSENT = 0.995;

/**
 * Logarithm of P(step | these shares).
 *
 * @param own entry of the finding
 * @param above entry of the more general one, where that is there
 */
export function logOfStep(
  { given, absent }: Step,
  { plain, logs }: Shares,
  own: number,
  above: number,
): number {
  if (given === -1 && !absent) return logs[own] ?? 0;
  if (!absent) return Math.min(MOST_OF_GIVEN, (logs[own] ?? 0) - (logs[above] ?? 0));
  const share = plain[own] ?? 0;
  const part = given === -1 ? share : share / Math.max(1e-9, plain[above] ?? 1);
  return Math.log1p(-Math.min(MOST_ABSENT, part));
}

/** What each step says of every disease: by step, weights by number of the disease. */
export type Weights = readonly Float64Array[];

/** By disease, how many of a group of steps say something of it. */
function saying(group: Weights): Uint16Array {
  const counts = new Uint16Array(group[0]?.length ?? 0);
  for (const weights of group) {
    for (let n = 0; n < counts.length; n += 1) {
      if (weights[n] !== 0) counts[n] = (counts[n] ?? 0) + 1;
    }
  }
  return counts;
}

/** The numbers of the strongest values first, into `order`; of equals the first. */
function strongestFirst(values: Float64Array, order: Int32Array): void {
  for (let n = 0; n < values.length; n += 1) {
    const size = Math.abs(values[n] ?? 0);
    let at = n - 1;
    for (; at >= 0 && Math.abs(values[order[at] ?? 0] ?? 0) < size; at -= 1) {
      order[at + 1] = order[at] ?? 0;
    }
    order[at + 1] = n;
  }
}

/** See {@link damp}; `values` and `order` are as long as the group. */
function dampOne(
  group: Weights,
  disease: number,
  values: Float64Array,
  order: Int32Array,
  repeated: number,
): void {
  for (let n = 0; n < values.length; n += 1) values[n] = group[n]?.[disease] ?? 0;
  strongestFirst(values, order);
  let supports = 1;
  let opposes = 1;
  for (let place = 0; place < order.length; place += 1) {
    const n = order[place] ?? 0;
    const weight = values[n] ?? 0;
    const own = group[n];
    if (own !== undefined) own[disease] = weight * (weight > 0 ? supports : opposes);
    if (weight > 0) supports *= repeated;
    else opposes *= repeated;
  }
}

/** Of findings that come together each further one says less; in place. */
export function damp(
  weights: Weights,
  groups: readonly (readonly number[])[],
  repeated: number,
): void {
  for (const numbers of groups) {
    const group = numbers.flatMap((n) => weights[n] ?? []);
    const counts = saying(group);
    const values = new Float64Array(group.length);
    const order = new Int32Array(group.length);
    for (let disease = 0; disease < counts.length; disease += 1) {
      // One alone says all that it says.
      if ((counts[disease] ?? 0) > 1) dampOne(group, disease, values, order, repeated);
    }
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
  for (const { first, group: numbers } of places) {
    const group = numbers.flatMap((n) => weights[n] ?? []);
    const own = weights[first];
    if (own === undefined) continue;
    for (let disease = 0; disease < own.length; disease += 1) {
      let explained = false;
      for (const one of group) if ((one[disease] ?? 0) >= CHANCE) explained = true;
      if (!explained) own[disease] = (own[disease] ?? 0) + charge;
    }
  }
}
