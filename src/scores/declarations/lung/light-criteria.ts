import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Exudate or transudate of the pleura: how many of the three criteria are met (Light 1972). */
export const lightCriteria = defineScore({
  id: 'light_criteria',
  name: 'Light’s criteria',
  aliases: ['lights_criteria', 'light_s_criteria'],
  group: 'lung',
  purpose: 'Distinguishes an exudate from a transudate in the pleural space.',
  population: 'Patients with a pleural effusion that was tapped',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    pleural_protein: ownQuantity('Pleural fluid protein', 'g/dL', [0.1, 15], 0.1, {
      monotone: 'rising',
    }),
    serum_protein: ownQuantity('Serum total protein', 'g/dL', [1, 15], 0.1, {
      monotone: 'falling',
    }),
    pleural_ldh: ownQuantity('Pleural fluid LDH', 'U/L', [1, 200000], 1, { monotone: 'rising' }),
    ldh: quantity('ldh', { monotone: 'falling' }),
    ldh_upper_limit: ownQuantity('Upper limit of normal serum LDH', 'U/L', [50, 1000], 1, {
      monotone: 'falling',
      help: 'Of the laboratory.',
    }),
    albumin: quantity('albumin', { optional: true }),
    pleural_albumin: ownQuantity('Pleural fluid albumin', 'g/dL', [0.1, 7], 0.1, {
      optional: true,
    }),
  },
  categories: [
    {
      id: 'transudate',
      from: 0,
      interpretation: 'Transudate: none of the three criteria is met.',
      action: {
        text: 'Treat the cause: heart failure, cirrhosis or nephrotic syndrome as a rule.',
        source: 'BTS guideline for pleural disease 2023',
      },
    },
    {
      id: 'exudate',
      from: 1,
      interpretation: 'Exudate: at least one of the three criteria is met.',
      action: {
        text: 'Look for infection, cancer, embolism or inflammation; send pH, culture, cytology.',
        source: 'BTS guideline for pleural disease 2023',
      },
    },
  ],
  references: [
    {
      title:
        'Light RW et al. Pleural effusions: the diagnostic separation of transudates and exudates',
      doi: '10.7326/0003-4819-77-4-507',
      year: 1972,
    },
    {
      title: 'Roberts ME et al. British Thoracic Society guideline for pleural disease',
      doi: '10.1136/thorax-2022-219784',
      year: 2023,
    },
  ],
  compute(v) {
    const protein = v.pleural_protein / v.serum_protein;
    const ldh = v.pleural_ldh / v.ldh;
    const criteria = [
      protein > 0.5 + 1e-9,
      ldh > 0.6 + 1e-9,
      v.pleural_ldh > (2 / 3) * v.ldh_upper_limit + 1e-9,
    ];
    const value = criteria.filter(Boolean).length;
    const gradient =
      v.albumin === undefined || v.pleural_albumin === undefined
        ? undefined
        : rounded(v.albumin - v.pleural_albumin, 2);
    return {
      value,
      derived: [
        { name: 'protein_ratio', value: rounded(protein, 2) },
        { name: 'ldh_ratio', value: rounded(ldh, 2) },
        ...(gradient === undefined
          ? []
          : [{ name: 'serum_pleural_albumin_gradient', value: gradient, unit: 'g/dL' }]),
      ],
      ...(value > 0 &&
        gradient !== undefined &&
        gradient > 1.2 && {
          warnings: [
            'the albumin gradient is above 1.2 g/dL: a transudate that diuretics have concentrated?',
          ],
        }),
    };
  },
});
