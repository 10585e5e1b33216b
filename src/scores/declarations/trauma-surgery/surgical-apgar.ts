import { ownQuantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const bloodLoss = stepsAbove(3, [100, 2], [600, 1], [1000, 0]);
const pressure = stepsFrom(0, [40, 1], [55, 2], [70, 3]);
const heartRate = stepsAbove(4, [55, 3], [65, 2], [75, 1], [85, 0]);

/** Outcome of an operation from blood loss, lowest pressure and lowest heart rate (Gawande 2007). */
export const surgicalApgar = defineScore({
  id: 'surgical_apgar',
  name: 'Surgical Apgar Score',
  aliases: ['surgical_apgar_score', 'sas'],
  group: 'trauma and surgery',
  purpose: 'Ranks the risk of major complications or death at the end of an operation.',
  population: 'Adults after general or vascular surgery under anaesthesia',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    intraoperative_blood_loss: ownQuantity('Estimated blood loss', 'mL', [0, 30_000], 1, {
      cuts: bloodLoss.cuts,
      monotone: 'falling',
    }),
    lowest_mean_arterial_pressure: ownQuantity(
      'Lowest mean arterial pressure of the operation',
      'mm[Hg]',
      [0, 200],
      1,
      { cuts: pressure.cuts, monotone: 'rising' },
    ),
    lowest_heart_rate: ownQuantity('Lowest heart rate of the operation', '/min', [0, 250], 1, {
      cuts: heartRate.cuts,
      monotone: 'falling',
      help: 'A pathological bradyarrhythmia or asystole counts as above 85',
    }),
  },
  categories: [
    {
      id: 'high-risk',
      from: 0,
      interpretation: 'High risk (0–4): 59 % had a major complication or died.',
    },
    { id: 'intermediate', from: 5, interpretation: 'Intermediate risk (5–8).' },
    {
      id: 'low-risk',
      from: 9,
      interpretation: 'Low risk (9–10): 3.6 % had a major complication or died.',
    },
  ],
  references: [
    {
      title: 'Gawande AA et al. An Apgar score for surgery',
      doi: '10.1016/j.jamcollsurg.2006.11.011',
      year: 2007,
    },
  ],
  compute(v) {
    const points = {
      intraoperative_blood_loss: bloodLoss(v.intraoperative_blood_loss),
      lowest_mean_arterial_pressure: pressure(Math.round(v.lowest_mean_arterial_pressure)),
      lowest_heart_rate: heartRate(Math.round(v.lowest_heart_rate)),
    };
    const { value } = sumOf(points);
    // The paper states the rate of these two groups only.
    const probability = value <= 4 ? 0.586 : value >= 9 ? 0.036 : undefined;
    return {
      value,
      points,
      ...(probability !== undefined && {
        risk: { outcome: 'major complication or death', probability, horizon: '30 days' },
      }),
    };
  },
});
