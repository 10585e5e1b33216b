import { flag, ownFlag, quantity, sex } from '../../input.js';
import { type Category, defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const AGE = stepsFrom(0, [40, 1], [50, 2], [60, 3]);
// The chart of heights and weights of the form is these three.
const BMI = stepsFrom(0, [25, 1], [30, 2], [40, 3]);

const CATEGORIES: readonly Category[] = [
  { id: 'low', from: 0, interpretation: 'Below 5 points: not at increased risk by this test.' },
  {
    id: 'high',
    from: 5,
    interpretation: '5 points or more: at increased risk of prediabetes and type 2 diabetes.',
    action: {
      text: 'Test HbA1c or fasting glucose.',
      source: 'American Diabetes Association, Standards of Care, 10.2337/dc24-S002',
    },
  },
];

/** Whom to test for diabetes (form of the American Diabetes Association). */
export const adaDiabetesRisk = defineScore({
  id: 'ada_diabetes_risk',
  name: 'ADA diabetes risk test',
  aliases: ['ada_risk_test', 'ada_risk_calculator', 'prediabetes_risk_test', 'diabetes_risk_test'],
  group: 'metabolism',
  purpose: 'Identifies who should be tested for undiagnosed diabetes and prediabetes.',
  population: 'Adults without known diabetes (United States)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    age: quantity('age', { min: 18, cuts: AGE.cuts, monotone: 'rising' }),
    sex: sex(),
    gestational_diabetes: {
      ...ownFlag('Gestational diabetes ever', { help: 'needed for women', fixed: true }),
      optional: true,
    },
    parent_or_sibling_with_diabetes: ownFlag('Diabetes of mother, father, brother or sister', {
      fixed: true,
    }),
    hypertension: flag('hypertension'),
    physically_active: ownFlag('Is physically active'),
    bmi: quantity('bmi', {
      cuts: BMI.cuts,
      monotone: 'rising',
      help: 'Asian Americans are at risk from 23 kg/m² on',
    }),
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Bang H et al. Development and validation of a patient self-assessment score for diabetes risk',
      doi: '10.7326/0003-4819-151-11-200912010-00005',
      year: 2009,
    },
    {
      title:
        'Centers for Disease Control and Prevention. Prediabetes risk test: how your test is scored',
      url: 'https://www.cdc.gov/diabetes/widgets/risktest/how-your-test-is-scored.html',
      year: 2019,
    },
  ],
  alsoNeeds: (v) => (v.sex === 'M' ? [] : ['gestational_diabetes']),
  refuses: (v) =>
    v.sex === 'M' && v.gestational_diabetes
      ? { input: 'gestational_diabetes', issue: 'is for women only' }
      : undefined,
  compute: (v) =>
    sumOf({
      age: AGE(v.age),
      sex: pointsIf(v.sex === 'M'),
      gestational_diabetes: pointsIf(v.gestational_diabetes === true),
      parent_or_sibling_with_diabetes: pointsIf(v.parent_or_sibling_with_diabetes),
      hypertension: pointsIf(v.hypertension),
      physically_active: pointsIf(!v.physically_active),
      bmi: BMI(v.bmi),
    }),
});
