import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { calculatedOsmolality, osmoleInputs, PURSSELL } from './serum-osmolality.js';

export const osmolalGap = defineScore({
  id: 'osmolal_gap',
  name: 'Osmolal gap',
  aliases: ['osmolar_gap', 'osmol_gap'],
  group: 'body and fluids',
  purpose: 'Measured minus calculated osmolality, to find osmoles such as toxic alcohols.',
  population: 'Suspected poisoning with methanol, ethylene glycol or other alcohols',
  unit: 'mosm/kg',
  decimals: 1,
  range: { min: -900, max: 500 },
  inputs: {
    serum_osmolality: quantity('serum_osmolality', { monotone: 'rising' }),
    ...osmoleInputs,
    sodium: quantity('sodium', { monotone: 'falling' }),
    bun: quantity('bun', { monotone: 'falling' }),
    glucose: quantity('glucose', { monotone: 'falling' }),
  },
  categories: [
    {
      id: 'not raised',
      from: -900,
      interpretation:
        'Not raised (10 or less); it does not exclude a toxic alcohol: the gap falls as the alcohol ' +
        'turns into acid.',
    },
    {
      id: 'raised',
      interpretation:
        'Raised (above 10): unmeasured osmoles, such as methanol, ethylene glycol, propylene glycol, ' +
        'isopropanol, mannitol or ketones.',
    },
  ],
  references: [PURSSELL],
  compute({ serum_osmolality, ...osmoles }) {
    const calculated = calculatedOsmolality(osmoles);
    const value = rounded(serum_osmolality - calculated, 1);
    return {
      value,
      ...(value > 10 && { category: 'raised' }),
      derived: [{ name: 'calculated_osmolality', value: rounded(calculated, 1), unit: 'mosm/kg' }],
      warnings:
        osmoles.ethanol === undefined
          ? ['ethanol was not given: what there is of it is in the gap.']
          : [],
    };
  },
});
