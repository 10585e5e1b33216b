import { choice, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { type Category, defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

// The form in use; the points for over 64 years, family, exercise and diet are later than the paper.
const AGE = stepsFrom(0, [45, 2], [55, 3], [65, 4]);
const WAIST = { M: [94, 102], F: [80, 88] } as const;

const bmiPoints = (bmi: number): number => (bmi > 30 ? 3 : bmi >= 25 ? 1 : 0);

function waistPoints(sexOfPatient: 'M' | 'F', waist: number): number {
  const [from, above] = WAIST[sexOfPatient];
  return waist > above ? 4 : waist >= from ? 3 : 0;
}

const FAMILY = { none: 0, second_degree: 3, first_degree: 5 } as const;

const action = (text: string) => ({ text, source: 'FINDRISC form, Finnish Diabetes Association' });

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Below 7 points: about 1 in 100 gets diabetes.',
  },
  {
    id: 'slightly elevated',
    from: 7,
    interpretation: '7 to 11 points: about 1 in 25 gets diabetes.',
    action: action('Think of exercise and diet.'),
  },
  {
    id: 'moderate',
    from: 12,
    interpretation: '12 to 14 points: about 1 in 6 gets diabetes.',
    action: action('Advise on exercise, diet and weight.'),
  },
  {
    id: 'high',
    from: 15,
    interpretation: '15 to 20 points: about 1 in 3 gets diabetes.',
    action: action('Measure glucose, fasting and after a load.'),
  },
  {
    id: 'very high',
    from: 21,
    interpretation: 'More than 20 points: about 1 in 2 gets diabetes.',
    action: action('Measure glucose, fasting and after a load, without delay.'),
  },
];

const RISK = stepsFrom(1 / 100, [7, 1 / 25], [12, 1 / 6], [15, 1 / 3], [21, 1 / 2]);

/** 10-year risk of type 2 diabetes (Finnish form). */
export const findrisc = defineScore({
  id: 'findrisc',
  name: 'FINDRISC',
  aliases: ['finnish_diabetes_risk_score', 'diabetes_risk_score'],
  group: 'metabolism',
  purpose: 'Estimates the 10-year risk of type 2 diabetes without laboratory values.',
  population: 'Adults without known diabetes',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 26 },
  inputs: {
    age: quantity('age', { min: 18, cuts: AGE.cuts, monotone: 'rising' }),
    sex: sex(),
    bmi: quantity('bmi', { cuts: [25, 30], monotone: 'rising' }),
    waist_circumference: ownQuantity('Waist circumference', 'cm', [30, 250], 0.1, {
      help: 'midway between the lowest rib and the iliac crest',
      cuts: [...WAIST.F, ...WAIST.M],
      monotone: 'rising',
    }),
    physical_activity_30_minutes_daily: ownFlag('Moves for 30 minutes or more on most days', {
      help: 'at work or in leisure, the daily routine included',
    }),
    vegetables_or_fruit_daily: ownFlag('Eats vegetables, fruit or berries every day'),
    antihypertensive_drugs_ever: ownFlag('Has ever taken drugs for high blood pressure regularly', {
      fixed: true,
    }),
    high_blood_glucose_ever: ownFlag('High blood glucose was ever found', {
      help: 'at a check-up, in an illness or in pregnancy',
      fixed: true,
    }),
    family_history_diabetes: choice(
      'Diabetes (type 1 or 2) in the family',
      {
        none: 'none',
        second_degree: 'grandparent, aunt, uncle or first cousin only',
        first_degree: 'parent, brother, sister or own child',
      },
      { fixed: true },
    ),
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Lindström J, Tuomilehto J. The diabetes risk score: a practical tool to predict type 2 ' +
        'diabetes risk',
      doi: '10.2337/diacare.26.3.725',
      year: 2003,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: AGE(v.age),
      bmi: bmiPoints(v.bmi),
      waist_circumference: waistPoints(v.sex, v.waist_circumference),
      physical_activity_30_minutes_daily: pointsIf(!v.physical_activity_30_minutes_daily, 2),
      vegetables_or_fruit_daily: pointsIf(!v.vegetables_or_fruit_daily, 1),
      antihypertensive_drugs_ever: pointsIf(v.antihypertensive_drugs_ever, 2),
      high_blood_glucose_ever: pointsIf(v.high_blood_glucose_ever, 5),
      family_history_diabetes: FAMILY[v.family_history_diabetes],
    });
    const probability = RISK(value);
    return {
      value,
      points,
      risk: { outcome: 'type 2 diabetes', probability, horizon: '10 years' },
    };
  },
});
