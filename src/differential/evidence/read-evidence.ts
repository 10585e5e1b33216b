import { groupBy } from '../../core/group.js';
import type { Chart } from '../../patient-record/chart/fact.js';
import { findVariable } from '../../patient-record/chart/variables/catalogue.js';
import { speaksOfKin } from '../../patient-record/language/clauses/relatives.js';
import type { ClinicalLanguage } from '../../patient-record/language/create-clinical-language.js';
import { ageIn, type Person } from '../../patient-record/person-in-words.js';
import type { TextLine } from '../../patient-record/text-line.js';
import type { WrittenPatient } from '../../patient-record/written-patient.js';
import type { FindingTree } from '../knowledge/finding-tree.js';
import type { FindingFacts, RangeFacts } from '../knowledge/schema.js';
import type { Evidence } from '../probability/evidence.js';
import type { Setting } from '../probability/prior.js';
import { type Corrections, NO_CORRECTIONS, withCorrections } from './corrections.js';
import { coursesIn } from './course.js';
import { endedNow } from './ended-now.js';
import type { EvidenceItem } from './evidence-item.js';
import { lastPeriodIn } from './last-period.js';
import { withListedConditions } from './listed-conditions.js';
import { type MeasuredFinding, measuredFindings } from './measured-findings.js';
import { withoutMeasuredWords } from './measured-words.js';
import type { FindingReader, NamedFinding } from './named-findings.js';
import { type UnreadSentence, unreadSentencesIn } from './unread-sentences.js';

export interface ReadPatient extends Evidence {
  /** Including the values stated in the text. */
  readonly chart: Chart;
  readonly understood: readonly EvidenceItem[];
  /** Age and sex as the complaint states them, where it speaks of nobody else. */
  readonly statedPerson: Person;
  /** Sentences about the present complaint without any finding. */
  readonly unread: readonly UnreadSentence[];
}

/** The inputs of reading a patient. */
export interface EvidenceReader {
  readonly tree: FindingTree;
  /** Findings that values of the chart decide. */
  readonly measurable: readonly FindingFacts[];
  readonly ranges: readonly RangeFacts[];
  readonly findings: FindingReader;
  readonly language: ClinicalLanguage;
}

/** Maximum characters of a sentence on either side. */
const SENTENCE_REACH = 400;

/**
 * Returns the sentence around a part of a text; linear in its maximum length, independent of the
 * length of the text.
 */
function sentenceOf(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - SENTENCE_REACH), start + 1);
  const after = text.slice(end, end + SENTENCE_REACH);
  const from = Math.max(before.lastIndexOf('.'), before.lastIndexOf('\n')) + 1;
  const stops = ['.', '\n'].map((stop) => after.indexOf(stop)).filter((at) => at >= 0);
  const first = start + 1 - before.length + from;
  return text.slice(first, end + Math.min(after.length, ...stops));
}

/** Whether an assertion makes a finding count as present or absent. */
function countsAs(
  { finding, assertion, start, end }: NamedFinding,
  { text, kind }: TextLine,
): EvidenceItem['counts'] {
  if (
    finding.kind === 'family' &&
    assertion !== 'family' &&
    !speaksOfKin(sentenceOf(text, start, end))
  )
    return 'not';
  if (assertion === 'absent') return 'absent';
  if (finding.kind === 'family') return 'present';
  if (assertion === 'present') return 'present';
  if (assertion !== 'historical') return 'not';
  if (finding.kind === 'history' || finding.kind === 'exposure') return 'present';
  return kind === 'complaint' && endedNow(sentenceOf(text, start, end)) ? 'present' : 'not';
}

/** `No chest pain` carries no information on other pain: all of the words are denied together. */
function isPartOfDenied(one: NamedFinding, findings: readonly NamedFinding[]): boolean {
  if (one.assertion !== 'absent') return false;
  return findings.some(
    ({ assertion, words }) =>
      assertion === 'absent' &&
      words.length > one.words.length &&
      one.words.every((word) => words.includes(word)),
  );
}

function understoodIn(line: TextLine, findings: readonly NamedFinding[]): EvidenceItem[] {
  return (
    findings
      .filter(({ finding }) => line.kind !== 'medication' || finding.kind === 'drug')
      .filter((one) => !isPartOfDenied(one, findings))
      .map((one) => ({
        finding: one.finding,
        text: line.text.slice(one.start, one.end),
        assertion: one.assertion,
        field: line.field,
        counts: countsAs(one, line),
      }))
      // A denied family history of a disease states nothing about other diseases of the family.
      .filter(({ finding, counts }) => finding.kind !== 'family' || counts !== 'not')
  );
}

