import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * Fractional excretion in %: (urine x · serum creatinine) / (serum x · urine creatinine) · 100, each
 * pair in one unit.
 */
export function fractionalExcretion(
  urine: number,
  serum: number,
  urineCreatinine: number,
  serumCreatinine: number,
): number {
  return ((urine * serumCreatinine) / (serum * urineCreatinine)) * 100;
}

export const fena = defineScore({
  id: 'fena',
  name: 'Fractional excretion of sodium',
  aliases: ['fractional_excretion_of_sodium', 'fe_na'],
  group: 'kidney',
  purpose: 'Helps to distinguish a prerenal from a tubular cause of oliguric acute kidney injury.',
  population: 'Oliguric acute kidney injury without diuretics; not in chronic kidney disease',
  unit: '%',
  decimals: 2,
  inputs: {
    urine_sodium: quantity('urine_sodium', { monotone: 'rising' }),
    sodium: quantity('sodium', { monotone: 'falling' }),
    urine_creatinine: quantity('urine_creatinine', { monotone: 'falling' }),
    creatinine: quantity('creatinine', { monotone: 'rising' }),
  },
  categories: [
    {
      id: 'prerenal',
      from: 0,
      interpretation:
        'Below 1 %: the tubules save sodium, as in prerenal injury (also in contrast, pigment and ' +
        'glomerular injury).',
    },
    { id: 'indeterminate', from: 1, interpretation: '1 to 2 %: does not determine the cause.' },
    {
      id: 'intrinsic',
      interpretation:
        'Above 2 %: the tubules lose sodium, as in acute tubular necrosis, with diuretics or in ' +
        'chronic kidney disease.',
    },
  ],
  references: [
    {
      title: 'Espinel CH. The FENa test: use in the differential diagnosis of acute renal failure',
      doi: '10.1001/jama.1976.03270060029022',
      year: 1976,
    },
    {
      title: 'Miller TR et al. Urinary diagnostic indices in acute renal failure',
      doi: '10.7326/0003-4819-89-1-47',
      year: 1978,
    },
  ],
  compute({ urine_sodium, sodium, urine_creatinine, creatinine }) {
    const value = rounded(
      fractionalExcretion(urine_sodium, sodium, urine_creatinine, creatinine),
      2,
    );
    return {
      value,
      ...(value > 2 && { category: 'intrinsic' }),
      warnings: [
        'Diuretics raise it: use the fractional excretion of urea in patients who take them.',
        ...(value > 100 ? ['Above 100 % is impossible: check the units of the four values.'] : []),
      ],
    };
  },
});
