import { groupBy } from '../../core/group.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts } from '../knowledge/schema.js';

const MAX = 0.99;
const MIN = 1e-5;
/** Minimum share left to findings when an alternative finding is certain. */
const LEFT_BY_OTHERS = 0.15;

/** The finding tree with precomputed tables for every disease. */
export interface ShareTree extends FindingTree {
  /** The frequency of each finding in all patients. */
  readonly leaks: Float32Array;
  /** Findings of which a disease usually has one, by the name of their group. */
  readonly rows: ReadonlyMap<string, readonly number[]>;
}

export function createShareTree(tree: FindingTree): ShareTree {
  const inRows = [...tree.findings.keys()].filter((n) => tree.findings[n]?.one_of !== undefined);
  const rows = groupBy(inRows, (n) => tree.findings[n]?.one_of ?? '');
  const leaks = Float32Array.from(tree.findings, ({ leak }) => leak);
  return { ...tree, leaks, rows };
}

const FEWEST_RELATIVES = 4;
/**
 * A finding that fewer patients have without the disease distinguishes it from its relatives: borrowed by
 * them, it would lose its weight.
 */
const MIN_SHARED_LEAK = 0.001;

/** Cancers are one family; other diseases belong to one if chapter and first digit are equal. */
const familyOf = ({ icd10 }: DiseaseFacts): string =>
  /^C|^D[0-4]/.test(icd10) ? 'C' : icd10.slice(0, 2);

/** The findings that a disease lists, by number, with their probabilities. */
export function listedBy(tree: FindingTree, { find }: DiseaseFacts): ReadonlyMap<number, number> {
  const listed = new Map<number, number>();
  for (const id in find) {
    const n = tree.numberOf(id);
    if (n !== undefined) listed.set(n, find[id] ?? 0);
  }
  return listed;
}

/**
 * Returns the mean frequency of each complaint in the diseases of a family, where a disease that
 * does not list it counts as without it; by disease, in their order. It partly restores findings
 * that an author omitted from one list but included in those of related diseases.
 *
 * @param lists the findings listed by each disease, see {@link listedBy}
 */
export function familyShares(
  { findings }: FindingTree,
  diseases: readonly DiseaseFacts[],
  lists: readonly ReadonlyMap<number, number>[],
): readonly (ReadonlyMap<number, number> | undefined)[] {
  const means = new Map<string, ReadonlyMap<number, number>>();
  const families = diseases.map(familyOf);
  for (const [name, members] of groupBy(lists.keys(), (n) => families[n] ?? '')) {
    if (members.length < FEWEST_RELATIVES) continue;
    const sums = new Map<number, number>();
    for (const member of members) {
      for (const [n, share] of lists[member] ?? []) {
        const { kind, leak = 1 } = findings[n] ?? {};
        if (kind !== 'symptom' && kind !== 'sign' && kind !== 'trait') continue;
        if (leak < MIN_SHARED_LEAK) continue;
        sums.set(n, (sums.get(n) ?? 0) + share / members.length);
      }
    }
    means.set(name, sums);
  }
  return families.map((name) => means.get(name));
}

/** The share of each group that the listed findings of a disease account for. */
function takenOf({ findings }: ShareTree, listed: ReadonlyMap<number, number>) {
  const taken = new Map<string, number>();
  for (const [n, share] of listed) {
    const row = findings[n]?.one_of;
    if (row !== undefined) taken.set(row, (taken.get(row) ?? 0) + share);
  }
  return taken;
}

/** For each finding above a listed one, the share of the most frequent of its descendants. */
function maxShareBelow({ ancestors }: FindingTree, listed: ReadonlyMap<number, number>) {
  const below = new Map<number, number>();
  for (const [n, share] of listed) {
    for (const above of ancestors[n] ?? []) {
      if (share > (below.get(above) ?? MIN)) below.set(above, share);
    }
  }
  return below;
}

