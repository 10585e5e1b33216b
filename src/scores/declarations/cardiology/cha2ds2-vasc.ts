import { defineScore, pointsIf, sumOf } from '../../score.js';
import { SEX, STROKE_RISK_INPUTS, strokeRiskPoints } from './atrial-fibrillation.js';

const ACC_AF_2023 =
  '2023 ACC/AHA/ACCP/HRS guideline for atrial fibrillation, 10.1161/CIR.0000000000001193';

/** Friberg 2012: ischaemic strokes per year without anticoagulation, by points 0 to 9. */
const STROKES = [0.002, 0.006, 0.022, 0.032, 0.048, 0.072, 0.097, 0.112, 0.108, 0.122];

/** The point for sex counts only in addition to another. */
function categoryOf(value: number, female: boolean): string {
  const others = value - pointsIf(female);
  if (others === 0) return 'low';
  return others === 1 ? 'moderate' : 'high';
}

/** Risk of stroke in atrial fibrillation (Lip 2010). */
export const cha2ds2Vasc = defineScore({
  id: 'cha2ds2_vasc',
  name: 'CHA₂DS₂-VASc score',
  aliases: ['chadsvasc', 'chads_vasc', 'chads2_vasc'],
  group: 'cardiology',
  purpose: 'Estimates the yearly risk of stroke in atrial fibrillation without anticoagulation.',
  population: 'Adults with atrial fibrillation without mitral stenosis or a mechanical valve',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: { ...STROKE_RISK_INPUTS, sex: SEX },
  categories: [
    {
      id: 'low',
      interpretation: 'Low risk: no point other than the one for sex.',
      action: {
        text: 'Anticoagulation for stroke prevention is not advised.',
        source: ACC_AF_2023,
      },
    },
    {
      id: 'moderate',
      interpretation: 'Intermediate risk: 1 point in men, 2 in women.',
      action: { text: 'Anticoagulation is reasonable; decide together.', source: ACC_AF_2023 },
    },
    {
      id: 'high',
      interpretation: 'High risk: 2 points or more in men, 3 or more in women.',
      action: {
        text: 'Oral anticoagulation is recommended, a direct oral anticoagulant before warfarin.',
        source: ACC_AF_2023,
      },
    },
  ],
  references: [
    {
      title: 'Lip GYH et al. Refining clinical risk stratification for predicting stroke in AF',
      doi: '10.1378/chest.09-1584',
      year: 2010,
    },
    {
      title: 'Friberg L et al. Evaluation of risk stratification schemes: 182 678 patients with AF',
      doi: '10.1093/eurheartj/ehr488',
      year: 2012,
    },
  ],
  compute(v) {
    const female = v.sex === 'F';
    const { value, points } = sumOf({ sex: pointsIf(female), ...strokeRiskPoints(v) });
    return {
      value,
      points,
      category: categoryOf(value, female),
      risk: {
        outcome: 'ischaemic stroke without anticoagulation',
        probability: STROKES[value] ?? 0,
        horizon: '1 year',
      },
    };
  },
});
