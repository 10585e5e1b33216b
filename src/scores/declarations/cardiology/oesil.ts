import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** "Above 65 years", in completed years. */
const age = stepsFrom(0, [66, 1]);
/** Colivicchi 2003: deaths within a year by points 0 to 4. */
const MORTALITY = [0, 0.008, 0.196, 0.347, 0.571];

/** Death within a year of syncope (Colivicchi 2003). */
export const oesil = defineScore({
  id: 'oesil',
  name: 'OESIL risk score for syncope',
  aliases: ['oesil_score'],
  group: 'cardiology',
  purpose: 'Estimates death within a year of syncope.',
  population: 'Patients with syncope at the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    age: quantity('age', { min: 12, cuts: age.cuts, monotone: 'rising' }),
    cardiovascular_disease_history: ownFlag('Cardiovascular disease in the history', {
      fixed: true,
    }),
    syncope_without_prodrome: ownFlag('Syncope without prodrome'),
    any_ecg_abnormality: ownFlag('Any abnormality of the ECG', {
      help:
        'Arrhythmia, conduction disturbance, hypertrophy, axis deviation, old infarction, ' +
        'ischaemia; also old findings.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of death within a year (0 to 1).' },
    { id: 'high', from: 2, interpretation: 'High risk of death within a year (2 and above).' },
  ],
  references: [
    {
      title: 'Colivicchi F et al. A risk stratification system for syncope: the OESIL risk score',
      doi: '10.1016/s0195-668x(02)00827-8',
      year: 2003,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      cardiovascular_disease_history: pointsIf(v.cardiovascular_disease_history),
      syncope_without_prodrome: pointsIf(v.syncope_without_prodrome),
      any_ecg_abnormality: pointsIf(v.any_ecg_abnormality),
    });
    const probability = MORTALITY[value] ?? 0;
    return { value, points, risk: { outcome: 'death', probability, horizon: '1 year' } };
  },
});
