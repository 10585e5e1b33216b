import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { BERLIN, berlinBand, GLOBAL_2023, HYPOXAEMIA } from './oxygenation.js';

/** PaO2 in mmHg over the inspired fraction of oxygen. */
export const pfRatio = defineScore({
  id: 'pf_ratio',
  name: 'PaO2/FiO2 ratio',
  aliases: ['p/f', 'p_f_ratio', 'pao2_fio2', 'horowitz_index'],
  group: 'lung',
  purpose: 'Measures how well the lung takes up oxygen, independent of the inspired fraction.',
  population: 'Patients with an arterial blood gas and a known inspired oxygen fraction',
  unit: 'mm[Hg]',
  decimals: 0,
  range: { min: 10, max: 3810 },
  inputs: {
    pao2: quantity('pao2', { monotone: 'rising' }),
    fio2: quantity('fio2', { monotone: 'falling' }),
  },
  categories: HYPOXAEMIA,
  references: [BERLIN, GLOBAL_2023],
  compute(v) {
    const value = rounded(v.pao2 / (v.fio2 / 100), 1);
    return { value, category: berlinBand(value) };
  },
});
