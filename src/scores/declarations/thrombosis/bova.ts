import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const systolic = stepsAbove(2, [100, 0]);
const pulse = stepsFrom(0, [110, 1]);

/** Complications of pulmonary embolism without hypotension (Bova 2014; rates of Fernández 2015). */
export const bova = defineScore({
  id: 'bova',
  name: 'Bova score',
  aliases: ['bova_pe'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates complications within 30 days of pulmonary embolism in normotensive patients.',
  population: 'Adults with confirmed pulmonary embolism and a systolic pressure of 90 mmHg or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    systolic_bp: quantity('systolic_bp', { min: 90, cuts: systolic.cuts, monotone: 'falling' }),
    elevated_troponin: ownFlag('Troponin above the 99th percentile'),
    right_ventricular_dysfunction: ownFlag('Right ventricular dysfunction on echo or CT'),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'stage I',
      from: 0,
      interpretation: 'Low risk: 4.4 % had a complication within 30 days.',
    },
    {
      id: 'stage II',
      from: 3,
      interpretation: 'Intermediate risk: 18 % had a complication within 30 days.',
    },
    {
      id: 'stage III',
      from: 5,
      interpretation: 'High risk: 42 % had a complication within 30 days.',
    },
  ],
  references: [
    {
      title: 'Bova C et al. Identification of intermediate-risk patients with pulmonary embolism',
      doi: '10.1183/09031936.00006114',
      year: 2014,
    },
    {
      title: 'Fernández C et al. Validation of a model for intermediate- to high-risk PE (Bova)',
      doi: '10.1378/chest.14-2551',
      year: 2015,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      systolic_bp: systolic(v.systolic_bp),
      elevated_troponin: pointsIf(v.elevated_troponin, 2),
      right_ventricular_dysfunction: pointsIf(v.right_ventricular_dysfunction, 2),
      heart_rate: pulse(v.heart_rate),
    });
    const probability = value >= 5 ? 0.42 : value >= 3 ? 0.18 : 0.044;
    return {
      value,
      points,
      risk: { outcome: 'PE-related complication', probability, horizon: '30 days' },
    };
  },
});
