import { quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  CHARLES_2008,
  RTC_INPUTS,
  rtcPoints,
  SM_INPUTS,
  smartCopLimits,
  smPoints,
} from './smart-cop-signs.js';

const albumin = stepsFrom(1, [3.5, 0]);
const ph = stepsFrom(2, [7.35, 0]);

interface Oxygen {
  readonly pao2?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
  readonly pf_ratio?: number | undefined;
}

function hypoxic(v: Oxygen, limit: ReturnType<typeof smartCopLimits>): boolean {
  return (
    (v.pao2 !== undefined && v.pao2 < limit.pao2) ||
    (v.oxygen_saturation !== undefined && v.oxygen_saturation <= limit.saturation) ||
    (v.pf_ratio !== undefined && v.pf_ratio < limit.ratio)
  );
}

const action = (text: string) => ({ text, source: 'Charles 2008' });

/** Need of intensive respiratory or vasopressor support in pneumonia (Charles 2008). */
export const smartCop = defineScore({
  id: 'smart_cop',
  name: 'SMART-COP',
  aliases: ['smartcop', 'smart_cop_score'],
  group: 'lung',
  purpose: 'Predicts the need for intensive respiratory or vasopressor support in pneumonia.',
  population: 'Adults with community-acquired pneumonia on a chest film, not immunosuppressed',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 11 },
  inputs: {
    ...SM_INPUTS,
    albumin: quantity('albumin', { cuts: albumin.cuts }),
    ...RTC_INPUTS,
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: [91, 94],
      optional: true,
      help: 'This, pao2 or pf_ratio is needed; any that is low counts.',
    }),
    pao2: quantity('pao2', { cuts: [60, 70], optional: true, help: 'In room air.' }),
    pf_ratio: quantity('pf_ratio', { cuts: [250, 333], optional: true }),
    arterial_ph: quantity('arterial_ph', { cuts: ph.cuts }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of needing intensive support.' },
    {
      id: 'moderate',
      from: 3,
      interpretation: 'Moderate risk: about 1 in 8 needs intensive support.',
      action: action('Ask early whether a high-dependency bed is needed.'),
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High risk: about 1 in 3 needs intensive support.',
      action: action('Discuss with intensive care.'),
    },
    {
      id: 'very high',
      from: 7,
      interpretation: 'Very high risk: about 2 in 3 need intensive support.',
      action: action('Discuss admission to intensive care now.'),
    },
  ],
  references: [CHARLES_2008],
  alsoNeeds: (v) =>
    v.oxygen_saturation === undefined && v.pao2 === undefined && v.pf_ratio === undefined
      ? ['oxygen_saturation']
      : [],
  compute: (v) =>
    sumOf({
      albumin: albumin(v.albumin),
      ...smPoints(v),
      ...rtcPoints(v),
      oxygen_saturation: pointsIf(hypoxic(v, smartCopLimits(v.age)), 2),
      arterial_ph: ph(v.arterial_ph),
    }),
});
