import { choice, ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** Prognosis by treadmill test (Mark 1987): minutes − 5 × ST deviation − 4 × angina index. */
export const dukeTreadmill = defineScore({
  id: 'duke_treadmill',
  name: 'Duke treadmill score',
  aliases: ['duke_treadmill_score', 'dts'],
  group: 'cardiology',
  purpose: 'Estimates survival and coronary disease from an exercise test by the Bruce protocol.',
  population: 'Adults with suspected or known coronary disease, without ST change at rest',
  unit: '{score}',
  decimals: 1,
  range: { min: -58, max: 30 },
  inputs: {
    exercise_minutes: ownQuantity('Exercise time, Bruce protocol', 'min', [0, 30], 0.1, {
      monotone: 'rising',
    }),
    st_deviation_mm: ownQuantity(
      'Largest net ST deviation in any lead but aVR, depression or elevation, without sign',
      'mm',
      [0, 10],
      0.1,
      { monotone: 'falling' },
    ),
    exercise_angina_index: choice('Angina during exercise', {
      '0': 'none',
      '1': 'present but not limiting',
      '2': 'the reason to stop',
    }),
  },
  categories: [
    {
      id: 'high',
      from: -58,
      interpretation: 'High risk (below −10): 79 % of outpatients lived four years.',
      action: {
        text: 'Consider coronary angiography.',
        source: 'Mark 1991, 10.1056/NEJM199109193251204',
      },
    },
    {
      id: 'moderate',
      from: -10,
      interpretation: 'Moderate risk (−10 to +4, below +5): 95 % of outpatients lived four years.',
    },
    {
      id: 'low',
      from: 5,
      interpretation: 'Low risk (+5 and above): 99 % of outpatients lived four years.',
    },
  ],
  references: [
    {
      title: 'Mark DB et al. Exercise treadmill score for predicting prognosis in CAD',
      doi: '10.7326/0003-4819-106-6-793',
      year: 1987,
    },
    {
      title: 'Mark DB et al. Prognostic value of a treadmill exercise score in outpatients',
      doi: '10.1056/NEJM199109193251204',
      year: 1991,
    },
  ],
  compute(v) {
    const raw = v.exercise_minutes - 5 * v.st_deviation_mm - 4 * Number(v.exercise_angina_index);
    const value = Math.round(raw * 10) / 10;
    const probability = value >= 5 ? 0.01 : value >= -10 ? 0.05 : 0.21;
    return { value, risk: { outcome: 'death', probability, horizon: '4 years' } };
  },
});
