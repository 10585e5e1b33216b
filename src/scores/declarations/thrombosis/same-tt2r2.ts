import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(1, [60, 0]);

/** How well warfarin will be controlled (Apostolakis 2013). */
export const sameTt2r2 = defineScore({
  id: 'same_tt2r2',
  name: 'SAMe-TT₂R₂ score',
  aliases: ['same_tt2r2_score', 'samett2r2'],
  group: 'thrombosis and bleeding',
  purpose: 'Predicts whether the INR will be well controlled on a vitamin K antagonist.',
  population: 'Adults with atrial fibrillation who may take a vitamin K antagonist',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    sex: sex(),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'falling' }),
    more_than_two_comorbidities: ownFlag('More than two comorbidities', {
      help:
        'Of hypertension, diabetes, coronary or peripheral artery disease, heart failure, stroke, ' +
        'lung, liver and kidney disease.',
    }),
    interacting_drugs: ownFlag('Interacting drugs such as amiodarone'),
    tobacco_within_2_years: ownFlag('Tobacco within 2 years'),
    non_white_race: ownFlag('Not white, as the score defines it', { fixed: true }),
  },
  categories: [
    { id: 'good', from: 0, interpretation: 'Good INR control is likely (0 to 1).' },
    {
      id: 'poor',
      from: 2,
      interpretation:
        'Poor INR control is likely (2 and above): other anticoagulant or closer care.',
    },
  ],
  references: [
    {
      title:
        'Apostolakis S et al. Factors affecting quality of anticoagulation control: SAMe-TT2R2',
      doi: '10.1378/chest.13-0054',
      year: 2013,
    },
  ],
  compute: (v) =>
    sumOf({
      sex: pointsIf(v.sex === 'F'),
      age: age(v.age),
      more_than_two_comorbidities: pointsIf(v.more_than_two_comorbidities),
      interacting_drugs: pointsIf(v.interacting_drugs),
      tobacco_within_2_years: pointsIf(v.tobacco_within_2_years, 2),
      non_white_race: pointsIf(v.non_white_race, 2),
    }),
});
