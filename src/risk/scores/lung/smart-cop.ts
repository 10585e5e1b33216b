import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const systolic = stepsFrom(2, [90, 0]);
const albumin = stepsFrom(1, [3.5, 0]);
const pulse = stepsFrom(0, [125, 1]);
const ph = stepsFrom(2, [7.35, 0]);

/** Charles 2008, table 4: what is fast or hypoxic depends on being 50 years or younger. */
const YOUNG = { rate: 25, pao2: 70, saturation: 93, ratio: 333 } as const;
const OLD = { rate: 30, pao2: 60, saturation: 90, ratio: 250 } as const;

interface Oxygen {
  readonly pao2?: number | undefined;
  readonly oxygen_saturation?: number | undefined;
  readonly pf_ratio?: number | undefined;
}

function hypoxic(v: Oxygen, limit: typeof YOUNG | typeof OLD): boolean {
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
    age: quantity('age', { min: 18, cuts: [51] }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    multilobar_infiltrates: ownFlag('Infiltrates in more than one lobe on the chest film'),
    albumin: quantity('albumin', { cuts: albumin.cuts }),
    respiratory_rate: quantity('respiratory_rate', { cuts: [25, 30] }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    altered_mental_status: flag('altered_mental_status', { title: 'New confusion' }),
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
  references: [
    {
      title:
        'Charles PG et al. SMART-COP: a tool for predicting the need for intensive respiratory or ' +
        'vasopressor support in community-acquired pneumonia',
      doi: '10.1086/589754',
      year: 2008,
    },
  ],
  alsoNeeds: (v) =>
    v.oxygen_saturation === undefined && v.pao2 === undefined && v.pf_ratio === undefined
      ? ['oxygen_saturation']
      : [],
  compute(v) {
    const limit = Math.floor(v.age) <= 50 ? YOUNG : OLD;
    return sumOf({
      systolic_bp: systolic(v.systolic_bp),
      multilobar_infiltrates: pointsIf(v.multilobar_infiltrates),
      albumin: albumin(v.albumin),
      respiratory_rate: pointsIf(v.respiratory_rate >= limit.rate),
      heart_rate: pulse(v.heart_rate),
      altered_mental_status: pointsIf(v.altered_mental_status),
      oxygen_saturation: pointsIf(hypoxic(v, limit), 2),
      arterial_ph: ph(v.arterial_ph),
    });
  },
});
