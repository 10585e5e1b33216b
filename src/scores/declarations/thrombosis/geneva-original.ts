import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [60, 1], [80, 2]);
const pulse = stepsAbove(0, [100, 1]);
/** Published in kPa (4.8, 5.2) and in mmHg; the latter here. */
const carbonDioxide = stepsFrom(2, [36, 1], [39, 0]);
/** 6.5, 8, 9.5 (71.26 mmHg; the bands in mmHg are 60–71.2 and 71.3–82.4) and 11 kPa. */
const oxygen = stepsFrom(4, [48.7, 3], [60, 2], [71.25, 1], [82.5, 0]);

/** The first Geneva score, with blood gas and chest film (Wicki 2001). */
export const genevaOriginal = defineScore({
  id: 'geneva_original',
  name: 'Geneva score (original, 2001)',
  aliases: ['original_geneva'],
  group: 'thrombosis and bleeding',
  purpose:
    'Estimates the pre-test probability of pulmonary embolism with blood gas and chest film.',
  population: 'Adults at the emergency department with suspected pulmonary embolism, on room air',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 16 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    prior_vte: flag('prior_vte'),
    surgery_within_4_weeks: ownFlag('Surgery within 4 weeks'),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    paco2: quantity('paco2', { cuts: carbonDioxide.cuts, monotone: 'falling' }),
    pao2: quantity('pao2', { help: 'On room air.', cuts: oxygen.cuts, monotone: 'falling' }),
    band_atelectasis: ownFlag('Band atelectasis on the chest film'),
    elevated_hemidiaphragm: ownFlag('Elevated hemidiaphragm on the chest film'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low probability: 10 % had pulmonary embolism.' },
    {
      id: 'intermediate',
      from: 5,
      interpretation: 'Intermediate probability: 38 % had pulmonary embolism.',
    },
    { id: 'high', from: 9, interpretation: 'High probability: 81 % had pulmonary embolism.' },
  ],
  references: [
    {
      title: 'Wicki J et al. Assessing clinical probability of pulmonary embolism in the ED',
      doi: '10.1001/archinte.161.1.92',
      year: 2001,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      prior_vte: pointsIf(v.prior_vte, 2),
      surgery_within_4_weeks: pointsIf(v.surgery_within_4_weeks, 3),
      heart_rate: pulse(v.heart_rate),
      paco2: carbonDioxide(v.paco2),
      pao2: oxygen(v.pao2),
      band_atelectasis: pointsIf(v.band_atelectasis),
      elevated_hemidiaphragm: pointsIf(v.elevated_hemidiaphragm),
    }),
});
