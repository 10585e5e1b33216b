import { day, ownQuantity } from '../../input.js';

/** Inputs that the rules for dating a pregnancy ask for in the same words. */
export const LAST_MENSTRUAL_PERIOD = day('First day of the last menstrual period');

export const CYCLE_LENGTH = ownQuantity('Length of the menstrual cycle', 'd', [20, 45], 1, {
  optional: true,
  help: 'Where it is regular; 28 days when it is not given.',
});

export const ULTRASOUND_DATE = day('Day of the ultrasound scan');

export const WEEKS_AT_ULTRASOUND = ownQuantity(
  'Gestational age at the scan, completed weeks',
  'wk',
  [4, 42],
  1,
);

export const DAYS_AT_ULTRASOUND = ownQuantity(
  'Gestational age at the scan, days beyond the completed weeks',
  'd',
  [0, 6],
  1,
  { optional: true },
);

const FORMULA = 'Counted from the last period: confirm with an ultrasound scan before 22 weeks';

/** What a date that rests on the last period takes for granted. */
export function datingWarnings(cycleLength: number | undefined): string[] {
  return cycleLength === undefined
    ? [FORMULA, 'cycle_length was not given: 28 days were used']
    : [FORMULA];
}
