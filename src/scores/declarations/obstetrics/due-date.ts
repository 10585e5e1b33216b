import { defineScore } from '../../score.js';
import {
  ACOG_DUE_DATE,
  addDays,
  CONCEPTION_TO_BIRTH_DAYS,
  PREGNANCY_DAYS,
  STANDARD_CYCLE_DAYS,
} from './calendar.js';
import { CYCLE_LENGTH, datingWarnings, LAST_MENSTRUAL_PERIOD } from './dating-inputs.js';

/**
 * Due date by Naegele's rule as ACOG words it: 280 days after the first day of the last period, and
 * as many days later (or earlier) as the cycle is longer (or shorter) than 28 days.
 *
 * The wording with months (minus three months, plus seven days) lands up to three days away.
 */
export function dueDateFromPeriod(period: string, cycleDays = STANDARD_CYCLE_DAYS): string {
  return addDays(period, PREGNANCY_DAYS + cycleDays - STANDARD_CYCLE_DAYS);
}

export const dueDate = defineScore({
  id: 'due_date',
  name: 'Due date from the last menstrual period (Naegele)',
  aliases: ['naegele', 'estimated_due_date', 'edd', 'expected_date_of_delivery'],
  group: 'obstetrics',
  purpose: 'Estimates the day on which a pregnancy reaches 40 weeks.',
  population: 'Pregnant women with a regular cycle who know their last period',
  unit: '{date}',
  decimals: 0,
  inputs: { last_menstrual_period: LAST_MENSTRUAL_PERIOD, cycle_length: CYCLE_LENGTH },
  categories: [
    {
      id: 'estimated',
      interpretation: 'The estimated day of 40 completed weeks; few are born on that very day.',
      action: {
        text:
          'Date again by a first-trimester scan where it differs by more than 5 days (to 8+6 ' +
          'weeks) or 7 days (9+0 to 13+6 weeks).',
        source: 'ACOG Committee Opinion 700 (2017)',
      },
    },
  ],
  references: [
    ACOG_DUE_DATE,
    {
      title: 'Baskett TF, Nagele F. Naegele’s rule: a reappraisal',
      doi: '10.1111/j.1471-0528.2000.tb11661.x',
      year: 2000,
    },
  ],
  compute({ last_menstrual_period, cycle_length }) {
    const value = dueDateFromPeriod(last_menstrual_period, cycle_length);
    return {
      value,
      category: 'estimated',
      derived: [
        { name: 'conception_date', value: addDays(value, -CONCEPTION_TO_BIRTH_DAYS) },
        { name: 'term_from', value: addDays(value, -21) },
        { name: 'post_term_from', value: addDays(value, 14) },
      ],
      warnings: datingWarnings(cycle_length),
    };
  },
});
