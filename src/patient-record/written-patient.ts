import { contradictions } from '../chart/contradictions.js';
import { withDerived } from '../chart/derive.js';
import { type Chart, chartOf, type Fact, latest } from '../chart/fact.js';
import type { ReadText } from '../language/create-clinical-language.js';
import { type Person, personOf } from './person-in-words.js';
import type { TextLine } from './text-line.js';
import { type ValueSpan, valueSpansIn, valuesIn } from './values-in-words.js';

/** What a patient's words say, with what was sent beside them. */
export interface WrittenPatient {
  readonly lines: readonly TextLine[];
  /** What was sent, the values and the person of the words, and what follows from all of it. */
  readonly chart: Chart;
  readonly person: Person;
  /** Where the lines state values, by the field of the line. */
  readonly valueSpans: ReadonlyMap<string, readonly ValueSpan[]>;
}

/** The part of a reader of clinical language that reads whole texts. */
export interface TextReader {
  read(text: string): Pick<ReadText, 'entities'>;
}

type NamedFact = readonly [name: string, fact: Fact];

/** Without a figure a text states no value. */
const FIGURE = /\d/;
const CHILD = 2;

/** Years as the chart holds them: whole ones, of small children with a fraction. */
const chartedAge = (years: number): number =>
  years < CHILD ? Math.round(years * 1_000) / 1_000 : Math.floor(years);

/** Age and sex where only the words give them, or give a small child's age more exactly. */
function personFacts(sent: Chart, { age, sex }: Person, from: string): NamedFact[] {
  const years = age === undefined ? undefined : chartedAge(age);
  const isNew = years !== undefined && latest(sent, 'age')?.value !== years;
  return [
    ...(isNew
      ? [['age', { value: years, given: { value: years, unit: 'a' }, from }] as const]
      : []),
    ...(sex !== undefined && !sent.has('sex')
      ? [['sex', { value: sex, given: { value: sex }, from }] as const]
      : []),
  ];
}

/** The chart with what the words add to it; what was sent as a value goes before. */
export function withValues(chart: Chart, stated: readonly NamedFact[]): Chart {
  const more = stated.filter(([name]) => !chart.has(name));
  return more.length === 0 ? chart : new Map([...chart, ...chartOf(more)]);
}

/**
 * Reads the values and the person that a patient's words state, and joins them with what was sent.
 * Where the two cannot both be right the words are passed over: a text is no form.
 *
 * @param sent facts as they were sent, without what follows from them
 */
export function readWords(
  lines: readonly TextLine[],
  sent: Chart,
  language: TextReader | undefined,
): WrittenPatient {
  const complaints = lines.filter(({ kind }) => kind === 'complaint');
  const read = complaints.map(({ text, field }) => {
    const isRead = language !== undefined && FIGURE.test(text);
    return { field, entities: isRead ? language.read(text).entities : [] };
  });
  // Of several values of one thing the last that is told is the newest.
  const stated = [...new Map(read.flatMap(({ entities, field }) => valuesIn(entities, field)))];
  const told = lines.filter(({ kind }) => kind === 'complaint' || kind === 'onset');
  const person = personOf(withValues(sent, stated), told.map(({ text }) => text).join('\n'));
  const ofPerson = personFacts(sent, person, told[0]?.field ?? '');
  const whole = new Map([...withValues(sent, stated), ...chartOf(ofPerson)]);
  const fits = whole.size === sent.size || contradictions(whole).length === 0;
  const valueSpans = new Map(
    read.map(({ field, entities }) => [field, valueSpansIn(entities, field)] as const),
  );
  return { lines, chart: withDerived(fits ? whole : sent), person, valueSpans };
}
