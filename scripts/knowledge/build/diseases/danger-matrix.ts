import { groupBy } from '../../../../src/core/group.js';
import {
  createFindingTree,
  type FindingTree,
} from '../../../../src/differential/knowledge/finding-tree.js';
import type {
  Danger,
  DiseaseFacts,
  DiseaseTables,
  PresentationFacts,
} from '../../../../src/differential/knowledge/schema.js';
import { isWithin, type Limits } from '../../../../src/differential/probability/limits.js';
import { createRates } from '../../../../src/differential/probability/prior.js';
import type { Person } from '../../../../src/patient-record/person-in-words.js';
import type { Fault } from '../kind.js';

/** Diseases that a presentation leaves out, and why. */
export interface Omission {
  readonly diseases: readonly string[];
  readonly why: string;
}

/** What a presentation says to the builder alone: the tables that are shipped do not hold it. */
export interface PresentationNotes {
  /** The patients whom it is for. */
  readonly limits: Limits;
  readonly omissions: readonly Omission[];
}

/** A dangerous disease that can open a presentation, which does not say whether it is to be considered. */
export interface OpenCell {
  readonly presentation: PresentationFacts;
  readonly disease: DiseaseFacts;
  /** The finding of the disease that opens the presentation, and its share of the patients. */
  readonly finding: string;
  readonly share: number;
}

/**
 * From this share of its patients on, a finding of a disease must be decided: a fifth of the patients with a serious
 * disease is what an experienced clinician calls a usual way to present; of what kills, a tenth are too many to
 * send home. Below, other findings of the disease open presentations that list it.
 */
const MIN_SHARE: Readonly<Partial<Record<Danger, number>>> = { deadly: 0.1, serious: 0.2 };
/** A disease does not occur where its rate is below this part of that of the age and sex in which it is most frequent. */
const MIN_PART_OF_RATE = 0.1;
const AGES = [0, 0.1, 0.5, 1, 3, 5, 10, 14, 20, 30, 40, 50, 60, 70, 80];
const PERSONS: readonly Person[] = AGES.flatMap((age) => [
  { age, sex: 'F' as const },
  { age, sex: 'M' as const },
]);
const MIN_WHY = 10;

const NO_NOTES: PresentationNotes = { limits: {}, omissions: [] };

/** Presentations by the number of a finding that opens them. */
function openedBy(
  tree: FindingTree,
  presentations: readonly PresentationFacts[],
): (finding: number) => ReadonlySet<PresentationFacts> {
  const direct = new Map<number, PresentationFacts[]>();
  for (const presentation of presentations) {
    for (const id of presentation.when) {
      const n = tree.numberOf(id) ?? -1;
      direct.set(n, [...(direct.get(n) ?? []), presentation]);
    }
  }
  return (finding) =>
    new Set([finding, ...(tree.ancestors[finding] ?? [])].flatMap((n) => direct.get(n) ?? []));
}

/** Findings by which a disease must be thought of, the most frequent first; none of one that is not dangerous. */
function usualFindings({ danger, find }: DiseaseFacts): [finding: string, share: number][] {
  const minShare = MIN_SHARE[danger] ?? Number.POSITIVE_INFINITY;
  return Object.entries(find)
    .filter(([, share]) => share >= minShare)
    .toSorted(([, a], [, b]) => b - a);
}

/** Those in whom a disease occurs. */
function personsWith(rateOf: (person: Person) => number): Person[] {
  const rates = PERSONS.map(rateOf);
  const least = MIN_PART_OF_RATE * Math.max(...rates);
  return PERSONS.filter((_, n) => (rates[n] ?? 0) >= least);
}

/**
 * Every presentation and dangerous disease of which nobody has decided whether the one is to bring up the other.
 *
 * A disease can open a presentation with a finding that it lists, or one that this implies. It is decided where the
 * presentation considers it or leaves it out. It is no question where another presentation that the same finding opens
 * considers it for everybody who can have it: the patient is given the causes of both.
 */
