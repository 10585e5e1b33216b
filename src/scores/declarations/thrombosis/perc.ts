import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const age = stepsFrom(0, [50, 1]);
const pulse = stepsFrom(0, [100, 1]);
const saturation = stepsFrom(1, [95, 0]);

/** Pulmonary embolism rule-out criteria (Kline 2004). */
export const perc = defineScore({
  id: 'perc',
  name: 'Pulmonary embolism rule-out criteria',
  aliases: ['perc_rule', 'perc_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Rules out pulmonary embolism without D-dimer where the suspicion is already low.',
  population: 'Adults whose probability of pulmonary embolism is judged low (below 15 %)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    oxygen_saturation: quantity('oxygen_saturation', {
      help: 'On room air.',
      cuts: saturation.cuts,
      monotone: 'falling',
    }),
    unilateral_leg_swelling: ownFlag('Swelling of one leg'),
    hemoptysis: flag('hemoptysis'),
    surgery_or_trauma_within_4_weeks: ownFlag(
      'Surgery or trauma that needed hospital treatment within 4 weeks',
    ),
    prior_vte: flag('prior_vte'),
    estrogen_use: flag('estrogen_use'),
  },
  categories: [
    {
      id: 'negative',
      from: 0,
      interpretation: 'No criterion: pulmonary embolism is ruled out if the suspicion is low.',
      action: {
        text: 'With a low suspicion: no further testing for pulmonary embolism.',
        source: 'Kline 2004, 10.1111/j.1538-7836.2004.00790.x',
      },
    },
    {
      id: 'positive',
      from: 1,
      interpretation: 'One criterion or more: the rule does not exclude pulmonary embolism.',
      action: {
        text: 'Go on with a D-dimer or imaging, as the pre-test probability says.',
        source: 'Kline 2004, 10.1111/j.1538-7836.2004.00790.x',
      },
    },
  ],
  references: [
    {
      title: 'Kline JA et al. Clinical criteria to prevent unnecessary testing in suspected PE',
      doi: '10.1111/j.1538-7836.2004.00790.x',
      year: 2004,
    },
    {
      title: 'Freund Y et al. Effect of the PERC on subsequent thromboembolic events: PROPER',
      doi: '10.1001/jama.2017.21904',
      year: 2018,
    },
  ],
  compute: (v) =>
    sumOf({
      age: age(v.age),
      heart_rate: pulse(v.heart_rate),
      oxygen_saturation: saturation(v.oxygen_saturation),
      unilateral_leg_swelling: pointsIf(v.unilateral_leg_swelling),
      hemoptysis: pointsIf(v.hemoptysis),
      surgery_or_trauma_within_4_weeks: pointsIf(v.surgery_or_trauma_within_4_weeks),
      prior_vte: pointsIf(v.prior_vte),
      estrogen_use: pointsIf(v.estrogen_use),
    }),
});
