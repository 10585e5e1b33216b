import { choice, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** From one limit on (high) and from the other down (low) it scores the points. */
type Band = readonly [points: number, high: number, low: number];

interface AgeGroup {
  /** Years; holds up to the next group's. */
  readonly from: number;
  readonly heart: readonly Band[];
  readonly systolic: readonly Band[];
  readonly breathing: readonly Band[];
}

/**
 * Parshuram 2009, table 1, with the printed strict limits moved by the step of a whole count:
 * "> 150" at 4–12 years is 151, "< 50" above 12 years is 49.
 */
const AGE_GROUPS: readonly AgeGroup[] = [
  {
    from: 0,
    heart: [
      [4, 190, 80],
      [2, 180, 90],
      [1, 150, 110],
    ],
    systolic: [
      [4, 130, 45],
      [2, 100, 50],
      [1, 80, 60],
    ],
    breathing: [
      [4, 91, 15],
      [2, 81, 19],
      [1, 61, 29],
    ],
  },
  {
    from: 0.25,
    heart: [
      [4, 180, 70],
      [2, 170, 80],
      [1, 150, 100],
    ],
    systolic: [
      [4, 150, 60],
      [2, 120, 70],
      [1, 100, 80],
    ],
    breathing: [
      [4, 81, 15],
      [2, 71, 19],
      [1, 51, 24],
    ],
  },
  {
    from: 1,
    heart: [
      [4, 170, 60],
      [2, 150, 70],
      [1, 120, 90],
    ],
    systolic: [
      [4, 160, 65],
      [2, 125, 75],
      [1, 110, 90],
    ],
    breathing: [
      [4, 71, 12],
      [2, 61, 15],
      [1, 41, 19],
    ],
  },
  {
    from: 4,
    heart: [
      [4, 151, 50],
      [2, 130, 60],
      [1, 110, 70],
    ],
    systolic: [
      [4, 170, 70],
      [2, 140, 80],
      [1, 120, 90],
    ],
    breathing: [
      [4, 51, 10],
      [2, 41, 14],
      [1, 31, 19],
    ],
  },
  {
    from: 12,
    heart: [
      [4, 140, 40],
      [2, 120, 49],
      [1, 100, 60],
    ],
    systolic: [
      [4, 190, 75],
      [2, 150, 85],
      [1, 130, 100],
    ],
    breathing: [
      [4, 30, 9],
      [2, 23, 10],
      [1, 17, 11],
    ],
  },
];

type Sign = 'heart' | 'systolic' | 'breathing';

const cutsOf = (sign: Sign) =>
  AGE_GROUPS.flatMap((group) => group[sign].flatMap(([, high, low]) => [high, low]));

function bandPoints(age: number, sign: Sign, value: number): number {
  const group = AGE_GROUPS.findLast(({ from }) => age >= from);
  return group?.[sign].find(([, high, low]) => value >= high || value <= low)?.[0] ?? 0;
}

const EFFORT = { normal: 0, mild: 1, moderate: 2, severe: 4 } as const;
const OXYGEN = { room_air: 0, low: 2, high: 4 } as const;

function saturationPoints(saturation: number): number {
  if (saturation <= 90) return 2;
  return saturation <= 94 ? 1 : 0;
}

export const bedsidePews = defineScore({
  id: 'bedside_pews',
  name: 'Bedside Paediatric Early Warning System score',
  aliases: ['bpews', 'bedside_paediatric_early_warning_system'],
  group: 'early warning and sepsis',
  purpose: 'Grades how ill a child on the ward is, and finds those who will need intensive care.',
  population: 'Children under 18 years in hospital outside intensive care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 26 },
  inputs: {
    age: quantity('age', { max: 18, precision: 0.01, cuts: [0.25, 1, 4, 12] }),
    heart_rate: quantity('heart_rate', { cuts: cutsOf('heart') }),
    systolic_bp: quantity('systolic_bp', { cuts: cutsOf('systolic') }),
    capillary_refill: quantity('capillary_refill', { cuts: [3], monotone: 'rising' }),
    respiratory_rate: quantity('respiratory_rate', { cuts: cutsOf('breathing') }),
    respiratory_effort: choice('Respiratory effort', {
      normal: 'normal',
      mild: 'mildly increased',
      moderate: 'moderately increased',
      severe: 'severely increased, or any apnoea',
    }),
    oxygen_saturation: quantity('oxygen_saturation', { cuts: [90, 94], monotone: 'falling' }),
    oxygen_therapy: choice('Oxygen therapy', {
      room_air: 'room air',
      low: 'any, below 4 L/min and below 50 %',
      high: '4 L/min or more, or 50 % or more',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below the threshold of the derivation study.' },
    {
      id: 'high',
      from: 8,
      interpretation: 'Found 82 % of urgent admissions to intensive care (specificity 93 %).',
      action: {
        text: 'Urgent review; consult intensive care.',
        source: 'Parshuram 2009, 10.1186/cc7998',
      },
    },
  ],
  references: [
    {
      title:
        'Parshuram CS et al. Development and initial validation of the Bedside Paediatric Early ' +
        'Warning System score',
      doi: '10.1186/cc7998',
      year: 2009,
    },
    {
      title:
        'Parshuram CS et al. Multicentre validation of the bedside paediatric early warning ' +
        'system score',
      doi: '10.1186/cc10337',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      heart_rate: bandPoints(v.age, 'heart', v.heart_rate),
      systolic_bp: bandPoints(v.age, 'systolic', v.systolic_bp),
      capillary_refill: pointsIf(v.capillary_refill >= 3, 4),
      respiratory_rate: bandPoints(v.age, 'breathing', v.respiratory_rate),
      respiratory_effort: EFFORT[v.respiratory_effort],
      oxygen_saturation: saturationPoints(v.oxygen_saturation),
      oxygen_therapy: OXYGEN[v.oxygen_therapy],
    }),
});
