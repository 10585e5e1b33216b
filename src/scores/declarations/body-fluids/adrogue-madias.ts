import { choice, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import {
  ADROGUE_HYPERNATREMIA,
  ADROGUE_HYPONATREMIA,
  BODY_WATER_INPUTS,
  totalBodyWater,
} from './total-body-water.js';

/** Sodium of a litre of infusate in mmol. Adrogué and Madias 2000, table 3. */
export const INFUSATE_SODIUM = {
  glucose_5_percent: 0,
  saline_0_2_percent: 34,
  saline_0_45_percent: 77,
  ringer_lactate: 130,
  saline_0_9_percent: 154,
  saline_3_percent: 513,
  saline_5_percent: 855,
} as const;

/**
 * Change of serum sodium in mmol/L by one litre: (infusate Na + K − serum Na) / (body water + 1).
 * Adrogué and Madias 2000, doi:10.1056/NEJM200005253422107.
 */
export function sodiumChangePerLitre(cations: number, sodium: number, bodyWaterL: number): number {
  return (cations - sodium) / (bodyWaterL + 1);
}

export const adrogueMadias = defineScore({
  id: 'adrogue_madias',
  name: 'Change of sodium by an infusion (Adrogué–Madias)',
  aliases: ['sodium_change', 'sodium_correction_rate'],
  group: 'body and fluids',
  purpose: 'Change of serum sodium that one litre of an infusion brings.',
  population: 'Hypo- or hypernatraemia; losses of water and sodium are not in it',
  unit: 'mmol/L',
  decimals: 2,
  inputs: {
    ...BODY_WATER_INPUTS,
    sodium: quantity('sodium', { monotone: 'falling' }),
    infusate: choice('Infusion', {
      glucose_5_percent: 'glucose 5 % (Na 0)',
      saline_0_2_percent: 'saline 0.2 % in glucose 5 % (Na 34)',
      saline_0_45_percent: 'saline 0.45 % (Na 77)',
      ringer_lactate: "Ringer's lactate (Na 130)",
      saline_0_9_percent: 'saline 0.9 % (Na 154)',
      saline_3_percent: 'saline 3 % (Na 513)',
      saline_5_percent: 'saline 5 % (Na 855)',
    }),
    added_potassium: ownQuantity('Potassium added per litre', 'mmol/L', [0, 80], 1, {
      like: 'potassium',
      optional: true,
    }),
  },
  categories: [
    { id: 'falls', interpretation: 'Serum sodium falls.' },
    {
      id: 'rises',
      from: 0,
      interpretation: 'Serum sodium rises.',
      action: {
        text:
          'In hyponatraemia let it rise by no more than 10 mmol/L in the first 24 hours and 8 in ' +
          'each 24 hours after; measure it every 2 to 4 hours.',
        source: 'European guideline on hyponatraemia 2014, 10.1530/EJE-13-1020',
      },
    },
  ],
  references: [ADROGUE_HYPONATREMIA, ADROGUE_HYPERNATREMIA],
  compute({ age, sex: sexAtBirth, weight, sodium, infusate, added_potassium = 0 }) {
    const water = totalBodyWater(weight, age, sexAtBirth);
    const cations = INFUSATE_SODIUM[infusate] + added_potassium;
    const value = rounded(sodiumChangePerLitre(cations, sodium, water), 2);
    return {
      value,
      category: value < 0 ? 'falls' : 'rises',
      derived: [{ name: 'total_body_water', value: rounded(water, 1), unit: 'L' }],
      warnings: ['It does not scale in a straight line: it holds for one litre.'],
    };
  },
});
