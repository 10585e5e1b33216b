import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Probability that syncope is cardiac (Del Rosso 2008). */
export const egsys = defineScore({
  id: 'egsys',
  name: 'EGSYS score for cardiac syncope',
  aliases: ['egsys_score'],
  group: 'cardiology',
  purpose: 'Says whether syncope is likely to be cardiac.',
  population: 'Patients with unexplained syncope at the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: -2, max: 12 },
  inputs: {
    abnormal_ecg_or_heart_disease: ownFlag('Abnormal ECG or heart disease'),
    palpitations_before_syncope: ownFlag('Palpitations before syncope'),
    syncope_during_effort: ownFlag('Syncope during effort'),
    syncope_while_supine: ownFlag('Syncope while lying'),
    autonomic_prodrome: ownFlag('Autonomic prodrome (nausea or vomiting)'),
    precipitating_factors: ownFlag('Precipitating or predisposing factors', {
      help: 'Warm or crowded place, long standing, fear, pain, emotion.',
    }),
  },
  categories: [
    { id: 'low', from: -2, interpretation: 'Below 3: cardiac syncope is unlikely.' },
    { id: 'high', from: 3, interpretation: '3 or more: cardiac syncope is likely.' },
  ],
  references: [
    {
      title: 'Del Rosso A et al. Clinical predictors of cardiac syncope: the EGSYS score',
      doi: '10.1136/hrt.2008.143123',
      year: 2008,
    },
  ],
  compute: (v) =>
    sumOf({
      abnormal_ecg_or_heart_disease: pointsIf(v.abnormal_ecg_or_heart_disease, 3),
      palpitations_before_syncope: pointsIf(v.palpitations_before_syncope, 4),
      syncope_during_effort: pointsIf(v.syncope_during_effort, 3),
      syncope_while_supine: pointsIf(v.syncope_while_supine, 2),
      autonomic_prodrome: v.autonomic_prodrome ? -1 : 0,
      precipitating_factors: v.precipitating_factors ? -1 : 0,
    }),
});
