import { among, type FindingTree } from '../knowledge/finding-tree.js';
import type { DiseaseFacts, PresentationFacts } from '../knowledge/schema.js';
import type { Contribution, Differential, RankedDisease } from '../probability/diagnostician.js';
import type { Evidence } from '../probability/evidence.js';
import { isWithin } from '../probability/limits.js';

/** A dangerous cause that the evidence does not exclude. */
export interface Danger {
  readonly disease: DiseaseFacts;
  readonly probability: number;
  /** Why it is listed: names of presentations and of supporting findings. */
  readonly because: readonly string[];
  /** Names of findings not mentioned of which one would make it a cause of the presentation. */
  readonly ask: readonly string[];
}

const DANGEROUS = new Set(['serious', 'deadly']);
/** From this probability on a dangerous disease is listed for any presentation. */
const WORTH_TELLING = 0.02;
/** As many as a clinician reads through; past it the least probable are left out. */
const MAX = 60;
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
    /** Only where one of these is present or none was mentioned as absent. */
    readonly asks?: readonly number[];
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
    consider: consider.map((one) => ({
      one,
      ...(one.if && { needs: numbers(one.if) }),
      ...(one.ask && { asks: numbers(one.ask) }),
    })),
  }));
}

/** Why a disease is gone through. */
interface Reasons {
  /** Names of the presentations that list it without an open question. */
  readonly certain: string[];
  /** Names of those that list it where the answer to a question is yes. */
  readonly open: string[];
  /** Numbers of the findings to ask for. */
  readonly ask: Set<number>;
}

const noReasons = (): Reasons => ({ certain: [], open: [], ask: new Set() });

/** Adds a name once. */
function addTo(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name);
}

/** The presentations that list a disease, by id of the disease. */
function goneThrough(
  presentations: readonly NumberedPresentation[],
  { person, present, absent }: Evidence,
): Map<string, Reasons> {
  const reasons = new Map<string, Reasons>();
  const has = (n: number) => present.has(n);
  for (const { name, when, consider } of presentations) {
    if (!when.some(has)) continue;
    for (const { one, needs, asks = [] } of consider) {
      if (!isWithin(one, person, true) || needs?.some(has) === false) continue;
      const isOpen = asks.length > 0 && !asks.some(has);
      const unmentioned = asks.filter((n) => !absent.has(n));
      if (isOpen && unmentioned.length === 0) continue;
      const known = reasons.get(one.disease) ?? noReasons();
      reasons.set(one.disease, known);
      addTo(isOpen ? known.open : known.certain, name);
      if (isOpen) for (const n of unmentioned) known.ask.add(n);
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
    if (DANGEROUS.has(disease.danger) && !reasons.has(disease.id)) {
      reasons.set(disease.id, noReasons());
    }
  }
  return [...reasons]
    .flatMap(([id, { certain, open, ask }]) => {
      const one = find(id);
      if (one === undefined) return [];
      const contributions = contributionsOf(one.disease);
      if (isExcluded(one.disease, contributions, tree, evidence)) return [];
      const names = certain.length > 0 ? certain : open;
      const because = [...new Set([...names, ...speakingFor(tree, contributions)])];
      const { disease, probability } = one;
      const questions = certain.length > 0 ? [] : [...ask];
      const asked = questions.map((n) => tree.findings[n]?.name ?? '');
      const weight = weightOf(one, certain.length, open.length);
      return [{ disease, probability, because, ask: asked, weight }];
    })
    .toSorted((a, b) => b.weight - a.weight || (a.disease.id < b.disease.id ? -1 : 1))
    .slice(0, MAX);
}

const HARM_OF_DEADLY = 3;
/** What being listed for a presentation adds to the probability, and each presentation more. */
const LISTED = 0.02;
const LISTED_IF = 0.006;
const LISTED_AGAIN = 0.002;
const MAX_LISTED = 3;

/**
 * Deadly ones rank higher; those of the presentation before those to ask about, and these before
 * those that are merely possible.
 */
function weightOf({ disease, probability }: RankedDisease, certain: number, open: number): number {
  const harm = disease.danger === 'deadly' ? HARM_OF_DEADLY : 1;
  const listed = certain > 0 ? LISTED : open > 0 ? LISTED_IF : 0;
  return harm * (probability + listed + Math.min(certain, MAX_LISTED) * LISTED_AGAIN);
}
