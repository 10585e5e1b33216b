import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** R: (ALT / its upper limit) / (ALP / its upper limit). */
export const rFactor = defineScore({
  id: 'r_factor',
  name: 'R factor of liver injury',
  aliases: ['r_ratio', 'r_value', 'liver_injury_r_factor'],
  group: 'liver and gut',
  purpose: 'Distinguishes hepatocellular from cholestatic liver injury.',
  population: 'Patients with acute liver injury, above all from drugs',
  unit: '1',
  decimals: 1,
  range: { min: 0, max: 6_000_000 },
  inputs: {
    alt: quantity('alt', { monotone: 'rising' }),
    alt_upper_limit: ownQuantity('Upper limit of normal ALT', 'U/L', [10, 200], 1, {
      monotone: 'falling',
      help: 'Of the laboratory.',
    }),
    alp: quantity('alp', { monotone: 'falling' }),
    alp_upper_limit: ownQuantity('Upper limit of normal ALP', 'U/L', [20, 1000], 1, {
      monotone: 'rising',
      help: 'Of the laboratory.',
    }),
  },
  categories: [
    { id: 'cholestatic', interpretation: 'Cholestatic pattern (R of 2 or below).' },
    { id: 'mixed', interpretation: 'Mixed pattern (R between 2 and 5).' },
    { id: 'hepatocellular', interpretation: 'Hepatocellular pattern (R of 5 or above).' },
  ],
  references: [
    {
      title: 'Danan G, Benichou C. Causality assessment of adverse reactions to drugs (RUCAM)',
      doi: '10.1016/0895-4356(93)90101-6',
      year: 1993,
    },
    {
      title: 'Chalasani NP et al. ACG clinical guideline: idiosyncratic drug-induced liver injury',
      doi: '10.14309/ajg.0000000000001259',
      year: 2021,
    },
  ],
  compute(v) {
    const value = rounded(v.alt / v.alt_upper_limit / (v.alp / v.alp_upper_limit), 2);
    return {
      value,
      category: value >= 5 ? 'hepatocellular' : value > 2 ? 'mixed' : 'cholestatic',
    };
  },
});
