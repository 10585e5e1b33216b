import { ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ECOG_OF_THE_LIVING } from '../function/performance-inputs.js';
import { ANN_ARBOR_STAGE, LDH_ABOVE_NORMAL } from './lymphoma-inputs.js';

/** Deaths within 5 years by points (survival 73, 51, 43, 26 %), Shipp 1993, before rituximab. */
const DEATHS = [0.27, 0.27, 0.49, 0.57, 0.74, 0.74];

/** Group of the revised index for patients on R-CHOP, Sehn 2007. */
const revised = (value: number) => (value === 0 ? 'very good' : value <= 2 ? 'good' : 'poor');

/** Prognosis of aggressive non-Hodgkin lymphoma from five factors (Shipp 1993). */
export const ipi = defineScore({
  id: 'ipi',
  name: 'International Prognostic Index for diffuse large B-cell lymphoma',
  aliases: ['international_prognostic_index', 'ipi_lymphoma', 'r_ipi', 'dlbcl_ipi'],
  group: 'cancer',
  purpose: 'Groups patients with aggressive lymphoma by their survival.',
  population: 'Adults with aggressive non-Hodgkin lymphoma before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    age: quantity('age', { cuts: [61], monotone: 'rising', help: 'Counts above 60 years.' }),
    ldh_above_normal: LDH_ABOVE_NORMAL,
    ecog: ECOG_OF_THE_LIVING,
    ann_arbor_stage: ANN_ARBOR_STAGE,
    extranodal_sites: ownQuantity('Extranodal sites of disease', '{score}', [0, 20], 1, {
      cuts: [2],
      monotone: 'rising',
      help: 'More than one counts.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0–1): 73 % live 5 years (1993).' },
    {
      id: 'low-intermediate',
      from: 2,
      interpretation: 'Low-intermediate risk (2): 51 % live 5 years (1993).',
    },
    {
      id: 'high-intermediate',
      from: 3,
      interpretation: 'High-intermediate risk (3): 43 % live 5 years (1993).',
    },
    { id: 'high', from: 4, interpretation: 'High risk (4–5): 26 % live 5 years (1993).' },
  ],
  references: [
    {
      title:
        'International Non-Hodgkin’s Lymphoma Prognostic Factors Project. A predictive model for ' +
        'aggressive non-Hodgkin’s lymphoma',
      doi: '10.1056/NEJM199309303291402',
      year: 1993,
    },
    {
      title:
        'Sehn LH et al. The revised International Prognostic Index (R-IPI) is a better predictor ' +
        'of outcome than the standard IPI in the era of rituximab',
      doi: '10.1182/blood-2006-08-038257',
      year: 2007,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: pointsIf(Math.floor(v.age) > 60),
      ldh_above_normal: pointsIf(v.ldh_above_normal),
      ecog: pointsIf(v.ecog >= 2),
      ann_arbor_stage: pointsIf(v.ann_arbor_stage >= 3),
      extranodal_sites: pointsIf(v.extranodal_sites >= 2),
    });
    const probability = DEATHS[value] ?? 0;
    return {
      value,
      points,
      risk: { outcome: 'death', probability, horizon: '5 years' },
      derived: [{ name: 'revised_ipi', value: revised(value) }],
      warnings: ['the rate is that of 1993, before rituximab: survival is better today'],
    };
  },
});
