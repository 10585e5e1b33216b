import { contradictions } from './chart/contradictions.js';
import { withDerived } from './chart/derive.js';
import { type Chart, chartOf, type Fact, latest } from './chart/fact.js';
import type { ReadText } from './language/create-clinical-language.js';
import { type Person, personOf } from './person-in-words.js';
import type { TextLine } from './text-line.js';
import { barePressureIn, type ValueSpan, valueSpansIn, valuesIn } from './values-in-words.js';

/** What the texts about a patient state, joined with the sent data. */
export interface WrittenPatient {
  readonly lines: readonly TextLine[];
  /** The chart: sent values, values and person from the text, and everything derived from them. */
  readonly chart: Chart;
  readonly person: Person;
  /** Positions of the values in the lines, by the field of the line. */
  readonly valueSpans: ReadonlyMap<string, readonly ValueSpan[]>;
}

/** The part of a clinical language reader that reads whole texts. */
export interface TextReader {
  read(text: string): Pick<ReadText, 'entities'>;
}

type NamedFact = readonly [name: string, fact: Fact];

/** A text without a digit states no value. */
const FIGURE = /\d/;
const CHILD = 2;

/** Age in the form of the chart: whole years, for small children with a fraction. */
const chartedAge = (years: number): number =>
  years < CHILD ? Math.round(years * 1_000) / 1_000 : Math.floor(years);

/** Age and sex where only the text gives them, or gives a small child's age more precisely. */
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

/** Adds the values of the text to the chart; sent values take precedence. */
export function withValues(chart: Chart, stated: readonly NamedFact[]): Chart {
  const more = stated.filter(([name]) => !chart.has(name));
  return more.length === 0 ? chart : new Map([...chart, ...chartOf(more)]);
}

/**
 * Reads the values and the person from the texts about a patient and joins them with the sent data.
 * Where both cannot be right, the text is ignored.
 *
 * @param sent facts as they were sent, without derived ones
 */
export function readWords(
  lines: readonly TextLine[],
  sent: Chart,
  language: TextReader | undefined,
): WrittenPatient {
  const complaints = lines.filter(({ kind }) => kind === 'complaint');
  const read = complaints.map(({ text, field }) => {
    const isRead = language !== undefined && FIGURE.test(text);
    return { text, field, entities: isRead ? language.read(text).entities : [] };
  });
  // Of several values of one variable, the last in the text is the newest.
  const stated = [
    ...new Map(
      read.flatMap(({ text, entities, field }) => [
        ...barePressureIn(text, field),
        ...valuesIn(entities, field),
      ]),
    ),
  ];
  const current = lines.filter(({ kind }) => kind === 'complaint' || kind === 'onset');
  const person = personOf(withValues(sent, stated), current.map(({ text }) => text).join('\n'));
  const ofPerson = personFacts(sent, person, current[0]?.field ?? '');
  const whole = new Map([...withValues(sent, stated), ...chartOf(ofPerson)]);
  const fits = whole.size === sent.size || contradictions(whole).length === 0;
  const valueSpans = new Map(
    read.map(({ field, entities }) => [field, valueSpansIn(entities, field)] as const),
  );
  return { lines, chart: withDerived(fits ? whole : sent), person, valueSpans };
}
