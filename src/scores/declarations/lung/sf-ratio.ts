import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { GLOBAL_2023, globalBand, HYPOXAEMIA } from './oxygenation.js';

/** SpO2 in % over the inspired fraction of oxygen; 235 and 315 correspond to P/F 200 and 300. */
export const sfRatio = defineScore({
  id: 'sf_ratio',
  name: 'SpO2/FiO2 ratio',
  aliases: ['s_f_ratio', 'spo2_fio2'],
  group: 'lung',
  purpose: 'Estimates how well the lung takes up oxygen without an arterial sample.',
  population: 'Adults with acute lung injury and a saturation of 97 % or less',
  unit: '%',
  decimals: 0,
  range: { min: 30, max: 477 },
  inputs: {
    oxygen_saturation: quantity('oxygen_saturation', { monotone: 'rising' }),
    fio2: quantity('fio2', { monotone: 'falling' }),
  },
  categories: HYPOXAEMIA,
  references: [
    {
      title:
        'Rice TW et al. Comparison of the SpO2/FIO2 ratio and the PaO2/FIO2 ratio in patients ' +
        'with acute lung injury or ARDS',
      doi: '10.1378/chest.07-0617',
      year: 2007,
    },
    GLOBAL_2023,
  ],
  compute(v) {
    const value = rounded(v.oxygen_saturation / (v.fio2 / 100), 1);
    return {
      value,
      category: globalBand(value),
      ...(v.oxygen_saturation > 97 && {
        warnings: [
          'above a saturation of 97 % the ratio no longer reflects how poor oxygenation is',
        ],
      }),
    };
  },
});
