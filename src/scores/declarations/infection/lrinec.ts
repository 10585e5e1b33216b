import { quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const crp = stepsFrom(0, [150, 4]);
/** < 15 | 15–25 | > 25. */
const leukocytes = (count: number) => (count > 25 ? 2 : Number(count >= 15));
/** < 11 | 11–13.5 | > 13.5. */
const hemoglobin = (level: number) => (level < 11 ? 2 : Number(level <= 13.5));
const sodium = stepsFrom(2, [135, 0]);
/** 141 µmol/L and 10 mmol/L of the paper, in the conventional units printed next to them. */
const creatinine = stepsAbove(0, [1.6, 2]);
const glucose = stepsAbove(0, [180, 1]);

export const lrinec = defineScore({
  id: 'lrinec',
  name: 'Laboratory Risk Indicator for Necrotising Fasciitis',
  aliases: ['lrinec_score'],
  group: 'infection',
  purpose:
    'Distinguishes necrotising fasciitis from other severe soft tissue infection by the laboratory.',
  population: 'Adults with severe soft tissue infection',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 13 },
  inputs: {
    crp: quantity('crp', { cuts: crp.cuts, monotone: 'rising' }),
    wbc: quantity('wbc', { cuts: [15, 25], monotone: 'rising' }),
    hemoglobin: quantity('hemoglobin', { cuts: [11, 13.5], monotone: 'falling' }),
    sodium: quantity('sodium', { cuts: sodium.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', { cuts: creatinine.cuts, monotone: 'rising' }),
    glucose: quantity('glucose', { cuts: glucose.cuts, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation:
        'Probability below 50 %; one in ten with the disease scored below 6, so this rules nothing out.',
    },
    {
      id: 'intermediate',
      from: 6,
      interpretation: 'Probability of 50 to 75 %.',
      action: {
        text: 'Suspect necrotising fasciitis: surgical review now, do not wait for imaging.',
        source: 'Wong 2004, 10.1097/01.CCM.0000129486.35458.7D',
      },
    },
    {
      id: 'high',
      from: 8,
      interpretation: 'Probability above 75 %.',
      action: {
        text: 'Emergency surgical review for exploration; do not delay for more tests.',
        source: 'Wong 2004, 10.1097/01.CCM.0000129486.35458.7D',
      },
    },
  ],
  references: [
    {
      title:
        'Wong CH et al. The LRINEC (Laboratory Risk Indicator for Necrotizing Fasciitis) score: a ' +
        'tool for distinguishing necrotizing fasciitis from other soft tissue infections',
      doi: '10.1097/01.CCM.0000129486.35458.7D',
      year: 2004,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      crp: crp(v.crp),
      wbc: leukocytes(v.wbc),
      hemoglobin: hemoglobin(v.hemoglobin),
      sodium: sodium(v.sodium),
      creatinine: creatinine(v.creatinine),
      // 10 mmol/L are 180.16 mg/dL, and do not count.
      glucose: glucose(Math.round(v.glucose)),
    });
    return {
      value,
      points,
      warnings: [
        'A low value does not exclude necrotising fasciitis: the clinical picture decides',
      ],
    };
  },
});
