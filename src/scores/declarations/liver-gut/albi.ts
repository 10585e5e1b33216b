import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { bilirubinMicromoles } from './bilirubin-micromoles.js';

/**
 * ALBI: 0.66 · log10 bilirubin (µmol/L) − 0.085 · albumin (g/L). Johnson 2015; some calculators
 * write −0.0852.
 */
export const albi = defineScore({
  id: 'albi',
  name: 'Albumin–bilirubin (ALBI) grade',
  aliases: ['albi_score', 'albi_grade'],
  group: 'liver and gut',
  purpose: 'Grades liver function in hepatocellular carcinoma from two blood tests.',
  population: 'Adults with hepatocellular carcinoma or chronic liver disease',
  unit: '1',
  decimals: 2,
  range: { min: -7, max: 3 },
  inputs: {
    albumin: quantity('albumin', { monotone: 'falling' }),
    bilirubin: quantity('bilirubin', { monotone: 'rising' }),
  },
  categories: [
    { id: 'grade 1', interpretation: 'Grade 1 (−2.60 or below): the best liver function.' },
    { id: 'grade 2', interpretation: 'Grade 2 (above −2.60 and up to −1.39).' },
    { id: 'grade 3', interpretation: 'Grade 3 (above −1.39): the worst liver function.' },
  ],
  references: [
    {
      title:
        'Johnson PJ et al. Assessment of liver function in patients with hepatocellular ' +
        'carcinoma: a new evidence-based approach, the ALBI grade',
      doi: '10.1200/JCO.2014.57.9151',
      year: 2015,
    },
  ],
  compute(v) {
    const umol = bilirubinMicromoles(v.bilirubin);
    const value = rounded(0.66 * Math.log10(umol) - 0.085 * v.albumin * 10, 2);
    return {
      value,
      category: value <= -2.6 ? 'grade 1' : value <= -1.39 ? 'grade 2' : 'grade 3',
    };
  },
});
