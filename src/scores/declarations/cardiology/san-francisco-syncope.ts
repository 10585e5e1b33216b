import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const hematocrit = stepsFrom(1, [30, 0]);
const systolic = stepsFrom(1, [90, 0]);

/** The CHESS criteria of syncope (Quinn 2004); one is enough. */
export const sanFranciscoSyncope = defineScore({
  id: 'san_francisco_syncope',
  name: 'San Francisco Syncope Rule',
  aliases: ['sfsr', 'chess', 'san_francisco_syncope_rule'],
  group: 'cardiology',
  purpose: 'Finds patients with syncope who are not at low risk of a serious outcome.',
  population: 'Patients with syncope or near-syncope at the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    congestive_heart_failure: flag('congestive_heart_failure'),
    hematocrit: quantity('hematocrit', { cuts: hematocrit.cuts, monotone: 'falling' }),
    abnormal_ecg: ownFlag('Abnormal ECG: not sinus rhythm, or new changes'),
    shortness_of_breath: ownFlag('Shortness of breath'),
    systolic_bp: quantity('systolic_bp', {
      help: 'At triage.',
      cuts: systolic.cuts,
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'No criterion: low risk of a serious outcome within 7 days.',
    },
    {
      id: 'not low',
      from: 1,
      interpretation: 'One criterion or more: not at low risk of a serious outcome within 7 days.',
    },
  ],
  references: [
    {
      title: 'Quinn JV et al. Derivation of the San Francisco Syncope Rule',
      doi: '10.1016/s0196-0644(03)00823-0',
      year: 2004,
    },
  ],
  compute: (v) =>
    sumOf({
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      hematocrit: hematocrit(v.hematocrit),
      abnormal_ecg: pointsIf(v.abnormal_ecg),
      shortness_of_breath: pointsIf(v.shortness_of_breath),
      systolic_bp: systolic(v.systolic_bp),
    }),
});
