import { ownQuantity, quantity } from '../../input.js';
import { type ComputedScore, defineScore, stepsFrom } from '../../score.js';
import { MMRC } from './mmrc-dyspnea.js';

const airflow = stepsFrom(4, [30, 3], [50, 2], [80, 1]);
const source = 'GOLD 2023 report, figures 2.10 and 3.7';

/** Airflow grade 1–4 with group A, B or E of the GOLD 2023 assessment of COPD. */
export const goldCopd = defineScore({
  id: 'gold_copd',
  name: 'GOLD assessment of COPD (ABE)',
  aliases: ['gold', 'gold_abe', 'gold_2023', 'gold_stage'],
  group: 'lung',
  purpose: 'Grades airflow limitation and finds the group that chooses the first inhaler.',
  population: 'Adults with COPD, FEV1/FVC below 0.7 after a bronchodilator, when stable',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 4 },
  inputs: {
    fev1_percent: quantity('fev1_percent', {
      cuts: airflow.cuts,
      help: 'After a bronchodilator.',
    }),
    mmrc_dyspnea: { ...MMRC, cuts: [2], optional: true },
    cat_score: ownQuantity('COPD Assessment Test', '{score}', [0, 40], 1, {
      cuts: [10],
      optional: true,
      help: 'Either this or mmrc_dyspnea is needed; the worse of the two counts.',
    }),
    moderate_exacerbations: ownQuantity(
      'Moderate exacerbations in the past year, without admission',
      '1',
      [0, 50],
      1,
      { cuts: [2] },
    ),
    hospitalized_exacerbations: ownQuantity(
      'Exacerbations with admission to hospital in the past year',
      '1',
      [0, 50],
      1,
      { cuts: [1] },
    ),
  },
  categories: [
    {
      id: 'A',
      interpretation: 'Group A: few symptoms and no more than one moderate exacerbation.',
      action: { text: 'Start one bronchodilator.', source },
    },
    {
      id: 'B',
      interpretation: 'Group B: many symptoms and no more than one moderate exacerbation.',
      action: { text: 'Start a LABA with a LAMA; refer for pulmonary rehabilitation.', source },
    },
    {
      id: 'E',
      interpretation: 'Group E: two moderate exacerbations or one with admission in the past year.',
      action: {
        text: 'Start a LABA with a LAMA; think of adding ICS with eosinophils of 300/µL or more.',
        source,
      },
    },
  ],
  references: [
    {
      title:
        'Global Initiative for Chronic Obstructive Lung Disease. Global strategy for prevention, ' +
        'diagnosis and management of COPD: 2023 report',
      url: 'https://goldcopd.org/2023-gold-report-2/',
      year: 2023,
    },
    {
      title: 'Agusti A et al. GOLD 2023 executive summary',
      doi: '10.1164/rccm.202301-0106PP',
      year: 2023,
    },
  ],
  alsoNeeds: (v) =>
    v.mmrc_dyspnea === undefined && v.cat_score === undefined ? ['mmrc_dyspnea'] : [],
  compute(v): ComputedScore {
    const value = airflow(v.fev1_percent);
    const exacerbates = v.moderate_exacerbations >= 2 || v.hospitalized_exacerbations >= 1;
    const symptoms = (v.mmrc_dyspnea ?? 0) >= 2 || (v.cat_score ?? 0) >= 10;
    const group = exacerbates ? 'E' : symptoms ? 'B' : 'A';
    return {
      value,
      category: group,
      derived: [
        { name: 'gold_grade', value },
        { name: 'gold_group', value: group },
      ],
    };
  },
});
