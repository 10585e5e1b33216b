import { choice, day } from '../../input.js';
import { defineScore } from '../../score.js';
import { ACOG_DUE_DATE, daysFrom, PREGNANCY_DAYS, weeksAndDays } from './calendar.js';
import {
  CYCLE_LENGTH,
  DAYS_AT_ULTRASOUND,
  LAST_MENSTRUAL_PERIOD,
  ULTRASOUND_DATE,
  WEEKS_AT_ULTRASOUND,
} from './dating-inputs.js';
import { dueDateOf, wayOfDating } from './way-of-dating.js';

/** Beyond 44 weeks the dates are at fault, not the pregnancy. */
const LONGEST_DAYS = 44 * 7;

const optional = { optional: true } as const;

const NEEDED = {
  last_menstrual_period: ['last_menstrual_period'],
  due_date: ['due_date'],
  ultrasound: ['ultrasound_date', 'weeks_at_ultrasound'],
} as const;

const counted = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** Gestational age on a stated day, by whichever dating is at hand. */
export const gestationalAge = defineScore({
  id: 'gestational_age',
  name: 'Gestational age',
  aliases: ['estimated_gestational_age', 'ega', 'weeks_pregnant'],
  group: 'obstetrics',
  purpose: 'Gives the age of a pregnancy on a day in weeks and days.',
  population: 'Pregnant women',
  unit: 'wk',
  decimals: 2,
  range: { min: 0, max: 44 },
  inputs: {
    on_date: day('Day on which the age is wanted', { help: 'Today, or the day of the visit.' }),
    last_menstrual_period: {
      ...LAST_MENSTRUAL_PERIOD,
      ...optional,
      help: 'Needed unless a due date or an ultrasound scan is given.',
    },
    cycle_length: CYCLE_LENGTH,
    due_date: {
      ...day('Established due date', { help: 'Instead of the last period; it goes first.' }),
      ...optional,
    },
    ultrasound_date: { ...ULTRASOUND_DATE, ...optional },
    weeks_at_ultrasound: { ...WEEKS_AT_ULTRASOUND, ...optional },
    days_at_ultrasound: DAYS_AT_ULTRASOUND,
    dated_by: choice(
      'What the pregnancy is dated by',
      {
        last_menstrual_period: 'first day of the last menstrual period',
        due_date: 'an established due date',
        ultrasound: 'gestational age found by a scan',
      },
      {
        ...optional,
        help: 'Where several datings are given; else the due date, or the rule of ACOG for a scan.',
      },
    ),
  },
  categories: [
    { id: 'first trimester', from: 0, interpretation: 'First trimester (to 13+6 weeks).' },
    { id: 'second trimester', from: 14, interpretation: 'Second trimester (14+0 to 27+6 weeks).' },
    { id: 'third trimester', from: 28, interpretation: 'Third trimester, before term.' },
    { id: 'early term', from: 37, interpretation: 'Early term (37+0 to 38+6 weeks).' },
    { id: 'full term', from: 39, interpretation: 'Full term (39+0 to 40+6 weeks).' },
    { id: 'late term', from: 41, interpretation: 'Late term (41+0 to 41+6 weeks).' },
    {
      id: 'post-term',
      from: 42,
      interpretation: 'Post-term (42+0 weeks and beyond).',
      action: {
        text: 'Delivery is recommended from 42+0 and by 42+6 weeks.',
        source: 'ACOG Practice Bulletin 146 (2014)',
      },
    },
  ],
  references: [
    ACOG_DUE_DATE,
    {
      title: 'ACOG Committee Opinion 579: Definition of term pregnancy',
      doi: '10.1097/01.AOG.0000437385.88715.4a',
      year: 2013,
    },
  ],
  alsoNeeds: (v) => NEEDED[wayOfDating(v)],
  refuses(v) {
    const due = dueDateOf(v);
    if (v.on_date === undefined || due === undefined) return undefined;
    const input = NEEDED[wayOfDating(v)][0];
    const age = PREGNANCY_DAYS - daysFrom(v.on_date, due);
    if (age < 0) return { input, issue: 'puts the start of the pregnancy after on_date' };
    if (age > LONGEST_DAYS) return { input, issue: 'makes the pregnancy longer than 44 weeks' };
    return undefined;
  },
  compute(v) {
    const due = dueDateOf(v) ?? '';
    const age = PREGNANCY_DAYS - daysFrom(v.on_date, due);
    const [weeks, days] = [Math.floor(age / 7), age % 7];
    const way = wayOfDating(v);
    const byPeriod = way === 'last_menstrual_period';
    return {
      value: age / 7,
      derived: [
        { name: 'text', value: `${counted(weeks, 'week')} and ${counted(days, 'day')}` },
        { name: 'weeks', value: weeks, unit: 'wk' },
        { name: 'days', value: days, unit: 'd' },
        { name: 'notation', value: weeksAndDays(age) },
        { name: 'total_days', value: age, unit: 'd' },
        { name: 'due_date', value: due },
        { name: 'dated_by', value: way },
      ],
      ...(byPeriod &&
        v.cycle_length === undefined && {
          warnings: ['cycle_length was not given: 28 days were used'],
        }),
    };
  },
});
