import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const DEFAULT_TARGET = 24;

export const bicarbonateDeficit = defineScore({
  id: 'bicarbonate_deficit',
  name: 'Bicarbonate deficit',
  aliases: ['hco3_deficit', 'base_deficit_bicarbonate'],
  group: 'body and fluids',
  purpose: 'Bicarbonate that brings its concentration to 24 mmol/L: 0.4 · weight · (24 − HCO3).',
  population: 'Metabolic acidosis',
  unit: 'mmol',
  decimals: 0,
  inputs: {
    weight: quantity('weight'),
    bicarbonate: quantity('bicarbonate', { monotone: 'falling' }),
    target_bicarbonate: ownQuantity('Target bicarbonate', 'mmol/L', [5, 30], 1, {
      like: 'bicarbonate',
      optional: true,
      help: 'Usually 24.',
    }),
  },
  categories: [
    { id: 'none', interpretation: 'Bicarbonate is not below the target.' },
    {
      id: 'deficit',
      from: 0,
      interpretation:
        'Bicarbonate lacks; a part is given first and the gas repeated, if it is given at all.',
    },
  ],
  references: [
    {
      title:
        'Adrogué HJ, Madias NE. Management of life-threatening acid-base disorders (first of two ' +
        'parts): the bicarbonate space',
      doi: '10.1056/NEJM199801013380106',
      year: 1998,
    },
  ],
  compute({ weight, bicarbonate, target_bicarbonate = DEFAULT_TARGET }) {
    const lack = target_bicarbonate - bicarbonate;
    const value = rounded(0.4 * weight * lack, 1);
    return {
      value,
      category: value > 0 ? 'deficit' : 'none',
      derived: [
        { name: 'deficit_space_0_5', value: rounded(0.5 * weight * lack, 1), unit: 'mmol' },
      ],
      warnings: ['The space of 0.4 L/kg grows in severe acidosis (0.5 L/kg in other textbooks).'],
    };
  },
});
