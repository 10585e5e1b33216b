import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export const mentzerIndex = defineScore({
  id: 'mentzer_index',
  name: 'Mentzer index',
  aliases: ['mentzer'],
  group: 'body and fluids',
  purpose:
    'Distinguishes thalassaemia trait from iron deficiency in microcytosis: MCV / red cell count.',
  population: 'Microcytic anaemia, first described in children',
  unit: '1',
  decimals: 2,
  inputs: {
    mcv: ownQuantity('Mean corpuscular volume', 'fL', [40, 150], 1, { monotone: 'rising' }),
    rbc: ownQuantity('Red blood cell count', '10*6/uL', [0.5, 10], 0.01, { monotone: 'falling' }),
  },
  categories: [
    { id: 'thalassemia', from: 0, interpretation: 'Below 13: thalassaemia trait is more likely.' },
    { id: 'indeterminate', from: 13, interpretation: '13: not conclusive.' },
    { id: 'iron deficiency', interpretation: 'Above 13: iron deficiency is more likely.' },
  ],
  references: [
    {
      title: 'Mentzer WC. Differentiation of iron deficiency from thalassaemia trait',
      doi: '10.1016/s0140-6736(73)91446-3',
      year: 1973,
    },
  ],
  compute({ mcv, rbc }) {
    const value = rounded(mcv / rbc, 2);
    return {
      value,
      ...(value > 13 && { category: 'iron deficiency' }),
      warnings: mcv >= 80 ? ['The red cells are not small: the index is for microcytosis.'] : [],
    };
  },
});
