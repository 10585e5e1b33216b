import { answers, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const NICE = 'NICE CG103 (2023)';

/** Delirium at the bedside in two minutes (Bellelli 2014; scoring of the 4AT itself). */
export const fourAt = defineScore({
  id: 'four_at',
  name: '4AT delirium test',
  aliases: ['4at', '4_at', '4as_delirium'],
  group: 'old age',
  purpose: 'Screens for delirium and cognitive impairment at the bedside.',
  population: 'Older adults in hospital or in care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    abnormal_alertness: answers('Alertness', {
      '0': 'normal, or sleepy for less than 10 seconds after waking',
      '4': 'clearly abnormal: drowsy or agitated',
    }),
    amt4: answers('AMT4: age, date of birth, place, year', {
      '0': 'no mistakes',
      '1': 'one mistake',
      '2': 'two or more mistakes, or untestable',
    }),
    months_backwards: answers('Attention: months backwards from December', {
      '0': 'seven months or more correct',
      '1': 'fewer than seven, or refuses to start',
      '2': 'untestable: unwell, drowsy or inattentive',
    }),
    acute_change_or_fluctuation: answers('Acute change or fluctuating course', {
      '0': 'no',
      '4': 'yes, within two weeks and still in the last 24 hours',
    }),
  },
  categories: [
    {
      id: 'unlikely',
      from: 0,
      interpretation:
        'Delirium or severe cognitive impairment unlikely (delirium still possible if the ' +
        'information on acute change is incomplete).',
    },
    {
      id: 'possible cognitive impairment',
      from: 1,
      interpretation: 'Possible cognitive impairment (1–3).',
      action: { text: 'Test cognition further and take a history from others.', source: NICE },
    },
    {
      id: 'possible delirium',
      from: 4,
      interpretation: 'Possible delirium, with or without cognitive impairment (4–12).',
      action: {
        text: 'Assess for delirium, look for and treat its causes, reassure and reorientate.',
        source: NICE,
      },
    },
  ],
  references: [
    {
      title:
        'Bellelli G et al. Validation of the 4AT, a new instrument for rapid delirium screening: ' +
        'a study in 234 hospitalised older people',
      doi: '10.1093/ageing/afu021',
      year: 2014,
    },
    {
      title:
        'Tieges Z et al. Diagnostic accuracy of the 4AT for delirium detection in older adults: ' +
        'systematic review and meta-analysis',
      doi: '10.1093/ageing/afaa224',
      year: 2021,
    },
  ],
  compute: (v) => sumOf(pointsOfAnswers(v)),
});
