import type { Contribution, Differential } from '../differential/diagnostician.js';
import type { Evidence } from '../differential/evidence.js';
import { isWithin } from '../differential/limits.js';
import { among, type FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts, PresentationFacts } from '../knowledge/schema.js';

/** A dangerous cause that the evidence does not exclude. */
export interface Danger {
  readonly disease: DiseaseFacts;
  readonly probability: number;
  /** What brought it up: names of presentations and of findings that speak for it. */
  readonly because: readonly string[];
}

const DANGEROUS = new Set(['serious', 'deadly']);
/** From this probability on a dangerous disease is told whatever the patient came for. */
const WORTH_TELLING = 0.02;
const MOST = 32;
/** So improbable by findings that were looked for and are absent counts as excluded. */
const SHUT_OUT = -4.5;
const SPEAKS_FOR = 0.4;

/** Whether what was looked for and is absent leaves no room for a disease. */
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

type Considered = PresentationFacts['consider'][number];

function isOfPatient(one: Considered, tree: FindingTree, { person, present }: Evidence): boolean {
  if (!isWithin(one, person, true)) return false;
  return one.if === undefined || one.if.some(among(tree, present));
}

/**
 * The dangerous causes of what the patient came with that the evidence does not exclude, however
 * unlikely: those that are gone through for the presentation, and those that are probable by
 * themselves. The most probable of the deadly ones first.
 */
export function mustNotMiss(
  presentations: readonly PresentationFacts[],
  tree: FindingTree,
  evidence: Evidence,
  { ranked, contributionsOf }: Differential,
): readonly Danger[] {
  const byId = new Map(ranked.map((one) => [one.disease.id, one] as const));
  const reasons = new Map<string, string[]>();
  const has = among(tree, evidence.present);
  for (const { name, when, consider } of presentations) {
    if (!when.some(has)) continue;
    for (const one of consider) {
      if (!isOfPatient(one, tree, evidence)) continue;
      const known = reasons.get(one.disease);
      if (known === undefined) reasons.set(one.disease, [name]);
      else if (!known.includes(name)) known.push(name);
    }
  }
  for (const { disease, probability } of ranked) {
    const told = DANGEROUS.has(disease.danger) && probability >= WORTH_TELLING;
    if (told && !reasons.has(disease.id)) reasons.set(disease.id, []);
  }
  return [...reasons]
    .flatMap(([id, names]) => {
      const one = byId.get(id);
      if (one === undefined) return [];
      const contributions = contributionsOf(one.disease);
      if (isExcluded(one.disease, contributions, tree, evidence)) return [];
      const speaking = contributions
        .filter(({ absent, finding, weight }) => !absent && finding >= 0 && weight > SPEAKS_FOR)
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, 3)
        .map(({ finding }) => tree.findings[finding]?.name ?? '');
      const because = [...new Set([...names, ...speaking])];
      return [{ disease: one.disease, probability: one.probability, because, rank: names.length }];
    })
    .toSorted((a, b) => weight(b) - weight(a) || (a.disease.id < b.disease.id ? -1 : 1))
    .slice(0, MOST);
}

/** Deadly ones count more, and those of the presentation before those that are merely possible. */
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
