import { flag, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

/** One public copy has 6 and 3 where this table and two others have 3 and 2; those are taken. */
const hematocrit = stepsFrom(9, [31, 7], [34, 3], [37, 2], [40, 0]);
const clearance = stepsAbove(39, [15, 35], [30, 28], [60, 17], [90, 7], [120, 0]);
const pulse = stepsAbove(0, [70, 1], [80, 3], [90, 6], [100, 8], [110, 10], [120, 11]);
const systolic = stepsAbove(10, [90, 8], [100, 5], [120, 1], [180, 3], [200, 5]);

/** Major bleeding in hospital in NSTEMI (Subherwal 2009). */
export const crusade = defineScore({
  id: 'crusade',
  name: 'CRUSADE bleeding score',
  aliases: ['crusade_bleeding'],
  group: 'cardiology',
  purpose: 'Estimates major bleeding in hospital in infarction without ST elevation.',
  population: 'Adults with myocardial infarction without ST elevation',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 96 },
  inputs: {
    hematocrit: quantity('hematocrit', { cuts: hematocrit.cuts, monotone: 'falling' }),
    creatinine_clearance: ownQuantity(
      'Creatinine clearance (Cockcroft–Gault)',
      'mL/min',
      [1, 300],
      1,
      { cuts: clearance.cuts, monotone: 'falling' },
    ),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    sex: sex(),
    heart_failure_at_presentation: ownFlag('Signs of heart failure at presentation'),
    prior_vascular_disease: ownFlag('Earlier stroke or peripheral artery disease', {
      fixed: true,
    }),
    diabetes: flag('diabetes'),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
  },
  categories: [
    { id: 'very low', from: 1, interpretation: 'Very low risk (up to 20): 3.1 % bled.' },
    { id: 'low', from: 21, interpretation: 'Low risk (21 to 30): 5.5 % bled.' },
    { id: 'moderate', from: 31, interpretation: 'Moderate risk (31 to 40): 8.6 % bled.' },
    { id: 'high', from: 41, interpretation: 'High risk (41 to 50): 11.9 % bled.' },
    { id: 'very high', from: 51, interpretation: 'Very high risk (above 50): 19.5 % bled.' },
  ],
  references: [
    {
      title: 'Subherwal S et al. Baseline risk of major bleeding in NSTEMI: the CRUSADE score',
      doi: '10.1161/CIRCULATIONAHA.108.828541',
      year: 2009,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      hematocrit: hematocrit(v.hematocrit),
      creatinine_clearance: clearance(v.creatinine_clearance),
      heart_rate: pulse(v.heart_rate),
      sex: pointsIf(v.sex === 'F', 8),
      heart_failure_at_presentation: pointsIf(v.heart_failure_at_presentation, 7),
      prior_vascular_disease: pointsIf(v.prior_vascular_disease, 6),
      diabetes: pointsIf(v.diabetes, 6),
      systolic_bp: systolic(v.systolic_bp),
    });
    const rate = stepsFrom(0.031, [21, 0.055], [31, 0.086], [41, 0.119], [51, 0.195]);
    const probability = rate(value);
    return {
      value,
      points,
      risk: { outcome: 'major bleeding', probability, horizon: 'in hospital' },
    };
  },
});
