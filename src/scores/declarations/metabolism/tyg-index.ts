import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { fastingGlucose } from './fasting-inputs.js';

/**
 * Triglyceride-glucose index (Simental-Mendía 2008, doi:10.1089/met.2008.0034). Others halve the
 * logarithm instead of the product and have values of about 4.5.
 *
 * @param triglycerides fasting, mg/dL
 * @param glucose fasting, mg/dL
 */
export const tygIndexOf = (triglycerides: number, glucose: number): number =>
  Math.log((triglycerides * glucose) / 2);

/** Insulin resistance from fasting triglycerides and glucose. */
export const tygIndex = defineScore({
  id: 'tyg_index',
  name: 'Triglyceride-glucose index',
  aliases: ['tyg', 'triglyceride_glucose_index'],
  group: 'metabolism',
  purpose: 'Estimates insulin resistance from fasting triglycerides and glucose.',
  population: 'Adults without treatment of diabetes or lipids',
  unit: '{score}',
  decimals: 2,
  range: { min: 3, max: 17 },
  inputs: {
    triglycerides: quantity('triglycerides', { monotone: 'rising', help: 'fasting' }),
    fasting_glucose: fastingGlucose('rising'),
  },
  categories: [
    {
      id: 'no agreed threshold',
      from: 0,
      interpretation:
        'The higher, the more resistant to insulin; published thresholds lie between 8.3 and 9.0, ' +
        'by population and outcome.',
    },
  ],
  references: [
    {
      title:
        'Simental-Mendía LE et al. The product of fasting glucose and triglycerides as surrogate for ' +
        'identifying insulin resistance in apparently healthy subjects',
      doi: '10.1089/met.2008.0034',
      year: 2008,
    },
    {
      title:
        'Salazar J et al. Optimal cutoff for the evaluation of insulin resistance through ' +
        'triglyceride-glucose index: a cross-sectional study in a Venezuelan population',
      doi: '10.12688/f1000research.12170.1',
      year: 2017,
    },
  ],
  compute: (v) => ({ value: tygIndexOf(v.triglycerides, v.fasting_glucose) }),
});
