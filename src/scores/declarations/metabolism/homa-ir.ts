import { type Category, defineScore } from '../../score.js';
import { fastingGlucose, fastingInsulin } from './fasting-inputs.js';
import { withShownCategory } from './shown-category.js';

/**
 * Insulin resistance by the homeostasis model, 1 in a healthy young adult (Matthews 1985,
 * doi:10.1007/BF00280883).
 *
 * @param insulin fasting, µU/mL
 * @param glucose fasting, mg/dL
 */
export const homaIr = (insulin: number, glucose: number): number => (insulin * glucose) / 405;

const CATEGORIES: readonly Category[] = [
  { id: 'normal', from: 0, interpretation: 'Below 2: insulin resistance is unlikely.' },
  {
    id: 'borderline',
    from: 2,
    interpretation:
      '2 to below 2.5: most published thresholds lie here; they differ by population.',
  },
  {
    id: 'insulin resistance',
    from: 2.5,
    interpretation: '2.5 or more: insulin resistance is likely.',
  },
];

/** Insulin resistance from fasting insulin and glucose. */
export const homaIrScore = defineScore({
  id: 'homa_ir',
  name: 'HOMA-IR',
  aliases: ['homa', 'homeostatic_model_assessment', 'insulin_resistance'],
  group: 'metabolism',
  purpose: 'Estimates insulin resistance from fasting insulin and glucose.',
  population: 'Adults who do not inject insulin',
  unit: '{score}',
  decimals: 2,
  range: { min: 0, max: 6173 },
  inputs: { fasting_insulin: fastingInsulin('rising'), fasting_glucose: fastingGlucose('rising') },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Matthews DR et al. Homeostasis model assessment: insulin resistance and beta-cell function ' +
        'from fasting plasma glucose and insulin concentrations in man',
      doi: '10.1007/BF00280883',
      year: 1985,
    },
  ],
  compute: (v) => withShownCategory(homaIr(v.fasting_insulin, v.fasting_glucose), 2, CATEGORIES),
});
