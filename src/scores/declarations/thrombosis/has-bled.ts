import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** "Above 65 years", in completed years. */
const age = stepsFrom(0, [66, 1]);

/** Pisters 2010: major bleeds per 100 patient-years by points 0 to 5; too few patients above. */
const BLEEDS = [0.0113, 0.0102, 0.0188, 0.0374, 0.087, 0.125];

const ESC_AF_2020 = '2020 ESC Guidelines for atrial fibrillation, 10.1093/eurheartj/ehaa612';

/** Major bleeding on anticoagulation in atrial fibrillation (Pisters 2010). */
export const hasBled = defineScore({
  id: 'has_bled',
  name: 'HAS-BLED score',
  aliases: ['has_bled_bleeding_risk'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates major bleeding within a year on anticoagulation in atrial fibrillation.',
  population: 'Adults with atrial fibrillation who take or may take an anticoagulant',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    uncontrolled_hypertension: ownFlag('Uncontrolled hypertension, systolic above 160 mmHg'),
    abnormal_kidney_function: ownFlag('Abnormal kidney function', {
      help: 'Dialysis, transplant, or creatinine of 2.26 mg/dL (200 µmol/L) and above.',
    }),
    abnormal_liver_function: ownFlag('Abnormal liver function', {
      help: 'Cirrhosis, or bilirubin above 2 times with transaminases above 3 times the limit.',
    }),
    stroke: flag('stroke'),
    bleeding_history: flag('bleeding_history', {
      help: 'Major bleeding, a bleeding disorder, or anaemia.',
    }),
    labile_inr: ownFlag('Labile INR on a vitamin K antagonist (below 60 % of time in range)', {
      help: 'No where no vitamin K antagonist is taken.',
    }),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    antiplatelet_or_nsaid: ownFlag('Takes an antiplatelet drug (aspirin, clopidogrel) or an NSAID'),
    alcohol_8_drinks_per_week: ownFlag('Eight or more alcoholic drinks a week'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of major bleeding.' },
    { id: 'moderate', from: 2, interpretation: 'Moderate risk of major bleeding.' },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk of major bleeding.',
      action: {
        text: 'Correct what can be changed and review often; no reason to withhold anticoagulation.',
        source: ESC_AF_2020,
      },
    },
  ],
  references: [
    {
      title:
        'Pisters R et al. A novel user-friendly score (HAS-BLED) to assess major bleeding in AF',
      doi: '10.1378/chest.10-0134',
      year: 2010,
    },
  ],
  compute(v) {
    const sum = sumOf({
      uncontrolled_hypertension: pointsIf(v.uncontrolled_hypertension),
      abnormal_kidney_function: pointsIf(v.abnormal_kidney_function),
      abnormal_liver_function: pointsIf(v.abnormal_liver_function),
      stroke: pointsIf(v.stroke),
      bleeding_history: pointsIf(v.bleeding_history),
      labile_inr: pointsIf(v.labile_inr),
      age: age(v.age),
      antiplatelet_or_nsaid: pointsIf(v.antiplatelet_or_nsaid),
      alcohol_8_drinks_per_week: pointsIf(v.alcohol_8_drinks_per_week),
    });
    const probability = BLEEDS[sum.value];
    if (probability === undefined) return sum;
    return {
      value: sum.value,
      points: sum.points,
      risk: { outcome: 'major bleeding', probability, horizon: '1 year' },
    };
  },
});
