import { type Category, defineScore } from '../../score.js';
import { fastingGlucose, fastingInsulin } from './fasting-inputs.js';
import { withShownCategory } from './shown-category.js';

/**
 * Quantitative insulin sensitivity check index (Katz 2000, doi:10.1210/jcem.85.7.6661).
 *
 * @param insulin fasting, µU/mL
 * @param glucose fasting, mg/dL
 */
export const quickiIndex = (insulin: number, glucose: number): number =>
  1 / (Math.log10(insulin) + Math.log10(glucose));

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation:
      'Below 0.357, above which 95 % of healthy people lie: less sensitive to insulin.',
  },
  { id: 'normal', from: 0.357, interpretation: '0.357 or more: as in healthy people.' },
];

/** Sensitivity to insulin from fasting insulin and glucose. */
export const quicki = defineScore({
  id: 'quicki',
  name: 'QUICKI',
  aliases: ['quantitative_insulin_sensitivity_check_index', 'insulin_sensitivity'],
  group: 'metabolism',
  purpose: 'Estimates the sensitivity to insulin from fasting insulin and glucose.',
  population: 'Adults who do not inject insulin',
  unit: '{score}',
  decimals: 3,
  range: { min: 0, max: 1 },
  // Below these the sum of the logarithms comes near 0.
  inputs: {
    fasting_insulin: fastingInsulin('falling', { min: 0.5 }),
    fasting_glucose: fastingGlucose('falling', { min: 20 }),
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Katz A et al. Quantitative insulin sensitivity check index: a simple, accurate method for ' +
        'assessing insulin sensitivity in humans',
      doi: '10.1210/jcem.85.7.6661',
      year: 2000,
    },
    {
      title:
        'Hrebícek J et al. Detection of insulin resistance by simple quantitative insulin sensitivity ' +
        'check index QUICKI for epidemiological assessment and prevention',
      doi: '10.1210/jcem.87.1.8292',
      year: 2002,
    },
  ],
  compute: (v) =>
    withShownCategory(quickiIndex(v.fasting_insulin, v.fasting_glucose), 3, CATEGORIES),
});
