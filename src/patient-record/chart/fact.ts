/** A number in the variable's unit, a boolean, a code, or a calendar date. */
export type FactValue = number | boolean | string;

/** One fact about a patient, with its origin. */
export interface Fact {
  readonly value: FactValue;
  /** As it was sent. */
  readonly given: { readonly value: FactValue; readonly unit?: string };
  /** Path of the field it came from, or what it was derived from. */
  readonly from: string;
  /** When it was true, ms since 1970, if a time was given. */
  readonly at?: number;
}

/**
 * The facts about a patient by variable, oldest first; a fact without a time counts as the newest.
 */
export type Chart = ReadonlyMap<string, readonly Fact[]>;

const DERIVED = 'derived from ';

/** The origin of a derived fact: the fields or names of its sources. */
export const derivedFrom = (sources: readonly string[]): string => DERIVED + sources.join(', ');

/** Whether a fact was derived rather than given. */
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
