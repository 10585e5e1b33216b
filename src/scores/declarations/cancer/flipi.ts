import { ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ANN_ARBOR_STAGE, LDH_ABOVE_NORMAL } from './lymphoma-inputs.js';

/** Deaths within 10 years by points (survival 70.7, 50.9, 35.5 %), Solal-Céligny 2004. */
const DEATHS = [0.293, 0.293, 0.491, 0.645, 0.645, 0.645];

/** Prognosis of follicular lymphoma from five factors (Solal-Céligny 2004). */
export const flipi = defineScore({
  id: 'flipi',
  name: 'Follicular Lymphoma International Prognostic Index',
  aliases: ['follicular_lymphoma_international_prognostic_index', 'flipi_1'],
  group: 'cancer',
  purpose: 'Groups patients with follicular lymphoma by their survival.',
  population: 'Adults with follicular lymphoma before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    age: quantity('age', { cuts: [61], monotone: 'rising', help: 'Counts above 60 years.' }),
    ann_arbor_stage: ANN_ARBOR_STAGE,
    hemoglobin: quantity('hemoglobin', { cuts: [12], monotone: 'falling' }),
    ldh_above_normal: LDH_ABOVE_NORMAL,
    nodal_areas: ownQuantity('Nodal areas involved', '{score}', [0, 20], 1, {
      cuts: [5],
      monotone: 'rising',
      help: 'More than four count.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0–1): 71 % live 10 years.' },
    { id: 'intermediate', from: 2, interpretation: 'Intermediate risk (2): 51 % live 10 years.' },
    { id: 'high', from: 3, interpretation: 'High risk (3–5): 36 % live 10 years.' },
  ],
  references: [
    {
      title: 'Solal-Céligny P et al. Follicular Lymphoma International Prognostic Index',
      doi: '10.1182/blood-2003-12-4434',
      year: 2004,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: pointsIf(Math.floor(v.age) > 60),
      ann_arbor_stage: pointsIf(v.ann_arbor_stage >= 3),
      hemoglobin: pointsIf(v.hemoglobin < 12),
      ldh_above_normal: pointsIf(v.ldh_above_normal),
      nodal_areas: pointsIf(v.nodal_areas >= 5),
    });
    const probability = DEATHS[value] ?? 0;
    return {
      value,
      points,
      risk: { outcome: 'death', probability, horizon: '10 years' },
      warnings: ['the rate is that of patients treated before rituximab: survival is better today'],
    };
  },
});
