import { choice, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Below these high-flow oxygen is likely to fail (Roca 2019: specificity 98–99 %). */
const FAILS_BELOW = { '2': 2.85, '6': 3.47, '12': 3.85 } as const;
const SUCCEEDS_FROM = 4.88;

/**
 * ROX index: (SpO2 / FiO2) / respiratory rate.
 *
 * @param saturation SpO2 in %
 * @param fio2 inspired oxygen in %, 21..100
 * @param rate breaths/min, above 0
 * @see doi:10.1164/rccm.201803-0589OC
 */
export function roxIndex(saturation: number, fio2: number, rate: number): number {
  return saturation / (fio2 / 100) / rate;
}

export const rox = defineScore({
  id: 'rox',
  name: 'ROX index',
  aliases: ['rox_index'],
  group: 'lung',
  purpose: 'Predicts whether high-flow nasal oxygen will suffice or intubation will be needed.',
  population: 'Adults with pneumonia and hypoxaemic failure under high-flow nasal oxygen',
  unit: '1',
  decimals: 2,
  range: { min: 0.2, max: 480 },
  inputs: {
    oxygen_saturation: quantity('oxygen_saturation', { monotone: 'rising' }),
    fio2: quantity('fio2', { monotone: 'falling' }),
    respiratory_rate: quantity('respiratory_rate', { min: 1, monotone: 'falling' }),
    hours_of_high_flow: choice(
      'Time under high-flow oxygen',
      { '2': 'about 2 hours', '6': 'about 6 hours', '12': '12 hours or more' },
      { optional: true, help: 'Where it is not given, the threshold of 12 hours (3.85) is used.' },
    ),
  },
  categories: [
    {
      id: 'high',
      interpretation: 'High risk that high-flow oxygen fails.',
      action: { text: 'Think of intubation without delay.', source: 'Roca 2019' },
    },
    {
      id: 'intermediate',
      interpretation: 'Between the thresholds for failure and success.',
      action: { text: 'Optimise support and reassess within an hour or two.', source: 'Roca 2019' },
    },
    {
      id: 'low',
      from: SUCCEEDS_FROM,
      interpretation: 'Low risk that high-flow oxygen fails (4.88 or above).',
      action: { text: 'Carry on and measure again.', source: 'Roca 2019' },
    },
  ],
  references: [
    {
      title:
        'Roca O et al. An index combining respiratory rate and oxygenation to predict outcome of ' +
        'nasal high-flow therapy',
      doi: '10.1164/rccm.201803-0589OC',
      year: 2019,
    },
  ],
  compute(v) {
    const value = rounded(roxIndex(v.oxygen_saturation, v.fio2, v.respiratory_rate), 2);
    const failsBelow = FAILS_BELOW[v.hours_of_high_flow ?? '12'];
    const category = value >= SUCCEEDS_FROM ? 'low' : value < failsBelow ? 'high' : 'intermediate';
    return {
      value,
      category,
      ...(v.hours_of_high_flow === undefined && {
        warnings: [
          'hours_of_high_flow was not given: the threshold for failure at 12 h was used, the highest',
        ],
      }),
    };
  },
});
