import { flag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const bmiBands = stepsAbove(0, [30, 2]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));
const drugs = stepsFrom(0, [2, 1]);
const pressure = stepsAbove(0, [35, 1]);
/** "Above 60 years", in completed years. */
const age = stepsFrom(0, [61, 1]);
const filling = stepsAbove(0, [9, 1]);

/** Probability that dyspnoea comes from heart failure with preserved ejection fraction (Reddy 2018). */
export const h2fpef = defineScore({
  id: 'h2fpef',
  name: 'H₂FPEF score',
  aliases: ['h2fpef_score', 'hfpef_score'],
  group: 'cardiology',
  purpose: 'Estimates whether unexplained exertional dyspnoea is heart failure with preserved EF.',
  population:
    'Euvolaemic adults with unexplained dyspnoea and an ejection fraction of 50 % or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'rising' }),
    antihypertensive_drugs: ownQuantity('Antihypertensive drugs', '{count}', [0, 10], 1, {
      cuts: drugs.cuts,
      monotone: 'rising',
    }),
    atrial_fibrillation: flag('atrial_fibrillation', { help: 'Paroxysmal or persistent.' }),
    pulmonary_artery_systolic_pressure: ownQuantity(
      'Pulmonary artery systolic pressure by Doppler',
      'mm[Hg]',
      [5, 150],
      1,
      { cuts: pressure.cuts, monotone: 'rising' },
    ),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    e_over_e_prime: ownQuantity("E/e' ratio by Doppler", '1', [1, 60], 0.1, {
      cuts: filling.cuts,
      monotone: 'rising',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low probability: another cause of dyspnoea is likely.',
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Intermediate probability: more testing is needed, such as exercise echo.',
    },
    {
      id: 'high',
      from: 6,
      interpretation: 'High probability (above 90 %) of heart failure with preserved EF.',
    },
  ],
  references: [
    {
      title: 'Reddy YNV et al. A simple, evidence-based approach to help guide diagnosis of HFpEF',
      doi: '10.1161/CIRCULATIONAHA.118.034646',
      year: 2018,
    },
  ],
  compute: (v) =>
    sumOf({
      bmi: bmi(v.bmi),
      antihypertensive_drugs: drugs(v.antihypertensive_drugs),
      atrial_fibrillation: pointsIf(v.atrial_fibrillation, 3),
      pulmonary_artery_systolic_pressure: pressure(v.pulmonary_artery_systolic_pressure),
      age: age(v.age),
      e_over_e_prime: filling(v.e_over_e_prime),
    }),
});
