import { listOf, member, textOf } from './member.js';
import { parameterName } from './parameter-name.js';
import type { EmitRows } from './sink.js';
import { type CivilTime, clockIn, utc } from './time-zone.js';

/** Milliseconds since 1970, both ends inclusive. */
export interface TimeInterval {
  readonly low: number;
  readonly high: number;
}

/** Before and after all dates that can be written. */
export const FIRST_INSTANT = -8e15;
export const LAST_INSTANT = 8e15;

export type ReadDate = (text: string) => TimeInterval | undefined;

const DATE =
  /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?)?)?$/;

const MINUTE = 60_000;
const YEAR = { month: 0, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };

/** Of `+05:30`; 0 of `Z`. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':').map(Number);
  const size = ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE;
  return zone.startsWith('-') ? -size : size;
}

/** Range in milliseconds of a time written to the minute, second or a fraction. */
function width(second: string | undefined, fraction: string | undefined): number {
  if (second === undefined) return MINUTE;
  return fraction === undefined ? 1000 : Math.max(1, 10 ** (3 - fraction.length));
}

/** 30 February does not exist, although it matches the pattern. */
function exists({ year, month, day }: CivilTime): boolean {
  const date = new Date(utc({ year, ...YEAR, month, day }));
  return date.getUTCDate() === day;
}

/**
 * Reads dates, times and instants of FHIR, whole or in part: `2024`, `2024-02`, `2024-02-29T10:00Z`.
 * The range of all instants that a text may mean. Where it names no zone, it is a time
 * in `timeZone` (http://hl7.org/fhir/R4/search.html#date).
 */
export function createDateReader(timeZone: string): ReadDate {
  const clock = clockIn(timeZone);
  return (text) => {
    const match = DATE.exec(text);
    if (match === null) return undefined;
    const [, years, months, days, hours, minutes, seconds, fraction, zone] = match;
    const year = Number(years);
    if (months === undefined) return span(clock, { year, ...YEAR }, { year: year + 1, ...YEAR });
    const month = Number(months) - 1;
    if (days === undefined) {
      return span(clock, { year, ...YEAR, month }, { year, ...YEAR, month: month + 1 });
    }
    const day = Number(days);
    if (!exists({ year, ...YEAR, month, day })) return undefined;
    if (hours === undefined) {
      return span(clock, { year, ...YEAR, month, day }, { year, ...YEAR, month, day: day + 1 });
    }
    const second = Number(seconds ?? 0);
    const millisecond = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
    const at = {
      year,
      month,
      day,
      hour: Number(hours),
      minute: Number(minutes),
      second,
      millisecond,
    };
    const low = zone === undefined ? clock(at) : utc(at) - offsetOf(zone);
    return { low, high: low + width(seconds, fraction) - 1 };
  };
}

function span(clock: (at: CivilTime) => number, from: CivilTime, to: CivilTime): TimeInterval {
  return { low: clock(from), high: clock(to) - 1 };
}

/** The range of a period; undefined without both ends. */
function periodOf(read: ReadDate, value: unknown): TimeInterval | undefined {
  const [start, end] = [textOf(value, 'start'), textOf(value, 'end')].map((text) =>
    text === undefined ? undefined : read(text),
  );
  if (start === undefined && end === undefined) return undefined;
  return { low: start?.low ?? FIRST_INSTANT, high: end?.high ?? LAST_INSTANT };
}

/** The outer limits of a schedule, regardless of gaps between its events. */
function timingOf(read: ReadDate, value: unknown): TimeInterval | undefined {
  const events = listOf(value, 'event').map((one) =>
    typeof one === 'string' ? read(one) : undefined,
  );
  const bounds = periodOf(read, member(member(value, 'repeat'), 'boundsPeriod'));
  const all = [...events, bounds].filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  return all.reduce((one, other) => ({
    low: Math.min(one.low, other.low),
    high: Math.max(one.high, other.high),
  }));
}

function readerOf(type: string, read: ReadDate): (value: unknown) => TimeInterval | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? read(value) : undefined);
  switch (type) {
    case 'date':
    case 'dateTime':
      return text;
    case 'instant':
      return (value) => {
        const found = text(value);
        return found && { low: found.low, high: found.low };
      };
    case 'Period':
      return (value) => periodOf(read, value);
    case 'Timing':
      return (value) => timingOf(read, value);
    default:
      // An age or a text instead of a date cannot be compared with one.
      return () => undefined;
  }
}

/** Rows of a date parameter whose values are of this type. */
export function dateRows(base: string, code: string, type: string, read: ReadDate): EmitRows {
  const parameter = parameterName(base, code);
  const readValue = readerOf(type, read);
  return (value, { dates }) => {
    const found = readValue(value);
    if (found !== undefined) dates.push({ parameter, low: found.low, high: found.high });
  };
}
