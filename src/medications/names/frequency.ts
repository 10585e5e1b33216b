import type { Frequency } from '../taken-ingredient.js';
import type { FrequencyWords } from './schema.js';

type DayTime = NonNullable<FrequencyWords['at']>;

/** Frequency words of a line, before they are combined. */
export interface Timing {
  /** Doses a day, stated explicitly. */
  readonly perDay: readonly number[];
  readonly everyHours: readonly number[];
  /** Days of a week on which it is taken; 1 for weekly. */
  readonly daysAWeek: readonly number[];
  readonly everyDays: readonly number[];
  readonly at: ReadonlySet<DayTime>;
  /** Named weekdays, 1 for Monday. */
  readonly weekdays: ReadonlySet<number>;
  readonly asNeeded: boolean;
  readonly once: boolean;
  readonly unclear: boolean;
}

export const NO_TIMING: Timing = {
  perDay: [],
  everyHours: [],
  daysAWeek: [],
  everyDays: [],
  at: new Set(),
  weekdays: new Set(),
  asNeeded: false,
  once: false,
  unclear: false,
};

export function mergeTiming(a: Timing, b: Partial<Timing>): Timing {
  return {
    perDay: [...a.perDay, ...(b.perDay ?? [])],
    everyHours: [...a.everyHours, ...(b.everyHours ?? [])],
    daysAWeek: [...a.daysAWeek, ...(b.daysAWeek ?? [])],
    everyDays: [...a.everyDays, ...(b.everyDays ?? [])],
    at: new Set([...a.at, ...(b.at ?? [])]),
    weekdays: new Set([...a.weekdays, ...(b.weekdays ?? [])]),
    asNeeded: a.asNeeded || (b.asNeeded ?? false),
    once: a.once || (b.once ?? false),
    unclear: a.unclear || (b.unclear ?? false),
  };
}

/** Two decimals more than any interval needs; 1/7 remains 1/7 in all calculations. */
const tidy = (value: number) => Number(value.toPrecision(10));

const distinct = (values: readonly number[]) => [...new Set(values)];

/** Contradictory words: weekly and daily, every 8 hours and six times a day. */
export function contradictsItself(timing: Timing): boolean {
  const { perDay, everyHours, daysAWeek, everyDays, weekdays } = timing;
  const days = distinct([...daysAWeek, ...(weekdays.size > 0 ? [weekdays.size] : [])]);
  const several = [perDay, everyHours, everyDays].some((values) => distinct(values).length > 1);
  if (several) return true;
  const maxPerDay = everyHours[0] && 24 / everyHours[0];
  if (maxPerDay !== undefined && (perDay[0] ?? 0) > maxPerDay) return true;
  // `weekly on Monday` is one day; `three times a week on Monday and Friday` is not.
  if (days.length > 1) return true;
  const oftener = everyHours.length > 0 || perDay.some((times) => times !== 1);
  if (everyDays.length > 0 && (days.length > 0 || oftener)) return true;
  // Weekly must never become daily: a line with both is not resolved.
  return daysAWeek.includes(1) && (perDay.length > 0 || everyHours.length > 0);
}

/**
 * Combines the frequency words of a line.
 *
 * @returns nothing where there are none; `unclear` where they contradict each other
 */
export function frequencyOf(timing: Timing): Frequency | undefined {
  const { everyHours, daysAWeek, everyDays, at, weekdays, asNeeded, once } = timing;
  const [hours] = everyHours;
  // `four times a day, every 4 hours at most` means four times.
  const perDay = timing.perDay[0] ?? (hours && 24 / hours);
  const marks = { ...(asNeeded && { asNeeded }) };
  if (timing.unclear || contradictsItself(timing)) return { ...marks, unclear: true };
  const [interval] = everyDays;
  if (interval !== undefined) {
    return { ...marks, perDay: tidy(1 / interval), everyDays: interval };
  }
  const days = daysAWeek[0] ?? (weekdays.size > 0 ? weekdays.size : undefined);
  const times = perDay ?? (at.has('meals') ? 3 : at.size > 0 ? at.size : undefined);
  if (days !== undefined) {
    // A time of day on the day of a weekly dose: `weekly at night`.
    const count = perDay ?? 1;
    const spaced = days < 7 && count === 1;
    return {
      ...marks,
      perDay: tidy((count * days) / 7),
      ...(spaced && days < 4 && { everyDays: tidy(7 / days) }),
    };
  }
  if (times !== undefined) return { perDay: tidy(times), ...marks };
  if (once) return { ...marks, once: true };
  return asNeeded ? { asNeeded: true } : undefined;
}
