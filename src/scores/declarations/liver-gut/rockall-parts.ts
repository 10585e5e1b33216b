import { choice, quantity } from '../../input.js';
import { stepsFrom } from '../../score.js';

const age = stepsFrom(0, [60, 1], [80, 2]);
const COMORBIDITY = { none: 0, major: 2, severe: 3 } as const;

/** What the Rockall score asks for before endoscopy. */
export const CLINICAL_INPUTS = {
  age: quantity('age', { min: 16, cuts: age.cuts }),
  systolic_bp: quantity('systolic_bp', { cuts: [100] }),
  heart_rate: quantity('heart_rate', { cuts: [100] }),
  comorbidity: choice('Comorbidity', {
    none: 'none of weight',
    major: 'heart failure, ischaemic heart disease or another major one',
    severe: 'renal failure, liver failure or disseminated malignancy',
  }),
};

interface Clinical {
  readonly age: number;
  readonly systolic_bp: number;
  readonly heart_rate: number;
  readonly comorbidity: keyof typeof COMORBIDITY;
}

/** Hypotension (systolic below 100 mmHg) is 2 points, tachycardia of 100/min or more alone 1. */
export function clinicalPoints(v: Clinical) {
  const hypotension = v.systolic_bp < 100;
  return {
    age: age(v.age),
    systolic_bp: hypotension ? 2 : 0,
    heart_rate: !hypotension && v.heart_rate >= 100 ? 1 : 0,
    comorbidity: COMORBIDITY[v.comorbidity],
  };
}

export const ROCKALL_1996 = {
  title: 'Rockall TA et al. Risk assessment after acute upper gastrointestinal haemorrhage',
  doi: '10.1136/gut.38.3.316',
  year: 1996,
} as const;
