import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, sumOf } from '../../score.js';

const pocket = (quadrant: string) =>
  ownQuantity(`Deepest pocket, ${quadrant} quadrant`, 'cm', [0, 30], 0.1, { monotone: 'rising' });

/** Sum of the deepest vertical pockets of the four quadrants in cm (Phelan 1987). */
export const amnioticFluidIndex = defineScore({
  id: 'amniotic_fluid_index',
  name: 'Amniotic fluid index',
  aliases: ['afi', 'four_quadrant_amniotic_fluid'],
  group: 'obstetrics',
  purpose: 'Measures the amniotic fluid by ultrasound.',
  population: 'Women with a singleton pregnancy after 20 weeks',
  unit: 'cm',
  decimals: 1,
  range: { min: 0, max: 120 },
  inputs: {
    right_upper_pocket: pocket('right upper'),
    left_upper_pocket: pocket('left upper'),
    right_lower_pocket: pocket('right lower'),
    left_lower_pocket: pocket('left lower'),
  },
  categories: [
    {
      id: 'oligohydramnios',
      from: 0,
      interpretation: 'Oligohydramnios (5 cm or less).',
      action: {
        text: 'Look for ruptured membranes and growth restriction; a deepest pocket of 2 cm decides.',
        source: 'ACOG Practice Bulletin 229 (2021), 10.1097/AOG.0000000000004410',
      },
    },
    { id: 'normal', from: 5.1, interpretation: 'Normal (above 5 to below 24 cm).' },
    {
      id: 'polyhydramnios',
      from: 24,
      interpretation: 'Polyhydramnios (24 cm and more).',
      action: {
        text: 'Look for anomalies and diabetes.',
        source: 'SMFM Consult Series 46 (2018), 10.1016/j.ajog.2018.07.016',
      },
    },
  ],
  references: [
    {
      title: 'Phelan JP et al. Amniotic fluid index measurements during pregnancy',
      url: 'https://pubmed.ncbi.nlm.nih.gov/?term=Phelan+amniotic+fluid+index+measurements+during+pregnancy+1987',
      year: 1987,
    },
    {
      title: 'SMFM Consult Series 46: Evaluation and management of polyhydramnios',
      doi: '10.1016/j.ajog.2018.07.016',
      year: 2018,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(v);
    return { value: rounded(value, 1), points };
  },
});
