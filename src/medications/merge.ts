import { byText } from '../core/by-text.js';
import { groupBy } from '../core/group.js';
import { type Finding, type Statement, statementOf } from './finding.js';
import { EVIDENCE, KINDS, weightOf } from './severity.js';

/** Order by severity, descending. */
function byWeight(a: Statement, b: Statement): number {
  return (
    weightOf(b.severity) - weightOf(a.severity) ||
    EVIDENCE.indexOf(a.evidence) - EVIDENCE.indexOf(b.evidence)
  );
}

type Pair = readonly [string, string];

const united = <T>(lists: ReadonlyArray<readonly T[] | undefined>): T[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

/** The pairs of drugs of a finding. */
function pairsOf({ pairs, drugs: [a, b, ...more] }: Finding): readonly Pair[] {
  if (pairs !== undefined) return pairs;
  return a === undefined || b === undefined || more.length > 0 ? [] : [[a, b]];
}

function unitedPairs(findings: readonly Finding[]): Pair[] {
  const all = findings
    .flatMap(pairsOf)
    .map(([a, b]): Pair => (a < b ? [a, b] : [b, a]))
    .sort((one, other) => byText(one.join(), other.join()));
  return all.filter((pair, at) => pair.join() !== all[at - 1]?.join());
}

/** A finding on an organ takes its topic, whichever check rated it most severely. */
const NAMED_FOR: Readonly<Record<string, Finding['kind']>> = { kidney: 'renal', liver: 'hepatic' };

/**
 * Merges findings on one topic: the most severe is the main statement, the others are under `also`.
 */
function joined(findings: readonly Finding[]): Finding {
  const [head, ...rest] = [...findings].sort((a, b) => byWeight(a, b) || order(a, b));
  if (head === undefined) throw new RangeError('nothing to join');
  if (rest.length === 0) return { ...head, items: [...head.items].sort(byPlace) };
  const statements = [
    ...(head.also ?? []),
    ...rest.flatMap((one) => [statementOf(one), ...(one.also ?? [])]),
  ];
  const others = statements.filter(
    ({ ruleId }, at) =>
      ruleId !== head.ruleId && statements.findIndex((one) => one.ruleId === ruleId) === at,
  );
  const kind = NAMED_FOR[head.topic ?? ''] ?? head.kind;
  const pairs = head.kind === 'interaction' ? unitedPairs([head, ...rest]) : [];
  const because = united([head.because, ...rest.map((one) => one.because)]);
  return {
    ...head,
    kind: findings.some((one) => one.kind === kind) ? kind : head.kind,
    drugs: united([head.drugs, ...rest.map(({ drugs }) => drugs)]),
    items: united([head.items, ...rest.map(({ items }) => items)]).sort(byPlace),
    ...(pairs.length > 1 && { pairs }),
    ...(others.length > 0 && { also: others.sort(byWeight) }),
    ...(because.length > 0 && { because }),
  };
}

/** `medications.2` before `medications.10`, the list before the proposed. */
const byPlace = (a: string, b: string) => {
  const [[list, at], [otherList, otherAt]] = [placeOf(a), placeOf(b)];
  return byText(list, otherList) || at - otherAt;
};

/** The list and the number in it: `medications.2`, `patient_data.entry.2.resource`. */
function placeOf(item: string): readonly [list: string, at: number] {
  const [, list = item, at = '0'] = /^(.*?)\.(\d+)/.exec(item) ?? [];
  return [list, Number(at)];
}

const order = (a: Finding, b: Finding): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  byText(a.title, b.title) ||
  byText(a.ruleId, b.ruleId) ||
  byText(a.drugs.join(), b.drugs.join()) ||
  byText(a.topic ?? '', b.topic ?? '');

/**
 * The key shared by findings on the same fact. Two lines of the list are paired once, however many
 * ingredients their products have.
 */
function subjectOf({ kind, drugs, items, topic, ruleId }: Finding): string {
  const isMeeting = kind === 'interaction' && items.length === 2;
  return JSON.stringify(
    isMeeting ? [kind, [...items].sort()] : [[...drugs].sort(), topic ?? ruleId],
  );
}

/**
 * Most severe first; at equal severity those with a proposed drug first. The order does not depend
 * on that of the input.
 *
 * @param isProposed whether a line of the request is to be added
 */
export function ranked(
  findings: readonly Finding[],
  isProposed: (item: string) => boolean,
): Finding[] {
  const isNew = ({ items }: Finding) => (items.some(isProposed) ? 0 : 1);
  return [...findings].sort(
    (a, b) =>
      weightOf(b.severity) - weightOf(a.severity) ||
      isNew(a) - isNew(b) ||
      byWeight(a, b) ||
      order(a, b),
  );
}

/**
 * Returns one ranked list without repetition: findings of several checks on the same drugs and
 * topic form one alert.
 */
export function merge(
  findings: readonly Finding[],
  isProposed: (item: string) => boolean,
): Finding[] {
  return ranked([...groupBy(findings, subjectOf).values()].map(joined), isProposed);
}
