import { ownQuantity, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { ORGAN_INPUTS, organFails } from './tokyo-organs.js';

const source = 'Tokyo Guidelines 2018';
/** Of albumin in g/dL, in many laboratories. */
const USUAL_LOWER_LIMIT = 3.5;

/** Severity of acute cholangitis, grade 1 to 3 (Tokyo Guidelines 2018). */
export const tokyoCholangitis = defineScore({
  id: 'tokyo_cholangitis',
  name: 'Tokyo severity grade of acute cholangitis (TG18)',
  aliases: ['tg18_cholangitis', 'tokyo_guidelines_cholangitis'],
  group: 'liver and gut',
  purpose: 'Grades acute cholangitis to time the drainage of the bile duct.',
  population: 'Adults with acute cholangitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    ...ORGAN_INPUTS,
    wbc: quantity('wbc', { cuts: [4, 12] }),
    temperature: quantity('temperature', { cuts: [39] }),
    age: quantity('age', { min: 18, cuts: [75] }),
    bilirubin: quantity('bilirubin', { cuts: [5] }),
    albumin: quantity('albumin', { cuts: [2.4, 2.5] }),
    albumin_lower_limit: ownQuantity('Lower limit of normal albumin', 'g/dL', [3, 4.5], 0.1, {
      monotone: 'rising',
      help: 'Of the laboratory; 3.5 g/dL is taken where it is not given.',
      optional: true,
    }),
  },
  categories: [
    {
      id: 'grade I',
      from: 1,
      interpretation: 'Grade I, mild.',
      action: { text: 'Antibiotics; drain if there is no response within 24 hours.', source },
    },
    {
      id: 'grade II',
      from: 2,
      interpretation: 'Grade II, moderate: two of five signs of risk.',
      action: { text: 'Antibiotics and early drainage of the bile duct.', source },
    },
    {
      id: 'grade III',
      from: 3,
      interpretation: 'Grade III, severe: dysfunction of an organ.',
      action: { text: 'Support the organs; urgent drainage as soon as it is tolerated.', source },
    },
  ],
  references: [
    {
      title:
        'Kiriyama S et al. Tokyo Guidelines 2018: diagnostic criteria and severity grading of acute ' +
        'cholangitis',
      doi: '10.1002/jhbp.512',
      year: 2018,
    },
  ],
  compute(v) {
    const lowerLimit = v.albumin_lower_limit ?? USUAL_LOWER_LIMIT;
    const signs = [
      v.wbc > 12 || v.wbc < 4,
      v.temperature >= 39,
      v.age >= 75,
      v.bilirubin >= 5,
      v.albumin < 0.7 * lowerLimit - 1e-9,
    ].filter(Boolean).length;
    return {
      value: organFails(v) ? 3 : signs >= 2 ? 2 : 1,
      warnings:
        v.albumin_lower_limit === undefined
          ? ['albumin_lower_limit was not given: 3.5 g/dL was used']
          : [],
    };
  },
});
