/** Years below 100 are taken literally, unlike in `Date.UTC`. */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146_097 * 86_400_000;

export interface CivilTime {
  readonly year: number;
  /** From 0 on; 12 is January of the next year. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** Milliseconds since 1970 of a time in UTC. */
export function utc(at: CivilTime): number {
  const { year, month, day, hour, minute, second, millisecond } = at;
  return Date.UTC(year + CYCLE_YEARS, month, day, hour, minute, second, millisecond) - CYCLE_MS;
}

/** Milliseconds by which a zone is ahead of UTC at a time. */
function offsetReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
    const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
    const [month, day, hour] = [part('month') - 1, part('day'), part('hour')];
    const [minute, second] = [part('minute'), part('second')];
    const here = utc({ year, month, day, hour, minute, second, millisecond: 0 });
    return here - Math.floor(at / 1000) * 1000;
  };
}

/**
 * Milliseconds since 1970 of a time on the clocks of a zone. One that a clock skips is the moment
 * after the gap; a local time that occurs twice means the first.
 */
export type ReadClock = (at: CivilTime) => number;

const DAY = 86_400_000;

/** Offsets are cached, as dates recur and an offset is expensive to determine. */
const MAX_REMEMBERED = 10_000;

function zoneReader(timeZone: string): ReadClock {
  if (timeZone === 'UTC') return utc;
  const offsetAt = offsetReader(timeZone);
  const cache = new Map<number, number>();
  const read = (local: number) => {
    const offsets = [offsetAt(local - DAY), offsetAt(local + DAY)];
    const found = offsets.find((offset) => offsetAt(local - offset) === offset);
    return local - (found ?? Math.min(...offsets));
  };
  return (at) => {
    const local = utc(at);
    const result = cache.get(local) ?? read(local);
    if (cache.size >= MAX_REMEMBERED) cache.clear();
    cache.set(local, result);
    return result;
  };
}

const readers = new Map<string, ReadClock>();

/** @param timeZone of the IANA's database, checked before */
export function clockIn(timeZone: string): ReadClock {
  const reader = readers.get(timeZone) ?? zoneReader(timeZone);
  readers.set(timeZone, reader);
  return reader;
}
