import { flag, quantity, sex, type ValuesOf } from '../../input.js';
import type { Category, ComputedScore } from '../../score.js';
import { ESTABLISHED_DISEASE_OR_HEART_FAILURE } from './established-disease.js';
import { hazardRisk, indicator, percentRisk } from './percent-risk.js';

/** Coefficients of natural logarithms and of yes/no; D'Agostino 2008. */
export interface FraminghamEquation {
  readonly age: number;
  readonly untreated: number;
  readonly treated: number;
  readonly smoker: number;
  readonly diabetes: number;
  readonly survival: number;
  readonly mean: number;
}

export interface FraminghamPatient {
  readonly age: number;
  /** mmHg */
  readonly systolicBp: number;
  readonly treated: boolean;
  readonly smokes: boolean;
  readonly diabetes: boolean;
}

/**
 * 10-year risk, 0..1, of general cardiovascular disease (D'Agostino 2008,
 * doi:10.1161/CIRCULATIONAHA.107.699579).
 *
 * @param body the terms of the lipids, or of the body mass index
 */
export function framinghamRisk(e: FraminghamEquation, p: FraminghamPatient, body: number): number {
  const sum =
    e.age * Math.log(p.age) +
    (p.treated ? e.treated : e.untreated) * Math.log(p.systolicBp) +
    e.smoker * indicator(p.smokes) +
    e.diabetes * indicator(p.diabetes) +
    body;
  return hazardRisk(e.survival, sum - e.mean);
}

const OUTCOME =
  'coronary death or disease, stroke, transient ischaemic attack, claudication or heart failure';

const source = '2021 Canadian dyslipidaemia guideline, 10.1016/j.cjca.2021.03.016';

export const FRAMINGHAM_CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Low risk (below 10 %).',
    action: { text: 'Emphasise lifestyle; a statin is mostly not needed.', source },
  },
  {
    id: 'intermediate',
    from: 10,
    interpretation: 'Intermediate risk (10 to below 20 %).',
    action: {
      text:
        'Statin where LDL cholesterol is 3.5 mmol/L (135 mg/dL) or more, non-HDL cholesterol ' +
        '4.2 mmol/L or more, or apolipoprotein B 1.05 g/L or more.',
      source,
    },
  },
  {
    id: 'high',
    from: 20,
    interpretation: 'High risk (20 % or more).',
    action: { text: 'Lifestyle and a statin.', source },
  },
];

/** The first inputs of both equations of 2008; the lipids or the body mass index follow. */
export const FRAMINGHAM_PERSON = {
  age: quantity('age', { min: 30, max: 74, monotone: 'rising' }),
  sex: sex(),
} as const;

export const FRAMINGHAM_RISK_FACTORS = {
  systolic_bp: quantity('systolic_bp', { monotone: 'rising' }),
  antihypertensive_treatment: flag('antihypertensive_treatment'),
  current_smoker: flag('current_smoker'),
  diabetes: flag('diabetes'),
  ...ESTABLISHED_DISEASE_OR_HEART_FAILURE,
} as const;

/** What the inputs say about a person. */
export const framinghamPatient = (
  v: ValuesOf<typeof FRAMINGHAM_PERSON> & ValuesOf<typeof FRAMINGHAM_RISK_FACTORS>,
): FraminghamPatient => ({
  age: v.age,
  systolicBp: v.systolic_bp,
  treated: v.antihypertensive_treatment,
  smokes: v.current_smoker,
  diabetes: v.diabetes,
});

/** The risk, 0..1, in percent with its category. */
export const framinghamResult = (probability: number): ComputedScore =>
  percentRisk(probability, OUTCOME, '10 years', FRAMINGHAM_CATEGORIES);

export const FRAMINGHAM_REFERENCES = [
  {
    title:
      "D'Agostino RB Sr et al. General cardiovascular risk profile for use in primary care: the " +
      'Framingham Heart Study',
    doi: '10.1161/CIRCULATIONAHA.107.699579',
    year: 2008,
  },
  {
    title:
      'Pearson GJ et al. 2021 Canadian Cardiovascular Society guidelines for the management of ' +
      'dyslipidemia for the prevention of cardiovascular disease in adults',
    doi: '10.1016/j.cjca.2021.03.016',
    year: 2021,
  },
] as const;
