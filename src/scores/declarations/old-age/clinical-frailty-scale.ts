import { item } from '../../questionnaire.js';
import { defineScore } from '../../score.js';

const THEOU = 'Rockwood and Theou 2020, 10.5770/cgj.23.463';
const ASSESS = {
  text: 'Comprehensive geriatric assessment; weigh burden and benefit of treatments.',
  source: THEOU,
} as const;

/** Fitness or frailty in nine grades from the state two weeks before the illness (Rockwood 2005). */
export const clinicalFrailtyScale = defineScore({
  id: 'clinical_frailty_scale',
  name: 'Clinical Frailty Scale',
  aliases: [
    'clinical_frailty',
    'cfs',
    'rockwood_frailty_scale',
    'rockwood_clinical_frailty_scale',
    'csha_frailty',
  ],
  group: 'old age',
  purpose: 'Grades frailty by clinical judgement, from very fit to terminally ill.',
  population: 'Adults of 65 years and over, as they were two weeks before an acute illness',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 9 },
  inputs: {
    clinical_frailty_grade: item(
      'Grade of the Clinical Frailty Scale',
      [1, 9],
      '1 very fit, 2 fit, 3 managing well, 4 slowed by symptoms but not dependent (very mild), 5 mild: ' +
        'needs help with finances, transport, heavy housework, 6 moderate: help with all outside ' +
        'activities and bathing, 7 severe: personal care by others, 8 very severe: completely ' +
        'dependent, near the end of life, 9 terminally ill (below 6 months) but not otherwise ' +
        'severely frail.',
    ),
  },
  categories: [
    { id: 'very fit', from: 1, interpretation: 'Very fit: among the fittest for their age.' },
    { id: 'fit', from: 2, interpretation: 'Fit: no active symptoms of disease.' },
    { id: 'managing well', from: 3, interpretation: 'Managing well: disease is well controlled.' },
    {
      id: 'very mild frailty',
      from: 4,
      interpretation: 'Vulnerable (very mild frailty): symptoms limit activities, no daily help.',
    },
    {
      id: 'mild frailty',
      from: 5,
      interpretation: 'Mild frailty: help with higher activities of daily living.',
      action: ASSESS,
    },
    {
      id: 'moderate frailty',
      from: 6,
      interpretation: 'Moderate frailty: help with the household and with bathing.',
      action: ASSESS,
    },
    {
      id: 'severe frailty',
      from: 7,
      interpretation: 'Severe frailty: dependent for personal care, yet stable.',
      action: ASSESS,
    },
    {
      id: 'very severe frailty',
      from: 8,
      interpretation: 'Very severe frailty: completely dependent, near the end of life.',
      action: { text: 'Talk about the goals of care.', source: THEOU },
    },
    {
      id: 'terminally ill',
      from: 9,
      interpretation: 'Terminally ill, life expectancy below 6 months.',
      action: { text: 'Talk about the goals of care.', source: THEOU },
    },
  ],
  references: [
    {
      title: 'Rockwood K et al. A global clinical measure of fitness and frailty in elderly people',
      doi: '10.1503/cmaj.050051',
      year: 2005,
    },
    {
      title:
        'Rockwood K, Theou O. Using the Clinical Frailty Scale in allocating scarce health care ' +
        'resources',
      doi: '10.5770/cgj.23.463',
      year: 2020,
    },
  ],
  compute: (v) => ({ value: Math.round(v.clinical_frailty_grade) }),
});
