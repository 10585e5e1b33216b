import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Modified discriminant function: 4.6 · (PT − control) in s + bilirubin in mg/dL (Carithers 1989). */
export const maddrey = defineScore({
  id: 'maddrey',
  name: 'Maddrey discriminant function',
  aliases: [
    'maddrey_df',
    'mdf',
    'maddreys_discriminant_function',
    'discriminant_function',
    'maddrey_score',
  ],
  group: 'liver and gut',
  purpose: 'Finds severe alcoholic hepatitis.',
  population: 'Adults with alcoholic hepatitis',
  unit: '1',
  decimals: 1,
  range: { min: -1000, max: 1000 },
  inputs: {
    prothrombin_time: quantity('prothrombin_time', { monotone: 'rising' }),
    prothrombin_time_control: ownQuantity('Prothrombin time of the control', 's', [8, 20], 0.1, {
      monotone: 'falling',
      help: 'Of the laboratory.',
    }),
    bilirubin: quantity('bilirubin', { monotone: 'rising' }),
  },
  categories: [
    {
      id: 'not severe',
      from: -1000,
      interpretation: 'Not severe: corticosteroids are of no proven use.',
      action: { text: 'Abstinence and nutrition.', source: 'ACG guideline 2024; EASL 2018' },
    },
    {
      id: 'severe',
      from: 32,
      interpretation: 'Severe alcoholic hepatitis: high mortality within a month if untreated.',
      action: {
        text: 'Think of prednisolone where there is no contraindication; Lille score on day 7.',
        source: 'ACG guideline 2024; EASL 2018',
      },
    },
  ],
  references: [
    {
      title:
        'Carithers RL et al. Methylprednisolone therapy in patients with severe alcoholic hepatitis',
      doi: '10.7326/0003-4819-110-9-685',
      year: 1989,
    },
    {
      title: 'Maddrey WC et al. Corticosteroid therapy of alcoholic hepatitis',
      doi: '10.1016/0016-5085(78)90401-8',
      year: 1978,
    },
  ],
  compute: (v) => ({
    value: rounded(4.6 * (v.prothrombin_time - v.prothrombin_time_control) + v.bilirubin, 1),
  }),
});
