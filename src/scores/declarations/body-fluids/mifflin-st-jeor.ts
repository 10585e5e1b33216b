import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { energyInputs, mifflinStJeor, RESTING_ENERGY } from './basal-metabolic-rate.js';

export const mifflin = defineScore({
  id: 'mifflin_st_jeor',
  name: 'Resting energy (Mifflin–St Jeor)',
  aliases: ['basal_metabolic_rate', 'bmr', 'resting_energy_expenditure'],
  group: 'body and fluids',
  purpose: 'Energy used at rest in a day.',
  population: 'Healthy adults of 19 to 78 years, normal weight and obese',
  unit: 'kcal/d',
  decimals: 0,
  inputs: energyInputs,
  categories: [RESTING_ENERGY],
  references: [
    {
      title:
        'Mifflin MD et al. A new predictive equation for resting energy expenditure in healthy ' +
        'individuals',
      doi: '10.1093/ajcn/51.2.241',
      year: 1990,
    },
  ],
  compute: ({ sex, age, weight, height }) => ({
    value: rounded(mifflinStJeor(weight, height, age, sex), 1),
  }),
});
