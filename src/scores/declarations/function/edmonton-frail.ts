import { ownFlag } from '../../input.js';
import { answers, item, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Frailty in nine domains, 0 to 17 (Rolfson 2006). */
export const edmontonFrail = defineScore({
  id: 'edmonton_frail',
  name: 'Edmonton Frail Scale',
  aliases: ['edmonton_frail_scale', 'efs'],
  group: 'function and frailty',
  purpose: 'Grades frailty in nine domains.',
  population: 'Adults of 65 years and over',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 17 },
  inputs: {
    clock_drawing: item('Clock test', [0, 2], '0 no errors, 1 minor spacing errors, 2 others'),
    admissions_last_year: answers('Admissions to hospital in the last year', {
      '0': 'none',
      '1': 'one or two',
      '2': 'more than two',
    }),
    self_rated_health: answers('General health', {
      '0': 'excellent, very good or good',
      '1': 'fair',
      '2': 'poor',
    }),
    help_with_activities: answers('Help needed with eight activities', {
      '0': 'none or one',
      '1': 'two to four',
      '2': 'five to eight',
    }),
    help_available: answers('Can count on somebody for help', {
      '0': 'always',
      '1': 'sometimes',
      '2': 'never',
    }),
    five_or_more_drugs: ownFlag('Five or more prescribed drugs regularly'),
    forgets_drugs: ownFlag('Forgets to take prescribed drugs at times'),
    clothes_looser: ownFlag('Weight loss recently, so that clothes are looser'),
    often_sad: ownFlag('Often sad or depressed'),
    urine_incontinence: ownFlag('Loses urine without wanting to'),
    timed_up_and_go: answers('Timed up and go, three metres', {
      '0': '0–10 s',
      '1': '11–20 s',
      '2': 'more than 20 s, unwilling, or needs help',
    }),
  },
  categories: [
    { id: 'not frail', from: 0, interpretation: 'Not frail (0–5).' },
    { id: 'vulnerable', from: 6, interpretation: 'Vulnerable (6–7).' },
    {
      id: 'mild frailty',
      from: 8,
      interpretation: 'Mild frailty (8–9).',
      action: { text: 'Comprehensive geriatric assessment.', source: 'NICE NG56 (2016)' },
    },
    {
      id: 'moderate frailty',
      from: 10,
      interpretation: 'Moderate frailty (10–11).',
      action: { text: 'Comprehensive geriatric assessment.', source: 'NICE NG56 (2016)' },
    },
    {
      id: 'severe frailty',
      from: 12,
      interpretation: 'Severe frailty (12–17).',
      action: { text: 'Comprehensive geriatric assessment.', source: 'NICE NG56 (2016)' },
    },
  ],
  references: [
    {
      title: 'Rolfson DB et al. Validity and reliability of the Edmonton Frail Scale',
      doi: '10.1093/ageing/afl041',
      year: 2006,
    },
    {
      title: 'Perna S et al. Performance of Edmonton Frail Scale on frailty assessment',
      doi: '10.1186/s12877-016-0382-3',
      year: 2017,
    },
  ],
  compute: ({
    five_or_more_drugs,
    forgets_drugs,
    clothes_looser,
    often_sad,
    urine_incontinence,
    ...graded
  }) =>
    sumOf({
      five_or_more_drugs: pointsIf(five_or_more_drugs),
      forgets_drugs: pointsIf(forgets_drugs),
      clothes_looser: pointsIf(clothes_looser),
      often_sad: pointsIf(often_sad),
      urine_incontinence: pointsIf(urine_incontinence),
      ...pointsOfAnswers(graded),
    }),
});
