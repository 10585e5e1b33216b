import { ownQuantity, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ANN_ARBOR_STAGE } from './lymphoma-inputs.js';
import { LYMPHOCYTE_PERCENT } from './palliative-prognostic-score.js';

/** Progression within 5 years by points (freedom 84, 77, 67, 60, 51, 42 %), Hasenclever 1998. */
const PROGRESSION = [0.16, 0.23, 0.33, 0.4, 0.49, 0.58];

/** Prognosis of advanced Hodgkin lymphoma from seven factors (Hasenclever and Diehl 1998). */
export const hasenclever = defineScore({
  id: 'hasenclever',
  name: 'International Prognostic Score for advanced Hodgkin lymphoma',
  aliases: ['ips_hodgkin', 'hasenclever_index', 'hasenclever_ips', 'hodgkin_ips'],
  group: 'cancer',
  purpose: 'Groups patients with advanced Hodgkin lymphoma by freedom from progression.',
  population: 'Adults with advanced Hodgkin lymphoma before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    albumin: quantity('albumin', { cuts: [4], monotone: 'falling' }),
    hemoglobin: quantity('hemoglobin', { cuts: [10.5], monotone: 'falling' }),
    sex: sex(),
    age: quantity('age', { cuts: [45], monotone: 'rising' }),
    ann_arbor_stage: ANN_ARBOR_STAGE,
    wbc: quantity('wbc', { cuts: [15], monotone: 'rising' }),
    lymphocytes: quantity('lymphocytes', { cuts: [0.6], monotone: 'falling' }),
    lymphocyte_percent: ownQuantity(LYMPHOCYTE_PERCENT, '%', [0, 100], 0.1, {
      cuts: [8],
      monotone: 'falling',
      optional: true,
      help: 'Below 8 % counts as well as below 0.6·10³/µL; calculated from the counts if not given.',
    }),
  },
  categories: [
    { id: 'good', from: 0, interpretation: 'Few factors (0–2): 67 to 84 % free for 5 years.' },
    { id: 'fair', from: 3, interpretation: 'Three factors: 60 % free of progression for 5 years.' },
    { id: 'poor', from: 4, interpretation: 'Many factors (4–7): 42 to 51 % free for 5 years.' },
  ],
  references: [
    {
      title: 'Hasenclever D, Diehl V. A prognostic score for advanced Hodgkin’s disease',
      doi: '10.1056/NEJM199811193392104',
      year: 1998,
    },
  ],
  compute(v) {
    const calculated = v.wbc > 0 ? (100 * v.lymphocytes) / v.wbc : 100;
    const percent = rounded(v.lymphocyte_percent ?? calculated, 1);
    const { value, points } = sumOf({
      albumin: pointsIf(rounded(v.albumin, 2) < 4),
      hemoglobin: pointsIf(rounded(v.hemoglobin, 2) < 10.5),
      sex: pointsIf(v.sex === 'M'),
      age: pointsIf(Math.floor(v.age) >= 45),
      ann_arbor_stage: pointsIf(v.ann_arbor_stage >= 4),
      wbc: pointsIf(v.wbc >= 15),
      lymphocytes: pointsIf(v.lymphocytes < 0.6 || percent < 8),
    });
    const probability = PROGRESSION[Math.min(value, 5)] ?? 0;
    return { value, points, risk: { outcome: 'progression', probability, horizon: '5 years' } };
  },
});
