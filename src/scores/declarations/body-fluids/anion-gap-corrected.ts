import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { anionGap, GAP_CATEGORIES, gapInputs, highGap, KRAUT } from './anion-gap.js';

export const FIGGE = {
  title: 'Figge J et al. Anion gap and hypoalbuminemia',
  doi: '10.1097/00003246-199811000-00019',
  year: 1998,
} as const;

/**
 * Anion gap in mmol/L as it would be at a normal albumin: + 2.5 per g/dL of albumin below normal.
 * Figge et al. 1998, doi:10.1097/00003246-199811000-00019.
 *
 * @param normalAlbumin 4.0 g/dL at the bedside (and by default); Figge's laboratory had 4.4
 */
export function correctedAnionGap(gap: number, albuminGPerDl: number, normalAlbumin = 4): number {
  return gap + 2.5 * (normalAlbumin - albuminGPerDl);
}

export const anionGapCorrected = defineScore({
  id: 'anion_gap_corrected',
  name: 'Anion gap corrected for albumin',
  aliases: ['albumin_corrected_anion_gap', 'corrected_anion_gap'],
  group: 'body and fluids',
  purpose: 'Shows unmeasured anions that a low albumin would hide.',
  population: 'Anybody whose albumin is not normal, above all the critically ill',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: -160, max: 160 },
  inputs: { ...gapInputs, albumin: quantity('albumin', { monotone: 'falling' }) },
  categories: GAP_CATEGORIES,
  references: [FIGGE, KRAUT],
  compute({ sodium, chloride, bicarbonate, albumin }) {
    const gap = anionGap(sodium, chloride, bicarbonate);
    const value = rounded(correctedAnionGap(gap, albumin), 2);
    return {
      value,
      ...highGap(value),
      derived: [
        { name: 'anion_gap', value: rounded(gap, 1), unit: 'mmol/L' },
        {
          name: 'corrected_for_albumin_4_4',
          value: rounded(correctedAnionGap(gap, albumin, 4.4), 2),
          unit: 'mmol/L',
        },
      ],
    };
  },
});
