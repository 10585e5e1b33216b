import { choice, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';
import { KDIGO_CKD_2024 } from './gfr-categories.js';

type Region = 'north_america' | 'elsewhere';

/** Survival without kidney failure at 2 and 5 years of the average patient, by calibration. */
export const SURVIVAL_4: Readonly<Record<Region, readonly [number, number]>> = {
  north_america: [0.975, 0.924],
  elsewhere: [0.9832, 0.9365],
};
export const SURVIVAL_8: Readonly<Record<Region, readonly [number, number]>> = {
  north_america: [0.978, 0.9301],
  elsewhere: [0.9827, 0.9245],
};

interface FourVariables {
  readonly age: number;
  readonly sex: 'M' | 'F';
  readonly egfr: number;
  readonly urine_acr: number;
}

interface EightVariables extends FourVariables {
  readonly albumin: number;
  readonly phosphate: number;
  readonly bicarbonate: number;
  readonly calcium: number;
}

/**
 * Linear predictor of the 4-variable kidney failure risk equation: age in years, eGFR in
 * mL/min/1.73 m², urine albumin–creatinine ratio in mg/g (natural logarithm). Tangri et al. 2016,
 * doi:10.1001/jama.2015.18202, eTable.
 */
export function kfre4Predictor(v: FourVariables): number {
  return (
    -0.2201 * (v.age / 10 - 7.036) +
    0.2467 * ((v.sex === 'M' ? 1 : 0) - 0.5642) -
    0.5567 * (v.egfr / 5 - 7.222) +
    0.451 * (Math.log(v.urine_acr) - 5.137)
  );
}

/**
 * Linear predictor of the 8-variable equation: also albumin in g/dL, phosphate in mg/dL, bicarbonate
 * in mmol/L and calcium in mg/dL (not corrected). Same source.
 */
export function kfre8Predictor(v: EightVariables): number {
  return (
    -0.1992 * (v.age / 10 - 7.036) +
    0.1602 * ((v.sex === 'M' ? 1 : 0) - 0.5642) -
    0.4919 * (v.egfr / 5 - 7.222) +
    0.3364 * (Math.log(v.urine_acr) - 5.137) -
    0.3441 * (v.albumin - 3.997) +
    0.2604 * (v.phosphate - 3.916) -
    0.07354 * (v.bicarbonate - 25.57) -
    0.2228 * (v.calcium - 9.355)
  );
}

const action = (text: string) => ({ text, source: KDIGO_CKD_2024 });

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Less than 3 % of such patients need kidney replacement within 5 years.',
  },
  {
    id: 'referral',
    from: 3,
    interpretation: 'A 5-year risk of 3 % or more: the range in which referral is considered.',
    action: action(
      'A 5-year risk of 3–5 % can be used to decide on referral to nephrology (NICE NG203: refer ' +
        'above 5 %), beside eGFR, albuminuria and the clinical picture.',
    ),
  },
  {
    id: 'multidisciplinary',
    interpretation: 'A 2-year risk above 10 %.',
    action: action('Time for multidisciplinary care of chronic kidney disease.'),
  },
  {
    id: 'preparation',
    interpretation: 'A 2-year risk above 40 %.',
    action: action(
      'Prepare for kidney replacement: education on the modalities, vascular access planning, ' +
        'referral for transplantation.',
    ),
  },
];

export const kfreFacts = {
  group: 'kidney',
  purpose: 'Predicts the risk of kidney failure (dialysis or transplant) in 2 and 5 years.',
  population: 'Adults with chronic kidney disease G3a–G5 (eGFR below 60), not on dialysis',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Tangri N et al. Multinational assessment of accuracy of equations for predicting risk of ' +
        'kidney failure: a meta-analysis',
      doi: '10.1001/jama.2015.18202',
      year: 2016,
    },
    {
      title:
        'Tangri N et al. A predictive model for progression of chronic kidney disease to kidney ' +
        'failure',
      doi: '10.1001/jama.2011.451',
      year: 2011,
    },
  ],
} as const;

export const fourInputs = {
  age: quantity('age', { min: 18, monotone: 'falling' }),
  sex: sex(),
  egfr: quantity('egfr', { max: 59.99, monotone: 'falling' }),
  urine_acr: quantity('urine_acr', { monotone: 'rising' }),
  region: choice('Calibration', {
    north_america: 'United States and Canada',
    elsewhere: 'all other countries',
  }),
} as const;

/** Risks from the linear predictor and the survival of the average patient. */
export function kfreResult(
  predictor: number,
  [at2, at5]: readonly [number, number],
): ComputedScore {
  const [two, five] = [at2, at5].map((survival) => 1 - survival ** Math.exp(predictor)) as [
    number,
    number,
  ];
  return {
    value: rounded(five * 100, 2),
    ...(two > 0.4 ? { category: 'preparation' } : two > 0.1 && { category: 'multidisciplinary' }),
    risk: {
      outcome: 'kidney failure (dialysis or transplant)',
      probability: five,
      horizon: '5 years',
    },
    derived: [{ name: 'risk_2_years', value: rounded(two * 100, 2), unit: '%' }],
  };
}
