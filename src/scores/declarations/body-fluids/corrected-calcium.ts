import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * Total calcium in mg/dL as it would be at an albumin of 4 g/dL: + 0.8 per g/dL of albumin below it.
 * The 0.8 (0.02 mmol/L per g/L) is the later convention; Payne's own regression had 1.0.
 */
export function correctedCalcium(calciumMgPerDl: number, albuminGPerDl: number): number {
  return calciumMgPerDl + 0.8 * (4 - albuminGPerDl);
}

export const calciumForAlbumin = defineScore({
  id: 'corrected_calcium',
  name: 'Calcium corrected for albumin',
  aliases: [
    'calcium_correction',
    'calcium_correction_for_hypoalbuminemia',
    'albumin_corrected_calcium',
    'adjusted_calcium',
  ],
  group: 'body and fluids',
  purpose: 'Estimates the total calcium at a normal albumin of 4 g/dL.',
  population:
    'Adults whose albumin is not normal; unreliable in critical illness and renal failure: measure ' +
    'ionised calcium there',
  unit: 'mg/dL',
  decimals: 2,
  range: { min: -1, max: 30 },
  inputs: {
    calcium: quantity('calcium', { monotone: 'rising' }),
    albumin: quantity('albumin', { monotone: 'falling' }),
  },
  categories: [
    { id: 'low', from: -1, interpretation: 'Low (below 8.5 mg/dL).' },
    { id: 'normal', from: 8.5, interpretation: 'Normal (8.5 to 10.5 mg/dL).' },
    { id: 'high', interpretation: 'High (above 10.5 mg/dL).' },
  ],
  references: [
    {
      title: 'Payne RB et al. Interpretation of serum calcium in patients with abnormal proteins',
      doi: '10.1136/bmj.4.5893.643',
      year: 1973,
    },
  ],
  compute({ calcium, albumin }) {
    const value = rounded(correctedCalcium(calcium, albumin), 2);
    return {
      value,
      ...(value > 10.5 && { category: 'high' }),
      derived: [
        { name: 'corrected_calcium_si', value: rounded(value * 0.2495, 2), unit: 'mmol/L' },
      ],
    };
  },
});
