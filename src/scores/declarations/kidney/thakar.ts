import { choice, flag, ownFlag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const creatinine = stepsFrom(0, [1.2, 2], [2.1, 5]);
const SURGERY = { cabg: 0, valve: 1, cabg_and_valve: 2, other: 2 } as const;

/** Observed dialysis; for 6 to 8 points the two halves of the cohort differ (7.8 and 9.5 %). */
const RATES: Readonly<Record<string, number>> = { low: 0.004, moderate: 0.018, 'very high': 0.215 };

const categoryAt = (value: number) =>
  value <= 2 ? 'low' : value <= 5 ? 'moderate' : value <= 8 ? 'high' : 'very high';

export const thakar = defineScore({
  id: 'thakar',
  name: 'Cleveland Clinic (Thakar) score for dialysis after cardiac surgery',
  aliases: ['cleveland_clinic_score', 'thakar_score', 'cleveland_clinic_aki'],
  group: 'kidney',
  purpose: 'Predicts kidney injury that needs dialysis after open-heart surgery.',
  population: 'Adults before open-heart surgery, not on dialysis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 17 },
  inputs: {
    sex: sex(),
    congestive_heart_failure: flag('congestive_heart_failure'),
    ejection_fraction: quantity('ejection_fraction', { cuts: [35], monotone: 'falling' }),
    preoperative_balloon_pump: ownFlag('Intra-aortic balloon pump before surgery'),
    copd_treated: ownFlag('COPD that needs medical treatment'),
    insulin_treated_diabetes: ownFlag('Diabetes treated with insulin'),
    prior_cardiac_surgery: ownFlag('Earlier cardiac surgery'),
    emergency_surgery: ownFlag('Emergency surgery'),
    cardiac_surgery: choice('Operation', {
      cabg: 'coronary bypass alone',
      valve: 'valve alone',
      cabg_and_valve: 'bypass and valve',
      other: 'other cardiac operation',
    }),
    creatinine: quantity('creatinine', {
      cuts: creatinine.cuts,
      monotone: 'rising',
      help: 'Before surgery.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: '0 to 2: dialysis in 0.4 %.' },
    { id: 'moderate', from: 3, interpretation: '3 to 5: dialysis in 1.8 %.' },
    { id: 'high', from: 6, interpretation: '6 to 8: dialysis in 7.8 to 9.5 %.' },
    {
      id: 'very high',
      from: 9,
      interpretation: '9 to 13: dialysis in 21.5 %; more than 13 were not seen.',
    },
  ],
  references: [
    {
      title:
        'Thakar CV et al. A clinical score to predict acute renal failure after cardiac surgery',
      doi: '10.1681/ASN.2004040331',
      year: 2005,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      sex: pointsIf(v.sex === 'F'),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      ejection_fraction: pointsIf(v.ejection_fraction < 35),
      preoperative_balloon_pump: pointsIf(v.preoperative_balloon_pump, 2),
      copd_treated: pointsIf(v.copd_treated),
      insulin_treated_diabetes: pointsIf(v.insulin_treated_diabetes),
      prior_cardiac_surgery: pointsIf(v.prior_cardiac_surgery),
      emergency_surgery: pointsIf(v.emergency_surgery, 2),
      cardiac_surgery: SURGERY[v.cardiac_surgery],
      creatinine: creatinine(rounded(v.creatinine, 2)),
    });
    const probability = RATES[categoryAt(value)];
    return {
      value,
      points,
      ...(probability !== undefined && {
        risk: {
          outcome: 'acute kidney injury with dialysis',
          probability,
          horizon: 'after surgery',
        },
      }),
    };
  },
});