export function openCells(
  { findings, diseases, presentations }: DiseaseTables,
  notes: ReadonlyMap<string, PresentationNotes>,
): OpenCell[] {
  const tree = createFindingTree(findings);
  const opened = openedBy(tree, presentations);
  const rates = createRates(diseases);
  const notesOf = ({ id }: PresentationFacts) => notes.get(id) ?? NO_NOTES;
  const considered = new Map(
    presentations.map((one) => [one, groupBy(one.consider, ({ disease }) => disease)]),
  );
  const omitted = new Map(
    presentations.map((one) => [
      one,
      new Set(notesOf(one).omissions.flatMap(({ diseases: ids }) => ids)),
    ]),
  );

  function isOpen(presentation: PresentationFacts, finding: number, id: string, persons: Person[]) {
    const own = new Set(presentation.when.map((one) => tree.numberOf(one) ?? -1));
    const doors = [finding, ...(tree.ancestors[finding] ?? [])].filter((n) => own.has(n));
    const { limits } = notesOf(presentation);
    return doors.some((door) => {
      const considering = [...opened(door)].flatMap((one) => considered.get(one)?.get(id) ?? []);
      return persons.some(
        (person) =>
          isWithin(limits, person, true) && !considering.some((one) => isWithin(one, person, true)),
      );
    });
  }

  const cells = new Map<string, OpenCell>();
  for (const [n, disease] of diseases.entries()) {
    const persons = personsWith((person) => rates(n, person, 'any'));
    for (const [finding, share] of usualFindings(disease)) {
      const number = tree.numberOf(finding) ?? -1;
      for (const presentation of opened(number)) {
        const key = `${presentation.id} ${disease.id}`;
        if (cells.has(key) || considered.get(presentation)?.has(disease.id)) continue;
        if (omitted.get(presentation)?.has(disease.id)) continue;
        if (!isOpen(presentation, number, disease.id, persons)) continue;
        cells.set(key, { presentation, disease, finding, share });
      }
    }
  }
  return [...cells.values()];
}

/** Dangerous diseases that are considered for one of their usual findings. */
function listedSomewhere({ findings, diseases, presentations }: DiseaseTables): Set<string> {
  const tree = createFindingTree(findings);
  const opened = openedBy(tree, presentations);
  const considers = ({ consider }: PresentationFacts, id: string) =>
    consider.some(({ disease }) => disease === id);
  const listed = diseases.filter((disease) =>
    usualFindings(disease).some(([finding]) =>
      [...opened(tree.numberOf(finding) ?? -1)].some((one) => considers(one, disease.id)),
    ),
  );
  return new Set(listed.map(({ id }) => id));
}

const textOf = ({ disease: { id, danger }, finding, share }: OpenCell) =>
  `${id} (${danger}, ${finding} ${share})`;

/** What is wrong with the decisions of a presentation: each disease has one, and each omission a reason. */
function faultsOfDecisions(
  { consider }: PresentationFacts,
  { omissions }: PresentationNotes,
  known: ReadonlySet<string>,
): string[] {
  const seen = new Set<string>();
  const twice = (id: string) => seen.size === seen.add(id).size;
  const doubled = consider
    .filter(({ disease }) => twice(disease))
    .map(({ disease }) => `consider: ${disease} is listed twice`);
  const faults = omissions.flatMap(({ diseases, why }) => [
    ...(why.length < MIN_WHY ? [`not: ${diseases.join('; ')}: no reason after |`] : []),
    ...diseases.flatMap((id) => [
      ...(known.has(id) ? [] : [`not: ${id} is defined nowhere`]),
      ...(twice(id) ? [`not: ${id} is decided twice`] : []),
    ]),
  ]);
  return [...doubled, ...faults];
}

/**
 * What is undecided, by presentation, with what to write where; lines `not` that are wrong; and dangerous diseases that
 * no presentation considers.
 *
 * They are errors of the build, for a hospital's own diseases as well: its deadly disease that no presentation lists
 * would be named only when it is probable anyhow, and nobody would notice. The message holds the line to write.
 */
export function checkDangers(
  tables: DiseaseTables,
  notes: ReadonlyMap<string, PresentationNotes>,
  places: ReadonlyMap<string, string>,
): Fault[] {
  const faults: Fault[] = [];
  const at = (key: string) => places.get(key) ?? key;
  const known = new Set(tables.diseases.map(({ id }) => id));
  for (const presentation of tables.presentations) {
    const own = notes.get(presentation.id) ?? NO_NOTES;
    for (const fault of faultsOfDecisions(presentation, own, known)) {
      faults.push({ at: at(`presentation ${presentation.id}`), fault });
    }
  }
  const cells = groupBy(openCells(tables, notes), ({ presentation }) => presentation.id);
  for (const [id, open] of cells) {
    faults.push({
      at: at(`presentation ${id}`),
      fault: `${id} does not say whether to consider ${open.map(textOf).join(', ')}: add to its block for each either \`consider: disease\`, with sex, ages, \`if\` or \`ask\` where it needs them, or \`not: disease; disease | why not\``,
    });
  }
  const listed = listedSomewhere(tables);
  for (const { id, danger } of tables.diseases) {
    if (MIN_SHARE[danger] === undefined || listed.has(id)) continue;
    faults.push({
      at: at(`disease ${id}`),
      fault: `danger: ${id} is ${danger}, but no presentation that a usual finding of it opens considers it: add \`consider: ${id}\` to one of presentations/`,
    });
  }
  return faults;
}
