import { flag, quantity } from '../../input.js';
import { stepsFrom } from '../../score.js';
import {
  ACTIVE_CANCER,
  LEG_TENDERNESS_AND_EDEMA,
  SURGERY_OR_FRACTURE_WITHIN_1_MONTH,
  UNILATERAL_LEG_PAIN,
} from './shared-inputs.js';

/** One point "above 65 years", in completed years. */
export const genevaAge = stepsFrom(0, [66, 1]);

/** What the revised and the simplified Geneva score both ask for (Le Gal 2006, Klok 2008). */
export const GENEVA_INPUTS = {
  age: quantity('age', { min: 18, cuts: genevaAge.cuts, monotone: 'rising' }),
  prior_vte: flag('prior_vte'),
  surgery_or_fracture_within_1_month: SURGERY_OR_FRACTURE_WITHIN_1_MONTH,
  active_cancer: { ...ACTIVE_CANCER, help: 'Active, or considered cured for less than a year.' },
  unilateral_leg_pain: UNILATERAL_LEG_PAIN,
  hemoptysis: flag('hemoptysis'),
  heart_rate: quantity('heart_rate', { cuts: [75, 95], monotone: 'rising' }),
  leg_tenderness_and_edema: LEG_TENDERNESS_AND_EDEMA,
} as const;
