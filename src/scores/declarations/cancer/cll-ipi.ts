import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Deaths within 5 years by group (survival 93.2, 79.3, 63.3, 23.3 %), CLL-IPI 2016. */
const deathsOf = (value: number) =>
  value >= 7 ? 0.767 : value >= 4 ? 0.367 : value >= 2 ? 0.207 : 0.068;

/** Prognosis of chronic lymphocytic leukaemia from five factors (2016). */
export const cllIpi = defineScore({
  id: 'cll_ipi',
  name: 'International Prognostic Index for chronic lymphocytic leukaemia',
  aliases: ['cllipi', 'cll_international_prognostic_index'],
  group: 'cancer',
  purpose: 'Groups patients with chronic lymphocytic leukaemia by survival.',
  population: 'Adults with chronic lymphocytic leukaemia before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    tp53_abnormal: ownFlag('del(17p) or TP53 mutation'),
    ighv_unmutated: ownFlag('IGHV unmutated'),
    beta_2_microglobulin: ownQuantity('Beta-2 microglobulin in serum', 'mg/L', [0.1, 200], 0.1, {
      cuts: [3.5],
      monotone: 'rising',
      help: 'Above 3.5 mg/L counts.',
    }),
    cll_clinical_stage: choice('Clinical stage', {
      early: 'Rai 0 or Binet A',
      advanced: 'Rai I to IV or Binet B or C',
    }),
    age: quantity('age', { cuts: [66], monotone: 'rising', help: 'Counts above 65 years.' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0–1): 93 % live 5 years.' },
    { id: 'intermediate', from: 2, interpretation: 'Intermediate risk (2–3): 79 % live 5 years.' },
    { id: 'high', from: 4, interpretation: 'High risk (4–6): 63 % live 5 years.' },
    { id: 'very high', from: 7, interpretation: 'Very high risk (7–10): 23 % live 5 years.' },
  ],
  references: [
    {
      title:
        'International CLL-IPI working group. An international prognostic index for patients with ' +
        'chronic lymphocytic leukaemia (CLL-IPI): a meta-analysis of individual patient data',
      doi: '10.1016/S1470-2045(16)30029-8',
      year: 2016,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      tp53_abnormal: pointsIf(v.tp53_abnormal, 4),
      ighv_unmutated: pointsIf(v.ighv_unmutated, 2),
      beta_2_microglobulin: pointsIf(rounded(v.beta_2_microglobulin, 2) > 3.5, 2),
      cll_clinical_stage: pointsIf(v.cll_clinical_stage === 'advanced'),
      age: pointsIf(Math.floor(v.age) > 65),
    });
    const probability = deathsOf(value);
    return { value, points, risk: { outcome: 'death', probability, horizon: '5 years' } };
  },
});
