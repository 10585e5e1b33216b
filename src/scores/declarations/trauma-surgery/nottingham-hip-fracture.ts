import { ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { logistic } from '../../logistic.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const agePoints = stepsFrom(0, [66, 3], [86, 4]);

/**
 * Death within 30 days, 0–1, by score 0–10: Moppett 2012, the equation recalibrated over three
 * hospitals, doi:10.1093/bja/aes187.
 */
export function nottinghamMortality(score: number): number {
  return logistic(0.481 * score - 5.012);
}

/** Mortality after hip fracture surgery (Maxwell 2008, Wiles 2011). */
export const nottinghamHipFracture = defineScore({
  id: 'nottingham_hip_fracture',
  name: 'Nottingham Hip Fracture Score',
  aliases: ['nhfs', 'nottingham_hip_fracture_score'],
  group: 'trauma and surgery',
  purpose: 'Ranks the risk of dying after an operation for a hip fracture.',
  population: 'Adults with a hip fracture before surgery',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'rising' }),
    sex: sex(),
    hemoglobin: quantity('hemoglobin', { cuts: [10], monotone: 'falling', help: 'On admission' }),
    abbreviated_mental_test: ownQuantity('Abbreviated Mental Test', '{score}', [0, 10], 1, {
      cuts: [6],
      monotone: 'falling',
      help: 'Correct answers of ten, on admission',
    }),
    lives_in_institution: ownFlag('Lives in an institution'),
    two_or_more_comorbidities: ownFlag('Two or more comorbidities', {
      help:
        'Of cardiovascular (infarction, angina, atrial fibrillation, valve disease, hypertension), ' +
        'cerebrovascular, respiratory and kidney disease',
    }),
    malignancy_last_20_years: ownFlag('Malignancy within 20 years (not of the skin)'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (4 or less): 96.5 % survived 30 days, 84 % a year.',
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'High risk (5 or more): 86.3 % survived 30 days, 54.5 % a year.',
    },
  ],
  references: [
    {
      title: 'Maxwell MJ, Moran CG, Moppett IK. Development and validation of a scoring system',
      doi: '10.1093/bja/aen236',
      year: 2008,
    },
    {
      title: 'Wiles MD et al. Nottingham Hip Fracture Score as a predictor of one year mortality',
      doi: '10.1093/bja/aeq405',
      year: 2011,
    },
    {
      title: 'Moppett IK et al. Nottingham Hip Fracture Score: longitudinal and multi-centre',
      doi: '10.1093/bja/aes187',
      year: 2012,
    },
  ],
  compute(v) {
    const points = {
      age: agePoints(Math.floor(v.age)),
      sex: pointsIf(v.sex === 'M'),
      hemoglobin: pointsIf(rounded(v.hemoglobin, 2) <= 10),
      abbreviated_mental_test: pointsIf(v.abbreviated_mental_test <= 6),
      lives_in_institution: pointsIf(v.lives_in_institution),
      two_or_more_comorbidities: pointsIf(v.two_or_more_comorbidities),
      malignancy_last_20_years: pointsIf(v.malignancy_last_20_years),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: { outcome: 'death', probability: nottinghamMortality(value), horizon: '30 days' },
    };
  },
});
