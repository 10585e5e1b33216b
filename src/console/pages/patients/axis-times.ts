const DAY_S = 86_400;

/**
 * Writes the ticks of an axis of times, in the zone of the browser, as fine as the steps between
 * them: years, months, days or minutes.
 *
 * @param seconds of each tick, since 1970
 * @param step seconds between two ticks
 */
export function tickTexts(seconds: readonly number[], step: number, locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, formatFor(step));
  return seconds.map((at) => format.format(at * 1_000));
}

function formatFor(step: number): Intl.DateTimeFormatOptions {
  if (step >= 365 * DAY_S) return { year: 'numeric' };
  if (step >= 28 * DAY_S) return { month: 'short', year: 'numeric' };
  if (step >= DAY_S) return { day: 'numeric', month: 'short' };
  return { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
}

export const SPANS = ['all', 'year', 'month', 'week', 'day'] as const;
export type Span = (typeof SPANS)[number];

const SPAN_SECONDS: Readonly<Record<Span, number>> = {
  all: Number.POSITIVE_INFINITY,
  year: 365 * DAY_S,
  month: 30 * DAY_S,
  week: 7 * DAY_S,
  day: DAY_S,
};

/** The time that a plot shows: the last part of its data. */
export function windowOf(times: readonly number[], span: Span): readonly [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const from = Math.max(first, last - SPAN_SECONDS[span]);
  // A single value stands in the middle of an hour.
  const margin = from === last ? 1_800 : (last - from) * 0.02;
  return [from - margin, last + margin];
}

/** Spans that show less than everything there is. */
export function spansFor(times: readonly number[]): Span[] {
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const shorter = SPANS.filter((span) => SPAN_SECONDS[span] < whole);
  return shorter.length === 0 ? [] : ['all', ...shorter];
}
