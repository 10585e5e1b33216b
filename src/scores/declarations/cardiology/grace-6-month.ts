import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { graceCreatinine } from './grace-in-hospital.js';

const age = stepsFrom(0, [40, 18], [50, 36], [60, 55], [70, 73], [80, 91], [90, 100]);
const pulse = stepsFrom(0, [50, 3], [70, 9], [90, 14], [110, 23], [150, 35], [200, 43]);
const systolic = stepsFrom(24, [80, 22], [100, 18], [120, 14], [140, 10], [160, 4], [200, 0]);
const creatinineBands = stepsFrom(1, [0.4, 3], [0.8, 5], [1.2, 7], [1.6, 9], [2, 15], [4, 20]);
const creatinine = (mgPerDl: number) => creatinineBands(graceCreatinine(mgPerDl));

/** GRACE points at discharge (Eagle 2004): death within six months of leaving hospital. */
export const grace6Month = defineScore({
  id: 'grace_6_month',
  name: 'GRACE score at discharge, death within 6 months',
  aliases: ['grace_discharge', 'grace_post_discharge', 'grace_eagle'],
  group: 'cardiology',
  purpose: 'Estimates death within 6 months of discharge after an acute coronary syndrome.',
  population: 'Adults who leave hospital alive after an acute coronary syndrome',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 263 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    congestive_heart_failure: flag('congestive_heart_failure'),
    myocardial_infarction: flag('myocardial_infarction', {
      help: 'Before this acute coronary syndrome.',
    }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    st_depression_at_admission: ownFlag('ST-segment depression on the first ECG'),
    creatinine: quantity('creatinine', { cuts: creatinineBands.cuts, monotone: 'rising' }),
    elevated_cardiac_enzymes: ownFlag('Cardiac enzymes raised during the stay'),
    in_hospital_pci: ownFlag('Percutaneous coronary intervention during the stay'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (up to 88 points): below 3 % die within 6 months.',
    },
    {
      id: 'intermediate',
      from: 89,
      interpretation: 'Intermediate risk (89 to 118 points): 3 to 8 % die within 6 months.',
    },
    {
      id: 'high',
      from: 119,
      interpretation: 'High risk (above 118 points): more than 8 % die within 6 months.',
    },
  ],
  references: [
    {
      title:
        'Eagle KA et al. A validated prediction model for all forms of acute coronary syndrome: ' +
        '6-month postdischarge death',
      doi: '10.1001/jama.291.22.2727',
      year: 2004,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 24),
      myocardial_infarction: pointsIf(v.myocardial_infarction, 12),
      heart_rate: pulse(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      st_depression_at_admission: pointsIf(v.st_depression_at_admission, 11),
      creatinine: creatinine(v.creatinine),
      elevated_cardiac_enzymes: pointsIf(v.elevated_cardiac_enzymes, 15),
      in_hospital_pci: pointsIf(!v.in_hospital_pci, 14),
    }),
});
