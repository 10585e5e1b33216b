import { among, type FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts, PresentationFacts } from '../knowledge/schema.js';
import type { Contribution, Differential } from '../probability/diagnostician.js';
import type { Evidence } from '../probability/evidence.js';
import { isWithin } from '../probability/limits.js';

/** A dangerous cause that the evidence does not exclude. */
export interface Danger {
  readonly disease: DiseaseFacts;
  readonly probability: number;
  /** Why it is listed: names of presentations and of supporting findings. */
  readonly because: readonly string[];
}

const DANGEROUS = new Set(['serious', 'deadly']);
/** From this probability on a dangerous disease is listed for any presentation. */
const WORTH_TELLING = 0.02;
const MAX = 32;
/**
 * A disease made this improbable by findings that were looked for and are absent counts as
 * excluded.
 */
const SHUT_OUT = -4.5;
const SPEAKS_FOR = 0.4;
const MAX_SUPPORTING = 3;

/** Whether absent findings that were looked for exclude a disease. */
function isExcluded(
  disease: DiseaseFacts,
  contributions: readonly Contribution[],
  tree: FindingTree,
  evidence: Evidence,
): boolean {
  if (disease.excludes_if_absent?.some(among(tree, evidence.absent))) return true;
  const against = contributions.reduce(
    (sum, { absent: missing, weight }) => (missing && weight < 0 ? sum + weight : sum),
    0,
  );
  return against < SHUT_OUT;
}

type DangerCandidate = PresentationFacts['consider'][number];

/** A presentation with its findings by number: each is checked for every patient. */
export interface NumberedPresentation {
  readonly name: string;
  readonly when: readonly number[];
  readonly consider: readonly {
    readonly one: DangerCandidate;
    /** Only where one of these is present. */
    readonly needs?: readonly number[];
  }[];
}

export function numberPresentations(
  presentations: readonly PresentationFacts[],
  tree: FindingTree,
): NumberedPresentation[] {
  const numbers = (ids: readonly string[]) => ids.map((id) => tree.numberOf(id) ?? -1);
  return presentations.map(({ name, when, consider }) => ({
    name,
    when: numbers(when),
    consider: consider.map((one) => ({ one, ...(one.if && { needs: numbers(one.if) }) })),
  }));
}

/** Names of the presentations that list a disease, by id of the disease. */
function goneThrough(
  presentations: readonly NumberedPresentation[],
  { person, present }: Evidence,
): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  const has = (n: number) => present.has(n);
  for (const { name, when, consider } of presentations) {
    if (!when.some(has)) continue;
    for (const { one, needs } of consider) {
      if (!isWithin(one, person, true) || needs?.some(has) === false) continue;
      const known = reasons.get(one.disease);
      if (known === undefined) reasons.set(one.disease, [name]);
      else if (!known.includes(name)) known.push(name);
    }
  }
  return reasons;
}

/** Names of the findings that support a disease most. */
function speakingFor({ findings }: FindingTree, contributions: readonly Contribution[]): string[] {
  return contributions
    .filter(({ absent, finding, weight }) => !absent && finding >= 0 && weight > SPEAKS_FOR)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_SUPPORTING)
    .map(({ finding }) => findings[finding]?.name ?? '');
}

/**
 * Returns the dangerous causes of the presentation that the evidence does not exclude, however
 * unlikely: those that the knowledge lists for the presentation, and those that are probable in
 * themselves. The most probable of the deadly ones first.
 */
export function mustNotMiss(
  presentations: readonly NumberedPresentation[],
  tree: FindingTree,
  evidence: Evidence,
  { ranked, find, contributionsOf }: Differential,
): readonly Danger[] {
  const reasons = goneThrough(presentations, evidence);
  for (const { disease, probability } of ranked) {
    if (probability < WORTH_TELLING) break;
    if (DANGEROUS.has(disease.danger) && !reasons.has(disease.id)) reasons.set(disease.id, []);
  }
  return [...reasons]
    .flatMap(([id, names]) => {
      const one = find(id);
      if (one === undefined) return [];
      const contributions = contributionsOf(one.disease);
      if (isExcluded(one.disease, contributions, tree, evidence)) return [];
      const because = [...new Set([...names, ...speakingFor(tree, contributions)])];
      const { disease, probability } = one;
      return [{ disease, probability, because, rank: names.length }];
    })
    .toSorted((a, b) => weight(b) - weight(a) || (a.disease.id < b.disease.id ? -1 : 1))
    .slice(0, MAX);
}

/** Deadly ones rank higher, and those of the presentation before those that are merely possible. */
function weight({
  disease,
  probability,
  rank,
}: {
  readonly disease: DiseaseFacts;
  readonly probability: number;
  readonly rank: number;
}): number {
  const harm = disease.danger === 'deadly' ? 3 : 1;
  return harm * (probability + (rank > 0 ? 0.02 : 0) + Math.min(rank, 3) * 0.002);
}
