import { item, itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const SEVERITY = 'In the last two weeks: 0 none, 1 mild, 2 moderate, 3 severe, 4 very severe';
const EXTENT = '0 not at all, 1 a little, 2 somewhat, 3 much, 4 very much';
const TREAT = {
  text: 'Cognitive behavioural therapy for insomnia first; look for causes.',
  source: 'European Insomnia Guideline (2023), 10.1111/jsr.14035',
} as const;

/** Severity of insomnia from seven answers about the last two weeks (Bastien 2001). */
export const isi = defineScore({
  id: 'isi',
  name: 'Insomnia Severity Index',
  aliases: ['insomnia_severity_index'],
  group: 'mental health',
  purpose: 'Grades the severity of insomnia.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 28 },
  inputs: {
    ...itemsOf(
      {
        difficulty_falling_asleep: '1a Difficulty falling asleep',
        difficulty_staying_asleep: '1b Difficulty staying asleep',
        waking_too_early: '1c Wakes up too early',
      },
      [0, 4],
      SEVERITY,
    ),
    sleep_dissatisfaction: item(
      '2 Satisfaction with sleep',
      [0, 4],
      '0 very satisfied, 1 satisfied, 2 neutral, 3 dissatisfied, 4 very dissatisfied',
    ),
    ...itemsOf(
      {
        sleep_problem_noticeable: '3 Noticeable to others',
        sleep_problem_worry: '4 Worry about the sleep problem',
        sleep_problem_interference: '5 Interference with the day',
      },
      [0, 4],
      EXTENT,
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No clinically significant insomnia (0–7).' },
    { id: 'subthreshold', from: 8, interpretation: 'Subthreshold insomnia (8–14).' },
    {
      id: 'moderate',
      from: 15,
      interpretation: 'Clinical insomnia of moderate severity (15–21).',
      action: TREAT,
    },
    {
      id: 'severe',
      from: 22,
      interpretation: 'Severe clinical insomnia (22–28).',
      action: TREAT,
    },
  ],
  references: [
    {
      title:
        'Bastien CH, Vallières A, Morin CM. Validation of the Insomnia Severity Index as an ' +
        'outcome measure for insomnia research',
      doi: '10.1016/S1389-9457(00)00065-4',
      year: 2001,
    },
    {
      title:
        'Morin CM et al. The Insomnia Severity Index: psychometric indicators to detect insomnia ' +
        'cases and evaluate treatment response',
      doi: '10.1093/sleep/34.5.601',
      year: 2011,
    },
  ],
  compute: (v) => sumOf(v),
});
