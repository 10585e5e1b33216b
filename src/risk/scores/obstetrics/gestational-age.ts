import { choice, day } from '../../input.js';
import { defineScore } from '../../score.js';
import { ACOG_DUE_DATE, addDays, daysFrom, PREGNANCY_DAYS, weeksAndDays } from './calendar.js';
import {
  CYCLE_LENGTH,
  DAYS_AT_ULTRASOUND,
  LAST_MENSTRUAL_PERIOD,
  ULTRASOUND_DATE,
  WEEKS_AT_ULTRASOUND,
} from './dating-inputs.js';
import { dueDateFromPeriod } from './due-date.js';

/** Beyond 44 weeks the dates are at fault, not the pregnancy. */
const LONGEST_DAYS = 44 * 7;

const optional = { optional: true } as const;

interface Dating {
  readonly dated_by?: 'last_menstrual_period' | 'due_date' | 'ultrasound' | undefined;
  readonly last_menstrual_period?: string | undefined;
  readonly cycle_length?: number | undefined;
  readonly due_date?: string | undefined;
  readonly ultrasound_date?: string | undefined;
  readonly weeks_at_ultrasound?: number | undefined;
  readonly days_at_ultrasound?: number | undefined;
}

/** The due date that the stated way of dating gives, or nothing where its dates are missing. */
function dueDateOf(v: Dating): string | undefined {
  switch (v.dated_by) {
    case 'last_menstrual_period':
      return v.last_menstrual_period && dueDateFromPeriod(v.last_menstrual_period, v.cycle_length);
    case 'ultrasound': {
      if (v.ultrasound_date === undefined || v.weeks_at_ultrasound === undefined) return undefined;
      const age = 7 * Math.floor(v.weeks_at_ultrasound) + Math.floor(v.days_at_ultrasound ?? 0);
      return addDays(v.ultrasound_date, PREGNANCY_DAYS - age);
    }
    default:
      return v.due_date;
  }
}

const NEEDED = {
  last_menstrual_period: 'last_menstrual_period',
  due_date: 'due_date',
  ultrasound: 'ultrasound_date',
} as const;

/** Gestational age in completed weeks on a stated day, by whichever dating is at hand. */
export const gestationalAge = defineScore({
  id: 'gestational_age',
  name: 'Gestational age',
  aliases: ['estimated_gestational_age', 'ega', 'weeks_pregnant'],
  group: 'obstetrics',
  purpose: 'Gives the age of a pregnancy on a day in completed weeks and days.',
  population: 'Pregnant women',
  unit: 'wk',
  decimals: 0,
  range: { min: 0, max: 44 },
  inputs: {
    dated_by: choice('What the pregnancy is dated by', {
      last_menstrual_period: 'first day of the last menstrual period',
      due_date: 'an established due date',
      ultrasound: 'gestational age found by a scan',
    }),
    // Dates cannot be bounded: each is optional here and asked for by `refuses`.
    on_date: { ...day('Day on which the age is wanted'), ...optional },
    last_menstrual_period: { ...LAST_MENSTRUAL_PERIOD, ...optional },
    cycle_length: CYCLE_LENGTH,
    due_date: { ...day('Established due date'), ...optional },
    ultrasound_date: { ...ULTRASOUND_DATE, ...optional },
    weeks_at_ultrasound: { ...WEEKS_AT_ULTRASOUND, ...optional },
    days_at_ultrasound: DAYS_AT_ULTRASOUND,
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
  refuses(v) {
    if (v.dated_by === undefined) return undefined;
    if (v.on_date === undefined) {
      return { input: 'on_date', issue: 'is needed: the day on which the age is wanted' };
    }
    const due = dueDateOf(v);
    const input = NEEDED[v.dated_by];
    if (due === undefined) return { input, issue: `is needed to date by ${v.dated_by}` };
    const age = PREGNANCY_DAYS - daysFrom(v.on_date, due);
    if (age < 0) return { input, issue: 'puts the start of the pregnancy after on_date' };
    if (age > LONGEST_DAYS) return { input, issue: 'makes the pregnancy longer than 44 weeks' };
    return undefined;
  },
  compute(v) {
    const due = dueDateOf(v) ?? '';
    const age = PREGNANCY_DAYS - daysFrom(v.on_date ?? '', due);
    return {
      value: Math.floor(age / 7),
      derived: [
        { name: 'days_beyond_weeks', value: age % 7, unit: 'd' },
        { name: 'total_days', value: age, unit: 'd' },
        { name: 'notation', value: weeksAndDays(age) },
        { name: 'due_date', value: due },
      ],
    };
  },
});
