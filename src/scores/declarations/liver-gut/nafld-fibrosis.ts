import { flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const source = 'EASL–EASD–EASO guideline on NAFLD 2016';

/**
 * NAFLD fibrosis score: −1.675 + 0.037 · age + 0.094 · BMI + 1.13 · (diabetes or impaired fasting
 * glucose) + 0.99 · AST/ALT − 0.013 · platelets (10⁹/L) − 0.66 · albumin (g/dL). Angulo 2007.
 */
export const nafldFibrosis = defineScore({
  id: 'nafld_fibrosis',
  name: 'NAFLD fibrosis score',
  aliases: ['nfs', 'nafld_fibrosis_score'],
  group: 'liver and gut',
  purpose: 'Estimates whether fatty liver has advanced fibrosis.',
  population: 'Adults with non-alcoholic fatty liver; less sure below 35 years',
  unit: '1',
  decimals: 3,
  range: { min: -50, max: 30_000 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    bmi: quantity('bmi', { monotone: 'rising' }),
    diabetes: {
      ...flag('diabetes', { help: 'Needed unless impaired_fasting_glucose is true.' }),
      optional: true,
    },
    impaired_fasting_glucose: {
      ...ownFlag('Impaired fasting glucose', { help: 'Counts like diabetes, once.' }),
      optional: true,
    },
    ast: quantity('ast', { monotone: 'rising' }),
    alt: quantity('alt', { monotone: 'falling' }),
    platelets: quantity('platelets', { monotone: 'falling' }),
    albumin: quantity('albumin', { monotone: 'falling' }),
  },
  categories: [
    {
      id: 'low',
      interpretation: 'Advanced fibrosis is unlikely (below −1.455; below 0.12 from 65 years on).',
      action: { text: 'Treat the metabolic risks and repeat in two to three years.', source },
    },
    {
      id: 'indeterminate',
      interpretation: 'Between the limits: advanced fibrosis can be neither excluded nor assumed.',
      action: { text: 'Measure liver stiffness or ELF.', source },
    },
    {
      id: 'high',
      interpretation: 'Advanced fibrosis is likely (above 0.676).',
      action: { text: 'Refer to hepatology.', source },
    },
  ],
  references: [
    {
      title:
        'Angulo P et al. The NAFLD fibrosis score: a noninvasive system that identifies liver ' +
        'fibrosis in patients with NAFLD',
      doi: '10.1002/hep.21496',
      year: 2007,
    },
    {
      title:
        'McPherson S et al. Age as a confounding factor for the accurate non-invasive diagnosis ' +
        'of advanced NAFLD fibrosis',
      doi: '10.1038/ajg.2016.453',
      year: 2017,
    },
  ],
  alsoNeeds: (v) => (v.impaired_fasting_glucose ? [] : ['diabetes']),
  compute(v) {
    const value = rounded(
      -1.675 +
        0.037 * v.age +
        0.094 * v.bmi +
        (v.diabetes || v.impaired_fasting_glucose ? 1.13 : 0) +
        0.99 * (v.ast / v.alt) -
        0.013 * v.platelets -
        0.66 * v.albumin,
      3,
    );
    const low = v.age >= 65 ? 0.12 : -1.455;
    return {
      value,
      category: value > 0.676 ? 'high' : value < low ? 'low' : 'indeterminate',
      warnings: [
        ...(v.age < 35 ? ['below 35 years the score is not accurate'] : []),
        ...(!v.diabetes && v.impaired_fasting_glucose === undefined
          ? ['impaired_fasting_glucose was not given: no diabetes was taken as normal glucose']
          : []),
      ],
    };
  },
});
