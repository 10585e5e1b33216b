/** A number in the variable's unit, a truth, a code, or a day of the calendar. */
export type FactValue = number | boolean | string;

/** One thing known of a patient, and how we know it. */
export interface Fact {
  readonly value: FactValue;
  /** As it was sent. */
  readonly given: { readonly value: FactValue; readonly unit?: string };
  /** Path of the field it came from, or what it was derived from. */
  readonly from: string;
  /** When it was true, ms since 1970, where that was said. */
  readonly at?: number;
}

/** What is known of a patient: by variable, oldest first; what has no time counts as newest. */
export type Chart = ReadonlyMap<string, readonly Fact[]>;

const DERIVED = 'derived from ';

/** Where a fact comes from that follows from others, by the fields or names of these. */
export const derivedFrom = (sources: readonly string[]): string => DERIVED + sources.join(', ');

/** Whether a fact follows from others and was not given. */
export const isDerived = ({ from }: Fact): boolean => from.startsWith(DERIVED);

/** The newest fact about a variable. */
export function latest(chart: Chart, name: string): Fact | undefined {
  return chart.get(name)?.at(-1);
}

/** A chart of facts in any order. */
export function chartOf(facts: Iterable<readonly [name: string, fact: Fact]>): Chart {
  const chart = new Map<string, Fact[]>();
  for (const [name, fact] of facts) {
    const series = chart.get(name);
    if (series) series.push(fact);
    else chart.set(name, [fact]);
  }
  const time = ({ at }: Fact) => at ?? Number.POSITIVE_INFINITY;
  for (const series of chart.values()) {
    series.sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)));
  }
  return chart;
}
