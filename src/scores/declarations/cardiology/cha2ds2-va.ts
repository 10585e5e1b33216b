import { defineScore, sumOf } from '../../score.js';
import { ESC_AF_2024, STROKE_RISK_INPUTS, strokeRiskPoints } from './atrial-fibrillation.js';

/** CHA₂DS₂-VASc without the point for sex (ESC 2024). */
export const cha2ds2Va = defineScore({
  id: 'cha2ds2_va',
  name: 'CHA₂DS₂-VA score',
  aliases: ['chads_va', 'cha2ds2va'],
  group: 'cardiology',
  purpose: 'Says whether atrial fibrillation calls for anticoagulation, irrespective of sex.',
  population: 'Adults with atrial fibrillation without mitral stenosis or a mechanical valve',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: STROKE_RISK_INPUTS,
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low thromboembolic risk.',
      action: { text: 'No anticoagulation; reassess at least once a year.', source: ESC_AF_2024 },
    },
    {
      id: 'moderate',
      from: 1,
      interpretation: 'One point: raised thromboembolic risk.',
      action: {
        text: 'Oral anticoagulation should be considered, decided with the patient.',
        source: ESC_AF_2024,
      },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'Two points or more: the threshold for anticoagulation.',
      action: { text: 'Oral anticoagulation is recommended.', source: ESC_AF_2024 },
    },
  ],
  references: [
    {
      title: 'Van Gelder IC et al. 2024 ESC Guidelines for the management of atrial fibrillation',
      doi: '10.1093/eurheartj/ehae176',
      year: 2024,
    },
    {
      title: 'Lip GYH et al. Refining clinical risk stratification for predicting stroke in AF',
      doi: '10.1378/chest.09-1584',
      year: 2010,
    },
  ],
  compute: (v) => sumOf(strokeRiskPoints(v)),
});
