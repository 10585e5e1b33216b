import { flag, ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const ageWithoutStroke = stepsFrom(0, [65, 3], [75, 5], [85, 6]);
/** With an earlier stroke the youngest score higher than those of 65 to 84, as published. */
const ageWithStroke = stepsFrom(8, [65, 7], [85, 9]);
const egfr = stepsFrom(1, [45, 0]);

/** Risk of stroke in atrial fibrillation by age, earlier stroke and kidney (Singer 2013). */
export const atriaStroke = defineScore({
  id: 'atria_stroke',
  name: 'ATRIA stroke risk score',
  group: 'cardiology',
  purpose: 'Estimates the risk of stroke in atrial fibrillation without anticoagulation.',
  population: 'Adults with atrial fibrillation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 15 },
  inputs: {
    age: quantity('age', { min: 18, cuts: ageWithoutStroke.cuts }),
    stroke: flag('stroke'),
    sex: sex(),
    diabetes: flag('diabetes'),
    congestive_heart_failure: flag('congestive_heart_failure'),
    hypertension: flag('hypertension'),
    proteinuria: ownFlag('Proteinuria'),
    egfr: quantity('egfr', {
      help: 'Not needed on dialysis.',
      cuts: egfr.cuts,
      monotone: 'falling',
      optional: true,
    }),
    dialysis: {
      ...flag('dialysis', { help: 'End-stage kidney disease counts as eGFR below 45.' }),
      optional: true,
    },
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: below 1 % a year.' },
    { id: 'intermediate', from: 6, interpretation: 'Intermediate risk: 1 to below 2 % a year.' },
    { id: 'high', from: 7, interpretation: 'High risk: 2 % a year or more.' },
  ],
  references: [
    {
      title: 'Singer DE et al. A new risk scheme to predict ischemic stroke in AF: ATRIA',
      doi: '10.1161/JAHA.113.000250',
      year: 2013,
    },
  ],
  alsoNeeds: (v) => (v.dialysis ? [] : ['egfr']),
  compute: (v) =>
    sumOf({
      age: v.stroke ? ageWithStroke(v.age) : ageWithoutStroke(v.age),
      sex: pointsIf(v.sex === 'F'),
      diabetes: pointsIf(v.diabetes),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      hypertension: pointsIf(v.hypertension),
      proteinuria: pointsIf(v.proteinuria),
      egfr: v.dialysis ? 1 : egfr(v.egfr ?? 0),
    }),
});
