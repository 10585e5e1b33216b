import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import {
  ATP_III,
  cholesterolInputs,
  inMillimoles,
  LDL_CATEGORIES,
  refuseLipids,
} from './lipids.js';
import { withShownCategory } from './shown-category.js';

/**
 * LDL cholesterol from mg/dL in mg/dL, triglycerides up to 800 (equation 2 of the National
 * Institutes of Health; Sampson 2020, doi:10.1001/jamacardio.2020.0013).
 */
export function sampsonLdl(total: number, hdl: number, triglycerides: number): number {
  const vldl =
    triglycerides / 8.56 + (triglycerides * (total - hdl)) / 2140 - triglycerides ** 2 / 16100;
  return total / 0.948 - hdl / 0.971 - vldl - 9.44;
}

/** LDL cholesterol by the equation of the National Institutes of Health. */
export const ldlSampson = defineScore({
  id: 'ldl_sampson',
  name: 'LDL cholesterol (Sampson, NIH equation 2)',
  aliases: ['sampson', 'ldl_nih', 'nih_ldl', 'sampson_nih'],
  group: 'metabolism',
  purpose: 'Calculates LDL cholesterol from the other lipids, also with high triglycerides.',
  population: 'Adults with triglycerides up to 800 mg/dL',
  unit: 'mg/dL',
  decimals: 1,
  range: { min: 0, max: 1700 },
  inputs: {
    ...cholesterolInputs,
    triglycerides: quantity('triglycerides', { max: 800, monotone: 'falling' }),
  },
  categories: LDL_CATEGORIES,
  references: [
    {
      title:
        'Sampson M et al. A new equation for calculation of low-density lipoprotein cholesterol in ' +
        'patients with normolipidemia and/or hypertriglyceridemia',
      doi: '10.1001/jamacardio.2020.0013',
      year: 2020,
    },
    ATP_III,
  ],
  refuses: (v) => refuseLipids(v, sampsonLdl),
  compute(v) {
    const ldl = sampsonLdl(v.total_cholesterol, v.hdl_cholesterol, v.triglycerides);
    const derived = [inMillimoles('ldl_cholesterol_mmol', ldl)];
    return { ...withShownCategory(ldl, 1, LDL_CATEGORIES), derived };
  },
});
