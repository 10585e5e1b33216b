import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ELEVATED_TROPONIN } from './shared-inputs.js';

const DIAGNOSIS = { vasovagal: -2, cardiac: 2, neither: 0 } as const;
const MIN = -3;
/** Thiruganasambandamoorthy 2016: serious events within 30 days by points −3 to 11. */
const EVENTS = [
  0.004, 0.007, 0.012, 0.019, 0.031, 0.051, 0.081, 0.129, 0.197, 0.289, 0.403, 0.528, 0.65, 0.755,
  0.836,
];

/** Serious events within 30 days of syncope (Thiruganasambandamoorthy 2016). */
export const canadianSyncope = defineScore({
  id: 'canadian_syncope',
  name: 'Canadian Syncope Risk Score',
  aliases: ['csrs', 'canadian_syncope_risk_score'],
  group: 'cardiology',
  purpose: 'Estimates serious adverse events within 30 days of syncope.',
  population:
    'Patients of 16 years and over within 24 h of syncope, without a serious cause found so far',
  unit: '{score}',
  decimals: 0,
  range: { min: MIN, max: 11 },
  inputs: {
    age: quantity('age', { min: 16, optional: true }),
    vasovagal_predisposition: ownFlag('Predisposition to vasovagal symptoms', {
      help: 'Warm or crowded place, long standing, fear, emotion or pain.',
    }),
    heart_disease_history: ownFlag('History of heart disease', {
      fixed: true,
      help: 'Coronary, valvular, cardiomyopathy, heart failure, non-sinus rhythm.',
    }),
    systolic_bp_below_90_or_above_180: ownFlag(
      'Any systolic pressure below 90 or above 180 mmHg at the emergency department',
    ),
    elevated_troponin: ELEVATED_TROPONIN,
    abnormal_qrs_axis: ownFlag('Abnormal QRS axis (below −30° or above 100°)'),
    qrs_duration_above_130: ownFlag('QRS duration above 130 ms'),
    qtc_above_480: ownFlag('Corrected QT interval above 480 ms'),
    emergency_diagnosis: choice('Diagnosis at the emergency department', {
      vasovagal: 'vasovagal syncope',
      cardiac: 'cardiac syncope',
      neither: 'neither',
    }),
  },
  categories: [
    { id: 'very low', from: MIN, interpretation: 'Very low risk (−3 to −2): below 1 %.' },
    { id: 'low', from: -1, interpretation: 'Low risk (−1 to 0): 1 to 2 %.' },
    { id: 'medium', from: 1, interpretation: 'Medium risk (1 to 3): 3 to 8 %.' },
    { id: 'high', from: 4, interpretation: 'High risk (4 to 5): 13 to 20 %.' },
    { id: 'very high', from: 6, interpretation: 'Very high risk (6 and above): 29 % or more.' },
  ],
  references: [
    {
      title: 'Thiruganasambandamoorthy V et al. Development of the Canadian Syncope Risk Score',
      doi: '10.1503/cmaj.151469',
      year: 2016,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      vasovagal_predisposition: v.vasovagal_predisposition ? -1 : 0,
      heart_disease_history: pointsIf(v.heart_disease_history),
      systolic_bp_below_90_or_above_180: pointsIf(v.systolic_bp_below_90_or_above_180, 2),
      elevated_troponin: pointsIf(v.elevated_troponin, 2),
      abnormal_qrs_axis: pointsIf(v.abnormal_qrs_axis),
      qrs_duration_above_130: pointsIf(v.qrs_duration_above_130),
      qtc_above_480: pointsIf(v.qtc_above_480, 2),
      emergency_diagnosis: DIAGNOSIS[v.emergency_diagnosis],
    });
    return {
      value,
      points,
      risk: {
        outcome: 'serious adverse event',
        probability: EVENTS[value - MIN] ?? 0,
        horizon: '30 days',
      },
    };
  },
});
