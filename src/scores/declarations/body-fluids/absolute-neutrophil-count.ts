import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export const absoluteNeutrophilCount = defineScore({
  id: 'absolute_neutrophil_count',
  name: 'Absolute neutrophil count',
  aliases: ['anc'],
  group: 'body and fluids',
  purpose: 'Neutrophils per µL from the white cell count and the differential.',
  population: 'Anybody; lower counts are normal in people with the Duffy-null phenotype',
  unit: '/uL',
  decimals: 0,
  inputs: {
    wbc: quantity('wbc', { monotone: 'rising' }),
    segmented_neutrophil_percent: ownQuantity('Segmented neutrophils', '%', [0, 100], 1, {
      monotone: 'rising',
      help: 'where the report has all neutrophils as one share, that, and 0 for bands',
    }),
    bands: quantity('bands', { monotone: 'rising' }),
  },
  categories: [
    {
      id: 'severe neutropenia',
      from: 0,
      interpretation: 'Severe neutropenia (below 500/µL): high risk of infection.',
      action: {
        text: 'With fever: cultures and broad antibiotics within an hour.',
        source: 'ASCO/IDSA febrile neutropenia 2018, 10.1200/JCO.2017.77.6211',
      },
    },
    {
      id: 'moderate neutropenia',
      from: 500,
      interpretation: 'Moderate neutropenia (500 to 999/µL).',
    },
    { id: 'mild neutropenia', from: 1000, interpretation: 'Mild neutropenia (1000 to 1499/µL).' },
    { id: 'no neutropenia', from: 1500, interpretation: 'No neutropenia (1500/µL or more).' },
  ],
  references: [
    {
      title: 'NCI. Common Terminology Criteria for Adverse Events, version 5.0: neutrophil count',
      url: 'https://ctep.cancer.gov/protocoldevelopment/electronic_applications/ctc.htm',
      year: 2017,
    },
  ],
  compute({ wbc, segmented_neutrophil_percent, bands }) {
    const percent = segmented_neutrophil_percent + bands;
    return {
      value: rounded((wbc * 1000 * Math.min(percent, 100)) / 100, 0),
      warnings:
        percent > 100
          ? ['Segmented and band neutrophils are more than 100 % together: 100 % was used.']
          : [],
    };
  },
});
