import { flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** "Above 75 years", in completed years. */
const age = stepsFrom(0, [76, 1]);
const ejection = stepsFrom(1, [40, 0]);
const lactateBands = (mmol: number) => pointsIf(mmol >= 2) + pointsIf(mmol > 4);
/** 18 mg/dL are 2.0 mmol/L, not 1.998. */
const lactate = (mmol: number) => lactateBands(rounded(mmol, 1));
const egfr = (rate: number) => pointsIf(rate <= 60) + pointsIf(rate < 30);

/** Death in hospital in cardiogenic shock (Harjola 2015). */
export const cardshock = defineScore({
  id: 'cardshock',
  name: 'CardShock risk score',
  aliases: ['cardshock_score'],
  group: 'cardiology',
  purpose: 'Estimates death in hospital in cardiogenic shock.',
  population: 'Adults with cardiogenic shock of any cause but cardiac surgery',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    altered_mental_status: flag('altered_mental_status', { help: 'At presentation.' }),
    prior_infarction_or_bypass: ownFlag('Earlier myocardial infarction or bypass operation', {
      fixed: true,
    }),
    acute_coronary_syndrome: ownFlag('Acute coronary syndrome is the cause'),
    ejection_fraction: quantity('ejection_fraction', {
      cuts: ejection.cuts,
      monotone: 'falling',
    }),
    lactate: quantity('lactate', { cuts: [2, 4], monotone: 'rising' }),
    egfr: quantity('egfr', { cuts: [30, 60], monotone: 'falling' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 8.7 % died in hospital.' },
    { id: 'intermediate', from: 4, interpretation: 'Intermediate risk: 36 % died in hospital.' },
    { id: 'high', from: 6, interpretation: 'High risk: 77 % died in hospital.' },
  ],
  references: [
    {
      title: 'Harjola VP et al. Clinical picture and risk prediction of cardiogenic shock',
      doi: '10.1002/ejhf.260',
      year: 2015,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      altered_mental_status: pointsIf(v.altered_mental_status),
      prior_infarction_or_bypass: pointsIf(v.prior_infarction_or_bypass),
      acute_coronary_syndrome: pointsIf(v.acute_coronary_syndrome),
      ejection_fraction: ejection(v.ejection_fraction),
      lactate: lactate(v.lactate),
      egfr: egfr(v.egfr),
    });
    const probability = value >= 6 ? 0.77 : value >= 4 ? 0.36 : 0.087;
    return { value, points, risk: { outcome: 'death', probability, horizon: 'in hospital' } };
  },
});
