import { flag, quantity, sex } from '../../input.js';
import { stepsFrom } from '../../score.js';

/** What the scores of stroke in atrial fibrillation ask for alike. */
const AGE_POINTS = stepsFrom(0, [65, 1], [75, 2]);

export const STROKE_RISK_INPUTS = {
  congestive_heart_failure: flag('congestive_heart_failure', {
    help: 'Clinical heart failure, or moderate to severe left ventricular dysfunction.',
  }),
  hypertension: flag('hypertension'),
  age: quantity('age', { min: 18, cuts: AGE_POINTS.cuts, monotone: 'rising' }),
  diabetes: flag('diabetes'),
  stroke_tia_thromboembolism: flag('stroke_tia_thromboembolism'),
  vascular_disease: flag('vascular_disease'),
} as const;

export const SEX = sex();

export const ESC_AF_2024 = '2024 ESC Guidelines for atrial fibrillation, 10.1093/eurheartj/ehae176';

interface StrokeRisk {
  readonly congestive_heart_failure: boolean;
  readonly hypertension: boolean;
  readonly age: number;
  readonly diabetes: boolean;
  readonly stroke_tia_thromboembolism: boolean;
  readonly vascular_disease: boolean;
}

/** Points by input, all but the one for sex; 0 to 8 together (Lip 2010, doi:10.1378/chest.09-1584). */
export function strokeRiskPoints(v: StrokeRisk) {
  return {
    congestive_heart_failure: Number(v.congestive_heart_failure),
    hypertension: Number(v.hypertension),
    age: AGE_POINTS(v.age),
    diabetes: Number(v.diabetes),
    stroke_tia_thromboembolism: v.stroke_tia_thromboembolism ? 2 : 0,
    vascular_disease: Number(v.vascular_disease),
  };
}
