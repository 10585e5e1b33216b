import { ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** The grade of the Palliative Performance Scale, also as an input of other scores. */
export const PALLIATIVE_PERFORMANCE = ownQuantity(
  'Palliative Performance Scale',
  '%',
  [0, 100],
  10,
  {
    cuts: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    help:
      '100–80 normal activity; 70 reduced, unable to work; 60 occasional help; 50 mainly sits or ' +
      'lies, considerable help; 40 mainly in bed; 30 bedbound, total care; 20 sips only; 10 mouth ' +
      'care only; 0 dead.',
  },
);

/** Function of a patient in palliative care in steps of ten per cent (Anderson 1996). */
export const palliativePerformance = defineScore({
  id: 'palliative_performance_scale',
  name: 'Palliative Performance Scale',
  aliases: ['pps', 'ppsv2', 'palliative_performance'],
  group: 'function and frailty',
  purpose: 'Grades the function of a patient in palliative care.',
  population: 'Patients with a life-limiting illness',
  unit: '%',
  decimals: 0,
  range: { min: 0, max: 100 },
  inputs: { palliative_performance: { ...PALLIATIVE_PERFORMANCE, monotone: 'rising' } },
  categories: [
    { id: 'dead', from: 0, interpretation: 'Dead.' },
    { id: 'end of life', from: 10, interpretation: 'Totally bedbound (10–30 %).' },
    { id: 'transitional', from: 40, interpretation: 'Much reduced function (40–60 %).' },
    { id: 'stable', from: 70, interpretation: 'Largely preserved function (70–100 %).' },
  ],
  references: [
    {
      title: 'Anderson F et al. Palliative performance scale (PPS): a new tool',
      doi: '10.1177/082585979601200102',
      year: 1996,
    },
  ],
  refuses({ palliative_performance: percent }) {
    return percent !== undefined && percent % 10 !== 0
      ? { input: 'palliative_performance', issue: 'goes in steps of 10 %' }
      : undefined;
  },
  compute: (v) => ({ value: v.palliative_performance }),
});
