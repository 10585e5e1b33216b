import { choice, quantity } from '../../input.js';

/** Thresholds of Ranson for pancreatitis without (1974) and with gallstones (1982). */
export const LIMITS = {
  other: {
    age: 55,
    wbc: 16,
    glucose: 200,
    ldh: 350,
    ast: 250,
    bunRise: 5,
    baseDeficit: 4,
    fluid: 6,
  },
  gallstone: {
    age: 70,
    wbc: 18,
    glucose: 220,
    ldh: 400,
    ast: 250,
    bunRise: 2,
    baseDeficit: 5,
    fluid: 4,
  },
} as const;

export const ADMISSION_INPUTS = {
  pancreatitis_cause: choice(
    'Cause of the pancreatitis',
    { other: 'alcohol or any other but gallstones', gallstone: 'gallstones' },
    { optional: true, help: 'Where it is not given, the criteria of 1974 (other) are used.' },
  ),
  age: quantity('age', { min: 16, cuts: [56, 71] }),
  wbc: quantity('wbc', { cuts: [16, 18] }),
  glucose: quantity('glucose', { cuts: [200, 220] }),
  ldh: quantity('ldh', { cuts: [350, 400] }),
  ast: quantity('ast', { cuts: [250] }),
};

interface Admission {
  readonly pancreatitis_cause: keyof typeof LIMITS | undefined;
  readonly age: number;
  readonly wbc: number;
  readonly glucose: number;
  readonly ldh: number;
  readonly ast: number;
}

export const CAUSE_WARNING =
  'pancreatitis_cause was not given: the criteria of 1974 were used, those of 1982 are for gallstones';

/** A point for each of the five signs at admission. */
export function admissionPoints(v: Admission) {
  const limit = LIMITS[v.pancreatitis_cause ?? 'other'];
  return {
    age: Math.floor(v.age) > limit.age ? 1 : 0,
    wbc: v.wbc > limit.wbc ? 1 : 0,
    // Read in whole mg/dL, so that 11.1 mmol/L stays 200.
    glucose: Math.round(v.glucose) > limit.glucose ? 1 : 0,
    ldh: v.ldh > limit.ldh ? 1 : 0,
    ast: v.ast > limit.ast ? 1 : 0,
  };
}

export const RANSON_1974 = {
  title:
    'Ranson JH et al. Prognostic signs and the role of operative management in acute pancreatitis',
  url: 'https://pubmed.ncbi.nlm.nih.gov/4834279/',
  year: 1974,
} as const;

export const RANSON_1982 = {
  title: 'Ranson JH. Etiological and prognostic factors in human acute pancreatitis: a review',
  url: 'https://pubmed.ncbi.nlm.nih.gov/7051819/',
  year: 1982,
} as const;
