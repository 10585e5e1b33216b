import { stepsFrom } from '../../score.js';
import { addDays, daysFrom, PREGNANCY_DAYS } from './calendar.js';
import { dueDateFromPeriod } from './due-date.js';

export type WayOfDating = 'last_menstrual_period' | 'due_date' | 'ultrasound';

export interface Datings {
  readonly dated_by?: WayOfDating | undefined;
  readonly last_menstrual_period?: string | undefined;
  readonly cycle_length?: number | undefined;
  readonly due_date?: string | undefined;
  readonly ultrasound_date?: string | undefined;
  readonly weeks_at_ultrasound?: number | undefined;
  readonly days_at_ultrasound?: number | undefined;
}

/**
 * ACOG 700: a scan replaces the last period where the two differ by more days than this. By the age
 * on the day of the scan, in days: to 8+6, 15+6, 21+6, 27+6 weeks, and beyond.
 */
const maxDifference = stepsFrom(5, [63, 7], [112, 10], [154, 14], [196, 21]);

function dueDateFromScan(v: Datings): string | undefined {
  if (v.ultrasound_date === undefined || v.weeks_at_ultrasound === undefined) return undefined;
  const age = 7 * Math.floor(v.weeks_at_ultrasound) + Math.floor(v.days_at_ultrasound ?? 0);
  return addDays(v.ultrasound_date, PREGNANCY_DAYS - age);
}

const dueDateFromLastPeriod = (v: Datings) =>
  v.last_menstrual_period && dueDateFromPeriod(v.last_menstrual_period, v.cycle_length);

/** Whether the scan and the period lie so far apart that the scan dates the pregnancy. */
function scanReplacesPeriod(v: Datings): boolean {
  const [byScan, byPeriod] = [dueDateFromScan(v), dueDateFromLastPeriod(v)];
  if (byScan === undefined || v.ultrasound_date === undefined) return false;
  if (byPeriod === undefined) return true;
  const ageByPeriod = PREGNANCY_DAYS - daysFrom(v.ultrasound_date, byPeriod);
  return Math.abs(daysFrom(byPeriod, byScan)) > maxDifference(ageByPeriod);
}

/** The dating to be used: the one asked for, else an established due date, the scan or the period. */
export function wayOfDating(v: Datings): WayOfDating {
  if (v.dated_by !== undefined) return v.dated_by;
  if (v.due_date !== undefined) return 'due_date';
  const scanned = v.ultrasound_date !== undefined || v.weeks_at_ultrasound !== undefined;
  const onlyScanned = scanned && v.last_menstrual_period === undefined;
  return onlyScanned || scanReplacesPeriod(v) ? 'ultrasound' : 'last_menstrual_period';
}

/** The due date by the dating that is used, or nothing where its dates are missing. */
export function dueDateOf(v: Datings): string | undefined {
  switch (wayOfDating(v)) {
    case 'due_date':
      return v.due_date;
    case 'ultrasound':
      return dueDateFromScan(v);
    case 'last_menstrual_period':
      return dueDateFromLastPeriod(v);
  }
}
