import { defineScore } from '../../score.js';
import { ACOG_DUE_DATE, addDays, PREGNANCY_DAYS } from './calendar.js';
import { DAYS_AT_ULTRASOUND, ULTRASOUND_DATE, WEEKS_AT_ULTRASOUND } from './dating-inputs.js';

/** Due date from a scan: 280 days less the age that the scan found (ACOG 2017). */
export const dueDateUltrasound = defineScore({
  id: 'due_date_ultrasound',
  name: 'Due date from an ultrasound scan',
  aliases: ['ultrasound_due_date', 'edd_by_ultrasound'],
  group: 'obstetrics',
  purpose: 'Dates a pregnancy by the gestational age that a scan found.',
  population: 'Pregnant women with a dating scan, best before 14 weeks',
  unit: '{date}',
  decimals: 0,
  inputs: {
    ultrasound_date: ULTRASOUND_DATE,
    weeks_at_ultrasound: WEEKS_AT_ULTRASOUND,
    days_at_ultrasound: DAYS_AT_ULTRASOUND,
  },
  categories: [
    {
      id: 'estimated',
      interpretation: 'The estimated day of 40 completed weeks, dated by ultrasound.',
    },
  ],
  references: [ACOG_DUE_DATE],
  compute({ ultrasound_date, weeks_at_ultrasound, days_at_ultrasound = 0 }) {
    const age = 7 * Math.floor(weeks_at_ultrasound) + Math.floor(days_at_ultrasound);
    return {
      value: addDays(ultrasound_date, PREGNANCY_DAYS - age),
      category: 'estimated',
      ...(weeks_at_ultrasound >= 22 && {
        warnings: ['a first scan at 22 weeks or later dates poorly (ACOG: suboptimally dated)'],
      }),
    };
  },
});