/** Findings affected by a list: with those that imply them and those that they imply. */
function touchedBy(
  { ancestors, descendants, rows }: ShareTree,
  listed: ReadonlyMap<number, number>,
  taken: ReadonlyMap<string, number>,
): Set<number> {
  const touched = new Set<number>();
  for (const n of listed.keys()) {
    touched.add(n);
    for (const one of ancestors[n] ?? []) touched.add(one);
    for (const one of descendants[n] ?? []) touched.add(one);
  }
  for (const row of taken.keys()) for (const one of rows.get(row) ?? []) touched.add(one);
  return touched;
}

/** Whether a disease lists a finding or one that it implies. */
const isListed = ({ ancestors }: ShareTree, n: number, listed: ReadonlyMap<number, number>) =>
  listed.has(n) || (ancestors[n] ?? []).some((above) => listed.has(above));

/**
 * The frequency of a finding that is not listed, by the listed ones that it implies; nothing where
 * the disease does not cause a complaint that it implies: what causes no headache causes no sudden
 * headache, however often it begins suddenly.
 */
function inherited(
  tree: ShareTree,
  n: number,
  listed: ReadonlyMap<number, number>,
  usually: number,
): number | undefined {
  const { findings, parents, ancestors, leaks } = tree;
  const complaints = (parents[n] ?? []).filter((parent) => {
    const { kind } = findings[parent] ?? {};
    return kind === 'symptom' || kind === 'sign';
  });
  if (!complaints.every((parent) => isListed(tree, parent, listed))) return undefined;
  const leak = leaks[n] ?? 1;
  let share: number | undefined;
  // The nearest listed ancestor is the one that is rarest in general.
  let nearest = Number.POSITIVE_INFINITY;
  for (const above of ancestors[n] ?? []) {
    const usual = leaks[above] ?? 1;
    const given = usual < nearest ? listed.get(above) : undefined;
    if (given === undefined) continue;
    nearest = usual;
    share = Math.max(given * Math.min(1, leak / usual), Math.min(given, usually));
  }
  return share;
}

/**
 * Returns the probability, 0..1, of the findings whose frequency in a disease differs from that in
 * all patients, by number.
 *
 * A listed value is used unchanged. A more general finding is at least as frequent as a more
 * specific one; a more specific one that is not listed has its usual part of the general one. In a
 * group of findings of which a disease usually has one, the unlisted ones share the remainder. All
 * others are as frequent as in all patients, with a small contribution of related diseases.
 *
 * @param listed what the disease lists, see {@link listedBy}
 * @param relatives mean shares of the family, see {@link familyShares}
 * @param likeRelatives weight of these for findings that are not listed, 0..1
 */
export function findingShares(
  tree: ShareTree,
  listed: ReadonlyMap<number, number>,
  relatives: ReadonlyMap<number, number> = new Map(),
  likeRelatives = 0,
): ReadonlyMap<number, number> {
  const { findings, leaks } = tree;
  const shares = new Map<number, number>();
  for (const [n, mean] of relatives) {
    const leak = leaks[n] ?? 1;
    shares.set(n, Math.fround(leak + likeRelatives * mean * (1 - leak)));
  }
  const taken = takenOf(tree, listed);
  const below = maxShareBelow(tree, listed);
  for (const n of touchedBy(tree, listed, taken)) {
    const least = below.get(n) ?? MIN;
    const own = listed.get(n);
    if (own !== undefined) {
      shares.set(n, Math.min(MAX, Math.max(own, least)));
      continue;
    }
    const leak = leaks[n] ?? 1;
    const usually = shares.get(n) ?? leak;
    const share = inherited(tree, n, listed, usually) ?? usually;
    const left = Math.max(LEFT_BY_OTHERS, 1 - (taken.get(findings[n]?.one_of ?? '') ?? 0));
    shares.set(n, Math.min(MAX, Math.max(least, share * left)));
  }
  return shares;
}
