import { defineScore } from '../../score.js';
import { ACOG_DUE_DATE, addDays, CONCEPTION_TO_BIRTH_DAYS } from './calendar.js';
import { CYCLE_LENGTH, datingWarnings, LAST_MENSTRUAL_PERIOD } from './dating-inputs.js';
import { dueDateFromPeriod } from './due-date.js';

/** Day of conception: 14 days after the last period began, later by what the cycle exceeds 28 days. */
export const conceptionDate = defineScore({
  id: 'conception_date',
  name: 'Estimated date of conception',
  aliases: ['date_of_conception', 'estimated_date_of_conception'],
  group: 'obstetrics',
  purpose: 'Estimates the day of conception from the last menstrual period.',
  population: 'Pregnant women with a regular cycle who know their last period',
  unit: '{date}',
  decimals: 0,
  inputs: { last_menstrual_period: LAST_MENSTRUAL_PERIOD, cycle_length: CYCLE_LENGTH },
  categories: [
    {
      id: 'estimated',
      interpretation: 'The likely day of conception; days to either side are as possible.',
    },
  ],
  references: [
    ACOG_DUE_DATE,
    {
      title:
        'Wilcox AJ, Weinberg CR, Baird DD. Timing of sexual intercourse in relation to ovulation',
      doi: '10.1056/NEJM199512073332301',
      year: 1995,
    },
  ],
  compute({ last_menstrual_period, cycle_length }) {
    const due = dueDateFromPeriod(last_menstrual_period, cycle_length);
    const value = addDays(due, -CONCEPTION_TO_BIRTH_DAYS);
    return {
      value,
      category: 'estimated',
      derived: [
        { name: 'fertile_from', value: addDays(value, -5) },
        { name: 'due_date', value: due },
      ],
      warnings: datingWarnings(cycle_length),
    };
  },
});
