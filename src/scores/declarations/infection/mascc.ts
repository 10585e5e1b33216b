import { choice, flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const BURDEN = { none_or_mild: 5, moderate: 3, severe: 0 } as const;
/** "Systolic BP > 90 mmHg". */
const systolic = stepsAbove(0, [90, 5]);
const age = stepsFrom(2, [60, 0]);

export const mascc = defineScore({
  id: 'mascc',
  name: 'MASCC risk index for febrile neutropenia',
  aliases: ['mascc_risk_index', 'mascc_score'],
  group: 'infection',
  purpose: 'Finds patients with febrile neutropenia at low risk of complications.',
  population: 'Adults with cancer and febrile neutropenia after chemotherapy',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 26 },
  inputs: {
    burden_of_illness: choice('Burden of illness', {
      none_or_mild: 'no or mild symptoms',
      moderate: 'moderate symptoms',
      severe: 'severe symptoms or moribund',
    }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'rising' }),
    copd: flag('copd', { help: 'Active disease that needs treatment or oxygen.' }),
    hematologic_malignancy: {
      ...flag('hematologic_malignancy', { help: 'No for a solid tumour.' }),
      optional: true,
    },
    previous_fungal_infection: {
      ...ownFlag('Earlier fungal infection', {
        help: 'Proven, or treated empirically; counts only with a haematological malignancy.',
        fixed: true,
      }),
      optional: true,
    },
    dehydration_needing_iv_fluids: ownFlag('Dehydration that needs intravenous fluid'),
    outpatient_at_onset: ownFlag('Was an outpatient when the fever began'),
    age: quantity('age', { min: 16, cuts: age.cuts, monotone: 'falling' }),
  },
  categories: [
    {
      id: 'high risk',
      from: 0,
      interpretation: 'High risk of serious complications.',
      action: {
        text: 'Admit; intravenous broad-spectrum antibiotics at once.',
        source: 'Klastersky 2000, 10.1200/JCO.2000.18.16.3038',
      },
    },
    {
      id: 'low risk',
      from: 21,
      interpretation: 'Low risk: about 6 % or fewer have serious complications.',
      action: {
        text: 'Oral or outpatient treatment may be considered after a period of observation.',
        source: 'Klastersky 2000, 10.1200/JCO.2000.18.16.3038',
      },
    },
  ],
  references: [
    {
      title:
        'Klastersky J et al. The Multinational Association for Supportive Care in Cancer risk ' +
        'index: a multinational scoring system for low-risk febrile neutropenic cancer patients',
      doi: '10.1200/JCO.2000.18.16.3038',
      year: 2000,
    },
  ],
  // Solid tumour or no earlier fungal infection is one item: either alone settles it.
  alsoNeeds: (v) =>
    v.hematologic_malignancy === false || v.previous_fungal_infection === false
      ? []
      : ['hematologic_malignancy', 'previous_fungal_infection'],
  compute: (v) =>
    sumOf({
      burden_of_illness: BURDEN[v.burden_of_illness],
      systolic_bp: systolic(v.systolic_bp),
      copd: pointsIf(!v.copd, 4),
      previous_fungal_infection: pointsIf(
        !(v.hematologic_malignancy && v.previous_fungal_infection),
        4,
      ),
      dehydration_needing_iv_fluids: pointsIf(!v.dehydration_needing_iv_fluids, 3),
      outpatient_at_onset: pointsIf(v.outpatient_at_onset, 3),
      age: age(v.age),
    }),
});
