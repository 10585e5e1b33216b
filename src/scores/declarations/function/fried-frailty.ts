import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { FRAIL_CATEGORY } from './frail-category.js';

/** Frailty phenotype from five criteria (Fried 2001). */
export const friedFrailty = defineScore({
  id: 'fried_frailty',
  name: 'Fried frailty phenotype',
  aliases: ['frailty_phenotype', 'fried_criteria', 'chs_frailty'],
  group: 'function and frailty',
  purpose: 'Determines whether the phenotype of frailty is present.',
  population: 'Adults of 65 years and over',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    unintended_weight_loss: ownFlag('Weight loss', {
      help: '4.5 kg (10 lb), or 5 % and more, in the last year without wanting to.',
    }),
    self_reported_exhaustion: ownFlag('Exhaustion', {
      help: 'On 3 days a week or more everything was an effort, or could not get going.',
    }),
    weak_grip: ownFlag('Weak grip', {
      help:
        'Men (BMI to 24, 26, 28, above): 29, 30, 30, 32 kg or less; women (to 23, 26, 29, above): ' +
        '17, 17.3, 18, 21 kg or less.',
    }),
    slow_gait: ownFlag('Slow gait over 4.57 m (15 feet)', {
      help:
        'Men: 7 s or more to 173 cm, 6 s or more above; women: 7 s or more to 159 cm, 6 s or more ' +
        'above.',
    }),
    low_physical_activity: ownFlag('Low physical activity', {
      help: 'Below 383 kcal a week in men, 270 in women.',
    }),
  },
  categories: [
    { id: 'robust', from: 0, interpretation: 'Not frail.' },
    { id: 'prefrail', from: 1, interpretation: 'Pre-frail (1–2).' },
    FRAIL_CATEGORY,
  ],
  references: [
    {
      title: 'Fried LP et al. Frailty in older adults: evidence for a phenotype',
      doi: '10.1093/gerona/56.3.M146',
      year: 2001,
    },
  ],
  compute: (v) =>
    sumOf({
      unintended_weight_loss: pointsIf(v.unintended_weight_loss),
      self_reported_exhaustion: pointsIf(v.self_reported_exhaustion),
      weak_grip: pointsIf(v.weak_grip),
      slow_gait: pointsIf(v.slow_gait),
      low_physical_activity: pointsIf(v.low_physical_activity),
    }),
});
