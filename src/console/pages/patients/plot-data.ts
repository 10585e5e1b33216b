import type { Reading } from './readings.js';

type Column = (number | null)[];

/** A line of a plot. */
export interface PlotLine {
  readonly title: string;
  readonly values: Column;
  /** Values with a comparator, at the limit that they state. */
  readonly limits: Column;
}

/** All lines of a plot have one unit and one axis of times. */
export interface PlotData {
  readonly unit: string;
  readonly unitCode: string;
  /** Seconds since 1970, ascending. */
  readonly times: number[];
  readonly lines: readonly PlotLine[];
  /** The reference range at each time; only where the plot has one line. */
  readonly low: Column;
  readonly high: Column;
  readonly hasRange: boolean;
}

type NumberReading = Reading & {
  readonly at: number;
  readonly value: Extract<Reading['value'], { readonly kind: 'number' }>;
};

const isPlotted = (reading: Reading): reading is NumberReading =>
  reading.at !== undefined && reading.value.kind === 'number';

/** Lines that are drawn together where their unit is the same, such as both blood pressures. */
export interface PlotSource {
  readonly title: string;
  readonly readings: readonly Reading[];
}

/**
 * Plots of the values that have a number and a time: one for each unit, because values in different units have no
 * common axis. The unit with the newest value comes first.
 */
export function plotsOf(sources: readonly PlotSource[]): PlotData[] {
  const plotted = sources.flatMap(({ readings }, line) =>
    readings.filter(isPlotted).map((reading) => ({ reading, line })),
  );
  const newest = new Map<string, number>();
  for (const { reading } of plotted) {
    const { unitCode } = reading.value;
    newest.set(unitCode, Math.max(newest.get(unitCode) ?? Number.NEGATIVE_INFINITY, reading.at));
  }
  const codes = [...newest].sort(([, a], [, b]) => b - a).map(([code]) => code);
  return codes.map((code) => {
    const own = plotted
      .filter(({ reading }) => reading.value.unitCode === code)
      .sort((a, b) => a.reading.at - b.reading.at);
    return plotOf(code, sources, own);
  });
}

type Point = { readonly reading: NumberReading; readonly line: number };

/** Values of different lines at one time share a place; two of the same line do not. */
function placesOf(points: readonly Point[]): Point[][] {
  const places: Point[][] = [];
  for (const point of points) {
    const last = places.at(-1);
    const isSame = last?.[0]?.reading.at === point.reading.at;
    if (isSame && !last?.some(({ line }) => line === point.line)) last?.push(point);
    else places.push([point]);
  }
  return places;
}

function plotOf(
  unitCode: string,
  sources: readonly PlotSource[],
  points: readonly Point[],
): PlotData {
  const places = placesOf(points);
  const used = sources
    .map((source, line) => ({ source, line }))
    .filter(({ line }) => points.some((point) => point.line === line));
  const at = (line: number, isLimit: boolean): Column =>
    places.map((place) => {
      const value = place.find((point) => point.line === line)?.reading.value;
      return value !== undefined && (value.comparator !== '') === isLimit ? value.value : null;
    });
  const rangeAt = (name: 'low' | 'high'): Column =>
    places.map(([first]) => {
      const ranges = first?.reading.ranges ?? [];
      return (ranges.length === 1 ? ranges[0]?.[name] : undefined) ?? null;
    });
  const isAlone = used.length === 1;
  const low = isAlone ? rangeAt('low') : places.map(() => null);
  const high = isAlone ? rangeAt('high') : places.map(() => null);
  return {
    unit: points.at(-1)?.reading.value.unit ?? unitCode,
    unitCode,
    times: places.map(([first]) => (first?.reading.at ?? 0) / 1_000),
    lines: used.map(({ source, line }) => ({
      title: source.title,
      values: at(line, false),
      limits: at(line, true),
    })),
    low,
    high,
    hasRange: [...low, ...high].some((limit) => limit !== null),
  };
}
