const DAY_MS = 86_400_000;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day of the calendar so many days after (or, below 0, before) another. */
export function addDays(day: string, days: number): string {
  return new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie from one day of the calendar to another; below 0 when it comes first. */
export function daysFrom(start: string, end: string): number {
  return Math.round((at(end) - at(start)) / DAY_MS);
}

/** Length of pregnancy from the first day of the last period, and from conception, in days. */
export const PREGNANCY_DAYS = 280;
export const CONCEPTION_TO_BIRTH_DAYS = 266;
export const STANDARD_CYCLE_DAYS = 28;

export const ACOG_DUE_DATE = {
  title: 'ACOG Committee Opinion 700: Methods for estimating the due date',
  doi: '10.1097/AOG.0000000000002046',
  year: 2017,
} as const;

/** `20+3`: completed weeks and days. */
export function weeksAndDays(days: number): string {
  return `${Math.floor(days / 7)}+${days % 7}`;
}
