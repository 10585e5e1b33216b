import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const SMALL_KG = 35;

export const ironDeficit = defineScore({
  id: 'iron_deficit',
  name: 'Iron deficit (Ganzoni)',
  aliases: ['ganzoni', 'ganzoni_equation', 'total_iron_deficit'],
  group: 'body and fluids',
  purpose: 'Iron that raises haemoglobin to a target and fills the stores.',
  population: 'Iron deficiency anaemia that is treated by vein',
  unit: 'mg',
  decimals: 0,
  inputs: {
    weight: quantity('weight', {
      cuts: [SMALL_KG],
      help: 'Ideal weight in overweight; before pregnancy in pregnancy.',
    }),
    hemoglobin: quantity('hemoglobin', { monotone: 'falling' }),
    target_hemoglobin: ownQuantity('Target haemoglobin', 'g/dL', [8, 18], 0.1, {
      like: 'hemoglobin',
      monotone: 'rising',
      optional: true,
      help: '15, or 13 below 35 kg, where it is not given; lower in pregnancy and renal anaemia.',
    }),
  },
  categories: [
    {
      id: 'deficit',
      from: 0,
      interpretation: 'The total dose of elemental iron, in as many infusions as the label allows.',
    },
  ],
  references: [
    {
      title:
        'Ganzoni AM. Eisen-Dextran intravenös: therapeutische und experimentelle Möglichkeiten',
      url: 'https://pubmed.ncbi.nlm.nih.gov/5413918/',
      year: 1970,
    },
  ],
  compute({ weight, hemoglobin, target_hemoglobin }) {
    const target = target_hemoglobin ?? (weight < SMALL_KG ? 13 : 15);
    const gap = Math.max(0, target - hemoglobin);
    const stores = weight < SMALL_KG ? 15 * weight : 500;
    return {
      value: rounded(weight * gap * 2.4 + stores, 0),
      derived: [
        { name: 'iron_stores', value: rounded(stores, 0), unit: 'mg' },
        { name: 'target_hemoglobin', value: target, unit: 'g/dL' },
      ],
      warnings:
        hemoglobin >= target ? ['Haemoglobin is at its target: only the stores are counted.'] : [],
    };
  },
});
