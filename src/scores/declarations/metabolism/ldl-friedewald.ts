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

/** LDL cholesterol from mg/dL in mg/dL (Friedewald 1972, doi:10.1093/clinchem/18.6.499). */
export const friedewaldLdl = (total: number, hdl: number, triglycerides: number): number =>
  total - hdl - triglycerides / 5;

/** LDL cholesterol by Friedewald. */
export const ldlFriedewald = defineScore({
  id: 'ldl_friedewald',
  name: 'LDL cholesterol (Friedewald)',
  aliases: ['ldl', 'friedewald', 'ldl_calculated', 'calculated_ldl', 'calculated_ldl_cholesterol'],
  group: 'metabolism',
  purpose: 'Calculates LDL cholesterol from the other lipids.',
  population: 'Adults with triglycerides below 400 mg/dL, fasting',
  unit: 'mg/dL',
  decimals: 1,
  range: { min: 0, max: 1500 },
  inputs: {
    ...cholesterolInputs,
    triglycerides: quantity('triglycerides', { monotone: 'falling' }),
  },
  categories: LDL_CATEGORIES,
  references: [
    {
      title:
        'Friedewald WT et al. Estimation of the concentration of low-density lipoprotein ' +
        'cholesterol in plasma, without use of the preparative ultracentrifuge',
      doi: '10.1093/clinchem/18.6.499',
      year: 1972,
    },
    ATP_III,
  ],
  refuses: (v) =>
    v.triglycerides !== undefined && v.triglycerides >= 400
      ? { input: 'triglycerides', issue: 'the formula does not hold from 400 mg/dL on' }
      : refuseLipids(v, friedewaldLdl),
  compute(v) {
    const ldl = friedewaldLdl(v.total_cholesterol, v.hdl_cholesterol, v.triglycerides);
    const warnings = ldl < 70 ? ['Below 70 mg/dL this formula reads too low.'] : [];
    const derived = [inMillimoles('ldl_cholesterol_mmol', ldl)];
    return { ...withShownCategory(ldl, 1, LDL_CATEGORIES), derived, warnings };
  },
});