/** Groups the findings of one line read from the same words. */
function sharing(tree: FindingTree, named: readonly NamedFinding[]): number[][] {
  const groups: { words: Set<number>; findings: Set<number> }[] = [];
  for (const { finding, words } of named) {
    const number = tree.numberOf(finding.id);
    if (number === undefined) continue;
    const touching = groups.filter((group) => words.some((word) => group.words.has(word)));
    const merged = { words: new Set(words), findings: new Set([number]) };
    for (const group of touching) {
      for (const word of group.words) merged.words.add(word);
      for (const one of group.findings) merged.findings.add(one);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(merged);
  }
  return groups.filter(({ findings }) => findings.size > 1).map(({ findings }) => [...findings]);
}

/** Returns the findings decided by one value of the chart. */
function ofOneValue(tree: FindingTree, measured: readonly MeasuredFinding[]): number[][] {
  return [...groupBy(measured, ({ variable }) => variable).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ finding }) => tree.numberOf(finding.id) ?? -1));
}

function ofMeasure({ finding, present, fact, variable }: MeasuredFinding): EvidenceItem {
  const { value, unit } = fact.given;
  // A flag has no value to show: its name is what was sent.
  const shown = typeof value === 'boolean' ? (findVariable(variable)?.title ?? variable) : value;
  return {
    finding,
    text: unit === undefined ? `${shown}` : `${shown} ${unit}`,
    assertion: present ? 'present' : 'absent',
    field: fact.from,
    counts: present ? 'present' : 'absent',
  };
}

function periodIn(
  { text, field, kind }: TextLine,
  person: Person,
  tree: FindingTree,
): EvidenceItem[] {
  if (kind !== 'complaint' || person.sex === 'M') return [];
  const last = lastPeriodIn(text, person);
  const finding = tree.findings[tree.numberOf(last?.finding ?? '') ?? -1];
  if (last === undefined || finding === undefined) return [];
  return [{ finding, text: last.text, assertion: 'present', field, counts: 'present' }];
}

/**
 * Returns present findings with those that they imply, and absent ones with those that they
 * exclude.
 */
function weighedUp(tree: FindingTree, understood: readonly EvidenceItem[]) {
  const numbers = (counts: EvidenceItem['counts']) =>
    understood
      .filter((one) => one.counts === counts)
      .flatMap(({ finding }) => tree.numberOf(finding.id) ?? []);
  const named = new Set(numbers('present'));
  const present = new Set(named);
  for (const n of named) {
    for (let up = tree.parent[n] ?? -1; up >= 0; up = tree.parent[up] ?? -1) present.add(up);
  }
  const absent = new Set<number>();
  for (const n of numbers('absent')) {
    // A finding both present and absent: the specific statement takes precedence.
    if (present.has(n)) continue;
    for (const one of [n, ...(tree.descendants[n] ?? [])]) if (!present.has(one)) absent.add(one);
  }
  return { present, absent };
}

const OF_AN_AGE =
  /\bold\s+(?:[\w-]+\s+){0,2}(?:(boy|man|male|gentleman)|(girl|woman|female|lady))\b/i;

/** `A 3 year old boy`; nothing where the text speaks of a relative, whose age it may be. */
function statedPersonIn(complaint: string): Person {
  if (speaksOfKin(complaint)) return {};
  const age = ageIn(complaint);
  const [, male, female] = OF_AN_AGE.exec(complaint) ?? [];
  const sex = male === undefined ? (female === undefined ? undefined : 'F') : 'M';
  return { ...(age !== undefined && { age }), ...(sex !== undefined && { sex }) };
}

/** Combines text, chart and images of a patient into evidence for the differential. */
export function readEvidence(
  { tree, measurable, ranges, findings, language }: EvidenceReader,
  { lines, chart, person, valueSpans }: WrittenPatient,
  setting: Setting,
  pictures: readonly EvidenceItem[] = [],
  corrections: Corrections = NO_CORRECTIONS,
): ReadPatient {
  const complaint = lines
    .filter(({ kind }) => kind === 'complaint' || kind === 'onset')
    .map(({ text }) => text)
    .join('\n');
  const measured = measuredFindings(measurable, ranges, chart, person);
  const named = lines.map((line) => {
    const all = findings(line.text, line.kind === 'complaint', language);
    const found = withListedConditions(line, all, language);
    const spans = valueSpans.get(line.field) ?? [];
    return [line, withoutMeasuredWords(found, spans, measured), [...found, ...spans]] as const;
  });
  const fields = new Set(lines.map(({ field }) => field));
  const items = [
    ...lines.flatMap((line) => periodIn(line, person, tree)),
    ...named.flatMap(([line, found]) => understoodIn(line, found)),
    ...measured.map(ofMeasure),
    ...pictures,
  ];
  const understood = withCorrections(tree, items, corrections, ({ field }) => fields.has(field));
  return {
    person,
    setting,
    ...weighedUp(tree, understood),
    sharing: [...named.flatMap(([, found]) => sharing(tree, found)), ...ofOneValue(tree, measured)],
    courses: coursesIn(complaint),
    chart,
    understood,
    statedPerson: statedPersonIn(complaint),
    unread: named.flatMap(([line, _, read]) => unreadSentencesIn(line, read, language)),
  };
}
