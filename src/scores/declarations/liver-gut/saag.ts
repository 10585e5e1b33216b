import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Serum–ascites albumin gradient in g/dL (Runyon 1992). */
export const saag = defineScore({
  id: 'saag',
  name: 'Serum–ascites albumin gradient (SAAG)',
  aliases: ['serum_ascites_albumin_gradient'],
  group: 'liver and gut',
  purpose: 'Distinguishes ascites of portal hypertension from that of other causes.',
  population: 'Patients with ascites that was tapped, serum taken the same day',
  unit: 'g/dL',
  decimals: 1,
  range: { min: -7, max: 7 },
  inputs: {
    albumin: quantity('albumin', { monotone: 'rising' }),
    ascites_albumin: ownQuantity('Albumin of the ascites', 'g/dL', [0, 7], 0.1, {
      monotone: 'falling',
    }),
    ascites_protein: ownQuantity('Total protein of the ascites', 'g/dL', [0, 10], 0.1, {
      optional: true,
    }),
  },
  categories: [
    {
      id: 'low',
      from: -7,
      interpretation:
        'Below 1.1 g/dL, no portal hypertension: peritoneal cancer or tuberculosis, pancreatic ' +
        'ascites, nephrotic syndrome.',
    },
    {
      id: 'high',
      from: 1.1,
      interpretation: 'Portal hypertension (97 % accurate): cirrhosis, heart failure, thrombosis.',
    },
  ],
  references: [
    {
      title:
        'Runyon BA et al. The serum-ascites albumin gradient is superior to the exudate-transudate ' +
        'concept in the differential diagnosis of ascites',
      doi: '10.7326/0003-4819-117-3-215',
      year: 1992,
    },
  ],
  compute(v) {
    const value = rounded(v.albumin - v.ascites_albumin, 2);
    const protein = v.ascites_protein;
    const cardiac = value >= 1.1 && protein !== undefined && protein >= 2.5;
    return {
      value,
      warnings: cardiac ? ['ascites protein of 2.5 g/dL or more: think of heart failure'] : [],
    };
  },
});
