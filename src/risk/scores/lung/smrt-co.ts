import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const systolic = stepsFrom(2, [90, 0]);
const pulse = stepsFrom(0, [125, 1]);

/** SMART-COP without blood tests, for primary care (Charles 2008). */
export const smrtCo = defineScore({
  id: 'smrt_co',
  name: 'SMRT-CO',
  aliases: ['smrtco'],
  group: 'lung',
  purpose: 'Predicts the need for intensive support in pneumonia without a blood test.',
  population: 'Adults with community-acquired pneumonia on a chest film',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    age: quantity('age', { min: 18, cuts: [51] }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    multilobar_infiltrates: ownFlag('Infiltrates in more than one lobe on the chest film'),
    respiratory_rate: quantity('respiratory_rate', { cuts: [25, 30] }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    altered_mental_status: flag('altered_mental_status', { title: 'New confusion' }),
    oxygen_saturation: quantity('oxygen_saturation', { cuts: [91, 94] }),
  },
  categories: [
    { id: 'very low', from: 0, interpretation: 'Very low risk of needing intensive support.' },
    { id: 'low', from: 1, interpretation: 'Low risk: about 1 in 20 needs intensive support.' },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'Moderate risk: about 1 in 10 needs intensive support.',
      action: { text: 'Think of admission to hospital.', source: 'Charles 2008' },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk: about 1 in 6 needs intensive support.',
      action: { text: 'Admit to hospital.', source: 'Charles 2008' },
    },
    {
      id: 'very high',
      from: 4,
      interpretation: 'Very high risk: about 1 in 3 needs intensive support.',
      action: { text: 'Admit; discuss with intensive care.', source: 'Charles 2008' },
    },
  ],
  references: [
    {
      title:
        'Charles PG et al. SMART-COP: a tool for predicting the need for intensive respiratory or ' +
        'vasopressor support in community-acquired pneumonia',
      doi: '10.1086/589754',
      year: 2008,
    },
  ],
  compute(v) {
    const young = Math.floor(v.age) <= 50;
    return sumOf({
      systolic_bp: systolic(v.systolic_bp),
      multilobar_infiltrates: pointsIf(v.multilobar_infiltrates),
      respiratory_rate: pointsIf(v.respiratory_rate >= (young ? 25 : 30)),
      heart_rate: pulse(v.heart_rate),
      altered_mental_status: pointsIf(v.altered_mental_status),
      oxygen_saturation: pointsIf(v.oxygen_saturation <= (young ? 93 : 90), 2),
    });
  },
});
