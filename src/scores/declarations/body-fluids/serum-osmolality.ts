import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export interface Osmoles {
  /** mmol/L */
  readonly sodium: number;
  /** mg/dL */
  readonly bun: number;
  /** mg/dL */
  readonly glucose: number;
  /** mg/dL */
  readonly ethanol?: number | undefined;
}

/**
 * Calculated serum osmolality in mOsm/kg: 2 Na + BUN/2.8 + glucose/18 + ethanol/3.7.
 *
 * Purssell et al. 2001 (doi:10.1067/mem.2001.119455) found 3.7 for ethanol, which is no ideal osmole;
 * its molar mass would give 4.6.
 *
 * @param ethanolDivisor 3.7 by default
 */
export function calculatedOsmolality(
  { sodium, bun, glucose, ethanol = 0 }: Osmoles,
  ethanolDivisor = 3.7,
): number {
  return 2 * sodium + bun / 2.8 + glucose / 18 + ethanol / ethanolDivisor;
}

export const PURSSELL = {
  title:
    'Purssell RA et al. Derivation and validation of a formula to calculate the contribution of ' +
    'ethanol to the osmolal gap',
  doi: '10.1067/mem.2001.119455',
  year: 2001,
} as const;

export const osmoleInputs = {
  bun: quantity('bun', { monotone: 'rising' }),
  glucose: quantity('glucose', { monotone: 'rising' }),
  sodium: quantity('sodium', { monotone: 'rising' }),
  ethanol: quantity('ethanol', { optional: true }),
} as const;

export const serumOsmolality = defineScore({
  id: 'serum_osmolality',
  name: 'Calculated serum osmolality',
  aliases: [
    'osmolality',
    'calculated_osmolality',
    'serum_osmolarity',
    'calculated_serum_osmolality',
  ],
  group: 'body and fluids',
  purpose: 'Osmolality that sodium, urea, glucose and ethanol account for.',
  population: 'Anybody; falsely low with pseudohyponatraemia',
  unit: 'mosm/kg',
  decimals: 1,
  range: { min: 150, max: 1000 },
  inputs: osmoleInputs,
  categories: [
    { id: 'low', from: 0, interpretation: 'Low (below 275 mOsm/kg).' },
    { id: 'normal', from: 275, interpretation: 'Normal (275 to 295 mOsm/kg).' },
    { id: 'high', interpretation: 'High (above 295 mOsm/kg).' },
  ],
  references: [PURSSELL],
  compute(v) {
    const value = rounded(calculatedOsmolality(v), 1);
    return {
      value,
      ...(value > 295 && { category: 'high' }),
      derived: [
        {
          name: 'effective_osmolality',
          value: rounded(2 * v.sodium + v.glucose / 18, 1),
          unit: 'mosm/kg',
        },
        ...(v.ethanol === undefined
          ? []
          : [
              {
                name: 'osmolality_ethanol_4_6',
                value: rounded(calculatedOsmolality(v, 4.6), 1),
                unit: 'mosm/kg',
              },
            ]),
      ],
      warnings: v.ethanol === undefined ? ['ethanol was not given and is not in the sum.'] : [],
    };
  },
});
