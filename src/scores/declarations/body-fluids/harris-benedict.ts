import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import {
  energyInputs,
  harrisBenedict,
  harrisBenedictRevised,
  RESTING_ENERGY,
} from './basal-metabolic-rate.js';

export const harrisBenedictEnergy = defineScore({
  id: 'harris_benedict',
  name: 'Basal energy (Harris–Benedict)',
  aliases: ['harris_benedict_equation', 'basal_energy_expenditure'],
  group: 'body and fluids',
  purpose: 'Basal energy in a day by the original equation; the revised one is given too.',
  population: 'People of 15 years and more; it overestimates by about 5 % today',
  unit: 'kcal/d',
  decimals: 0,
  inputs: { ...energyInputs, age: quantity('age', { min: 15, monotone: 'falling' }) },
  categories: [RESTING_ENERGY],
  references: [
    {
      title: 'Harris JA, Benedict FG. A biometric study of human basal metabolism',
      doi: '10.1073/pnas.4.12.370',
      year: 1918,
    },
    {
      title: 'Roza AM, Shizgal HM. The Harris Benedict equation reevaluated',
      doi: '10.1093/ajcn/40.1.168',
      year: 1984,
    },
  ],
  compute: ({ sex, age, weight, height }) => ({
    value: rounded(harrisBenedict(weight, height, age, sex), 1),
    derived: [
      {
        name: 'harris_benedict_revised',
        value: rounded(harrisBenedictRevised(weight, height, age, sex), 1),
        unit: 'kcal/d',
      },
    ],
  }),
});
