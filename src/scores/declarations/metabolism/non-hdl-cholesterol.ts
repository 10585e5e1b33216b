import { refuseHdl } from '../../cholesterol.js';
import { type Category, defineScore } from '../../score.js';
import { ATP_III, cholesterolInputs, inMillimoles } from './lipids.js';

// The goals of the Adult Treatment Panel III for LDL cholesterol, each 30 mg/dL higher.
const CATEGORIES: readonly Category[] = [
  { id: 'desirable', from: 0, interpretation: 'Below 130 mg/dL.' },
  { id: 'above desirable', from: 130, interpretation: '130 to 159 mg/dL.' },
  { id: 'borderline high', from: 160, interpretation: '160 to 189 mg/dL.' },
  { id: 'high', from: 190, interpretation: '190 to 219 mg/dL.' },
  { id: 'very high', from: 220, interpretation: '220 mg/dL or more.' },
];

/** Cholesterol of every atherogenic particle. */
export const nonHdlCholesterol = defineScore({
  id: 'non_hdl_cholesterol',
  name: 'Non-HDL cholesterol',
  aliases: ['non_hdl', 'non_hdl_c'],
  group: 'metabolism',
  purpose: 'Calculates the cholesterol of all atherogenic lipoproteins; no fasting is needed.',
  population: 'Adults',
  unit: 'mg/dL',
  decimals: 0,
  range: { min: 0, max: 1500 },
  inputs: cholesterolInputs,
  categories: CATEGORIES,
  references: [ATP_III],
  refuses: refuseHdl,
  compute(v) {
    const value = v.total_cholesterol - v.hdl_cholesterol;
    return { value, derived: [inMillimoles('non_hdl_cholesterol_mmol', value)] };
  },
});
