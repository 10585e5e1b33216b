import { quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import {
  CHARLES_2008,
  RTC_INPUTS,
  rtcPoints,
  SM_INPUTS,
  smartCopLimits,
  smPoints,
} from './smart-cop-signs.js';

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
    ...SM_INPUTS,
    ...RTC_INPUTS,
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
  references: [CHARLES_2008],
  compute: (v) =>
    sumOf({
      oxygen_saturation: pointsIf(v.oxygen_saturation <= smartCopLimits(v.age).saturation, 2),
      ...smPoints(v),
      ...rtcPoints(v),
    }),
});
