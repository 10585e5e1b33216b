import { ownFlag, quantity, sex } from '../../input.js';
import { logistic } from '../../logistic.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const pressure = stepsFrom(4, [100, 1], [120, 0]);
const hemoglobin = stepsFrom(8, [7, 6], [9, 4], [10, 3], [11, 2], [12, 0]);
const baseExcess = stepsFrom(4, [-10, 3], [-6, 1], [-2, 0]);

/**
 * Probability of a massive transfusion: the curve of the revalidation (Maegele 2011), half at 18.
 * The first one (Yücel 2006) was 1 / (1 + e^(4.9 − 0.3 · TASH)) and is too high for today's care.
 */
const massiveTransfusion = (score: number) => logistic(0.3 * score - 5.4);

const BOTH_FRACTURES =
  'pelvic and femoral fracture both count here (0–31), as in the revalidation; the first paper ' +
  'counted only the worse of them (0–28)';

/** Massive transfusion after multiple trauma (Yücel 2006, Maegele 2011). */
export const tash = defineScore({
  id: 'tash',
  name: 'TASH score (Trauma Associated Severe Hemorrhage)',
  aliases: ['tash_score', 'trauma_associated_severe_hemorrhage'],
  group: 'trauma and surgery',
  purpose: 'Predicts the probability of a massive transfusion after multiple trauma.',
  population: 'Adults with severe injury (ISS above 15)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 31 },
  inputs: {
    sex: sex(),
    systolic_bp: quantity('systolic_bp', {
      min: 0,
      cuts: pressure.cuts,
      monotone: 'falling',
    }),
    heart_rate: quantity('heart_rate', { cuts: [121], monotone: 'rising' }),
    hemoglobin: quantity('hemoglobin', { cuts: hemoglobin.cuts, monotone: 'falling' }),
    base_excess: quantity('base_excess', { cuts: baseExcess.cuts, monotone: 'falling' }),
    fast_positive: ownFlag('Positive FAST: free intra-abdominal fluid on ultrasound'),
    unstable_pelvic_fracture: ownFlag('Clinically unstable pelvic fracture'),
    open_or_dislocated_femur_fracture: ownFlag('Open or dislocated fracture of the femur'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Probability of a massive transfusion below 10 %.' },
    { id: 'intermediate', from: 11, interpretation: 'Probability of 11–43 %.' },
    {
      id: 'high',
      from: 18,
      interpretation: 'Probability of half or more.',
      action: {
        text: 'Activate the massive transfusion protocol.',
        source: 'Maegele 2011, 10.1111/j.1423-0410.2010.01387.x',
      },
    },
  ],
  references: [
    {
      title: 'Yücel N et al. Trauma Associated Severe Hemorrhage (TASH)-Score',
      doi: '10.1097/01.ta.0000220386.84012.bf',
      year: 2006,
    },
    {
      title: 'Maegele M et al. Revalidation and update of the TASH-Score',
      doi: '10.1111/j.1423-0410.2010.01387.x',
      year: 2011,
    },
  ],
  compute(v) {
    const points = {
      sex: pointsIf(v.sex === 'M'),
      systolic_bp: pressure(v.systolic_bp),
      heart_rate: pointsIf(v.heart_rate > 120, 2),
      hemoglobin: hemoglobin(rounded(v.hemoglobin, 2)),
      base_excess: baseExcess(v.base_excess),
      fast_positive: pointsIf(v.fast_positive, 3),
      unstable_pelvic_fracture: pointsIf(v.unstable_pelvic_fracture, 6),
      open_or_dislocated_femur_fracture: pointsIf(v.open_or_dislocated_femur_fracture, 3),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      ...(v.unstable_pelvic_fracture &&
        v.open_or_dislocated_femur_fracture && { warnings: [BOTH_FRACTURES] }),
      risk: {
        outcome: 'massive transfusion',
        probability: massiveTransfusion(value),
        horizon: 'until intensive care',
      },
    };
  },
});
