import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const bnp = stepsFrom(0, [300, 1]);
const pulse = stepsAbove(1, [50, 0]);
const hemoglobin = stepsAbove(1, [9, 0]);
const saturation = stepsAbove(1, [94, 0]);

/** The BRACES criteria of syncope (Reed 2010); one is enough. */
export const roseSyncope = defineScore({
  id: 'rose_syncope',
  name: 'ROSE rule for syncope',
  aliases: ['rose', 'rose_rule'],
  group: 'cardiology',
  purpose: 'Finds patients with syncope at risk of a serious outcome or death within a month.',
  population: 'Patients of 16 years and over with syncope at the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    bnp: quantity('bnp', { cuts: bnp.cuts, monotone: 'rising' }),
    heart_rate: quantity('heart_rate', {
      help: 'The lowest, in the ambulance or at the emergency department.',
      cuts: pulse.cuts,
      monotone: 'falling',
    }),
    fecal_occult_blood: ownFlag('Rectal examination shows occult blood'),
    hemoglobin: quantity('hemoglobin', { cuts: hemoglobin.cuts, monotone: 'falling' }),
    chest_pain_with_syncope: ownFlag('Chest pain with the syncope'),
    q_wave: ownFlag('Q wave on the ECG, not only in lead III'),
    oxygen_saturation: quantity('oxygen_saturation', {
      help: 'On room air.',
      cuts: saturation.cuts,
      monotone: 'falling',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'No criterion: low risk within a month.' },
    { id: 'high', from: 1, interpretation: 'One criterion or more: high risk within a month.' },
  ],
  references: [
    {
      title: 'Reed MJ et al. The ROSE (Risk Stratification of Syncope in the ED) study',
      doi: '10.1016/j.jacc.2009.09.049',
      year: 2010,
    },
  ],
  compute: (v) =>
    sumOf({
      bnp: bnp(v.bnp),
      heart_rate: pulse(v.heart_rate),
      fecal_occult_blood: pointsIf(v.fecal_occult_blood),
      hemoglobin: hemoglobin(v.hemoglobin),
      chest_pain_with_syncope: pointsIf(v.chest_pain_with_syncope),
      q_wave: pointsIf(v.q_wave),
      oxygen_saturation: saturation(v.oxygen_saturation),
    }),
});
