/** A time as FHIR writes it: a year, a month, a day, or an instant with its zone. */

const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Milliseconds since 1970; a day, month or year without a zone begins at midnight here. */
export function millisecondsOf(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const [, year, month = '1', day = '1'] = PARTIAL.exec(time) ?? [];
  const ms =
    year === undefined
      ? Date.parse(time)
      : new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** How times are written: the language, and the zone where it is not that of the browser. */
export interface TimeStyle {
  readonly locale: string;
  readonly timeZone?: string;
}

/**
 * A time for people, no finer than it was stated: `1992`, `Feb 1992`, `14 Feb 1992`, and with the
 * zone `14 Feb 1992, 11:10 CET`. What is no time is written as it is.
 */
export function formatTime(time: string, { locale, timeZone }: TimeStyle): string {
  const ms = millisecondsOf(time);
  if (ms === undefined) return time;
  const [, year, month, day] = PARTIAL.exec(time) ?? [];
  if (year === undefined) return formatInstant(ms, { locale, ...(timeZone && { timeZone }) });
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    ...(month !== undefined && { month: 'short' }),
    ...(day !== undefined && { day: 'numeric' }),
  }).format(ms);
}

/** An instant with day, minute and zone. */
export function formatInstant(ms: number, { locale, timeZone }: TimeStyle): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(ms);
}

interface Period {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** `14 Feb 1992 – 16 Feb 1992`; one time where both are the same, and an open end as a dash. */
export function formatPeriod({ start, end }: Period, style: TimeStyle): string {
  const from = start === undefined ? '' : formatTime(start, style);
  const to = end === undefined ? '' : formatTime(end, style);
  return from === to ? from : `${from} – ${to}`.trim();
}
