import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsAbove } from '../../score.js';

const NORMAL_HEMATOCRIT = 45;
/** Days that a reticulocyte circulates: 2.5 up to a haematocrit of 15 %, 2 to 25, 1.5 to 35, then 1. */
const maturation = stepsAbove(2.5, [15, 2], [25, 1.5], [35, 1]);

export const reticulocyteProductionIndex = defineScore({
  id: 'reticulocyte_production_index',
  name: 'Reticulocyte production index',
  aliases: ['rpi', 'corrected_reticulocyte', 'reticulocyte_index'],
  group: 'body and fluids',
  purpose: 'Determines whether the marrow responds to an anaemia.',
  population: 'Anaemia',
  unit: '1',
  decimals: 2,
  inputs: {
    reticulocyte_percent: ownQuantity('Reticulocytes', '%', [0, 100], 0.1, { monotone: 'rising' }),
    hematocrit: quantity('hematocrit', { cuts: maturation.cuts, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'inadequate',
      from: 0,
      interpretation: 'Below 2: the marrow does not respond enough (too little is made).',
    },
    {
      id: 'adequate',
      from: 2,
      interpretation:
        '2 or more: the marrow responds, surely above 3, as after bleeding or in haemolysis.',
    },
  ],
  references: [
    {
      title:
        'Hillman RS. Characteristics of marrow production and reticulocyte maturation in normal man ' +
        'in response to anemia',
      doi: '10.1172/JCI106001',
      year: 1969,
    },
  ],
  compute({ reticulocyte_percent, hematocrit }) {
    const corrected = (reticulocyte_percent * hematocrit) / NORMAL_HEMATOCRIT;
    const days = maturation(hematocrit);
    return {
      value: rounded(corrected / days, 2),
      derived: [
        { name: 'corrected_reticulocyte_percent', value: rounded(corrected, 2), unit: '%' },
        { name: 'maturation_days', value: days, unit: 'd' },
      ],
      warnings: hematocrit >= 40 ? ['There is no anaemia: the index is meant for anaemia.'] : [],
    };
  },
});
