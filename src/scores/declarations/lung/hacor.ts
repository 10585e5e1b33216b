import { quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const pulse = stepsAbove(0, [120, 1]);
const acidity = stepsFrom(4, [7.25, 3], [7.3, 2], [7.35, 0]);
const coma = stepsFrom(10, [11, 5], [13, 2], [15, 0]);
const oxygen = stepsAbove(6, [100, 5], [125, 4], [150, 3], [175, 2], [200, 0]);
const breathing = stepsAbove(0, [30, 1], [35, 2], [40, 3], [45, 4]);

/** Failure of non-invasive ventilation in hypoxaemic patients (Duan 2017). */
export const hacor = defineScore({
  id: 'hacor',
  name: 'HACOR score',
  aliases: ['hacor_score'],
  group: 'lung',
  purpose: 'Predicts the failure of non-invasive ventilation in hypoxaemic failure.',
  population: 'Adults with hypoxaemic failure, 1 to 2 hours after the start of NIV',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 25 },
  inputs: {
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    arterial_ph: quantity('arterial_ph', { cuts: acidity.cuts }),
    gcs: quantity('gcs', { cuts: coma.cuts }),
    pf_ratio: quantity('pf_ratio', { cuts: oxygen.cuts }),
    respiratory_rate: quantity('respiratory_rate', { cuts: breathing.cuts }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Failure of non-invasive ventilation is unlikely.' },
    {
      id: 'high',
      from: 6,
      interpretation: 'High risk that non-invasive ventilation fails (above 5).',
      action: {
        text: 'Think of early intubation: within 12 h mortality was lower than later.',
        source: 'Duan 2017',
      },
    },
  ],
  references: [
    {
      title:
        'Duan J et al. Assessment of heart rate, acidosis, consciousness, oxygenation, and ' +
        'respiratory rate to predict noninvasive ventilation failure in hypoxemic patients',
      doi: '10.1007/s00134-016-4601-3',
      year: 2017,
    },
  ],
  // The bands are printed in whole numbers: a ratio of 200.4 is read as 200.
  compute: (v) =>
    sumOf({
      heart_rate: pulse(v.heart_rate),
      arterial_ph: acidity(v.arterial_ph),
      gcs: coma(v.gcs),
      pf_ratio: oxygen(Math.round(v.pf_ratio)),
      respiratory_rate: breathing(v.respiratory_rate),
    }),
});
