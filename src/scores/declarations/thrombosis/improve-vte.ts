import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ACTIVE_CANCER, INTENSIVE_CARE, THROMBOPHILIA } from './shared-inputs.js';

/** "Above 60 years", in completed years. */
const age = stepsFrom(0, [61, 1]);

/** Venous thromboembolism of acutely ill medical inpatients (Spyropoulos 2011). */
export const improveVte = defineScore({
  id: 'improve_vte',
  name: 'IMPROVE VTE risk score',
  aliases: ['improve'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates venous thromboembolism within three months of a medical admission.',
  population: 'Acutely ill adults admitted to a medical ward',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    prior_vte: flag('prior_vte'),
    thrombophilia: THROMBOPHILIA,
    lower_limb_paralysis: ownFlag('Paralysis or paresis of a leg'),
    active_cancer: ACTIVE_CANCER,
    immobilization_7_days: ownFlag('Immobile for 7 days or more'),
    intensive_care: INTENSIVE_CARE,
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of venous thromboembolism (0 to 1).' },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'Raised risk (2 to 3): thromboprophylaxis in hospital is justified.',
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk (4 and above).',
    },
  ],
  references: [
    {
      title: 'Spyropoulos AC et al. Predictive and associative models: IMPROVE',
      doi: '10.1378/chest.10-1944',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      prior_vte: pointsIf(v.prior_vte, 3),
      thrombophilia: pointsIf(v.thrombophilia, 2),
      lower_limb_paralysis: pointsIf(v.lower_limb_paralysis, 2),
      active_cancer: pointsIf(v.active_cancer, 2),
      immobilization_7_days: pointsIf(v.immobilization_7_days),
      intensive_care: pointsIf(v.intensive_care),
      age: age(v.age),
    }),
});
