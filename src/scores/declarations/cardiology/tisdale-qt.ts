import { choice, flag, ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [68, 1]);
const potassium = stepsAbove(2, [3.5, 0]);
const qtc = stepsFrom(0, [450, 2]);
/** The second drug adds as much again as the first; so the maximum is 21, as published. */
const DRUGS = { none: 0, one: 3, two_or_more: 6 } as const;

/** Risk of QT prolongation in hospital (Tisdale 2013). */
export const tisdaleQt = defineScore({
  id: 'tisdale_qt',
  name: 'Tisdale risk score for QT prolongation',
  aliases: ['tisdale', 'tisdale_score', 'tisdale_qtc'],
  group: 'cardiology',
  purpose: 'Estimates the risk of QT prolongation in hospital inpatients.',
  population: 'Adults on a cardiac care unit; used for inpatients on QT-prolonging drugs',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 21 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    sex: sex(),
    loop_diuretic: ownFlag('Takes a loop diuretic'),
    potassium: quantity('potassium', { cuts: potassium.cuts, monotone: 'falling' }),
    qtc: quantity('qtc', { help: 'On admission.', cuts: qtc.cuts, monotone: 'rising' }),
    acute_myocardial_infarction: ownFlag('Acute myocardial infarction'),
    sepsis: ownFlag('Sepsis'),
    congestive_heart_failure: flag('congestive_heart_failure', {
      help: 'With reduced ejection fraction.',
    }),
    qt_prolonging_drugs: choice('Drugs that prolong QT', {
      none: 'none',
      one: 'one',
      two_or_more: 'two or more',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of QT prolongation (6 points or fewer).' },
    { id: 'moderate', from: 7, interpretation: 'Moderate risk of QT prolongation (7 to 10).' },
    { id: 'high', from: 11, interpretation: 'High risk of QT prolongation (11 or more).' },
  ],
  references: [
    {
      title: 'Tisdale JE et al. Risk score to predict QT interval prolongation in hospital',
      doi: '10.1161/CIRCOUTCOMES.113.000152',
      year: 2013,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      sex: pointsIf(v.sex === 'F'),
      loop_diuretic: pointsIf(v.loop_diuretic),
      potassium: potassium(v.potassium),
      qtc: qtc(v.qtc),
      acute_myocardial_infarction: pointsIf(v.acute_myocardial_infarction, 2),
      sepsis: pointsIf(v.sepsis, 3),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 3),
      qt_prolonging_drugs: DRUGS[v.qt_prolonging_drugs],
    }),
});
