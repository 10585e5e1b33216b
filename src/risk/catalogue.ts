import type { Score } from './score.js';
import { BODY_FLUID_SCORES } from './scores/body-fluids/list.js';
import { CANCER_SCORES } from './scores/cancer/list.js';
import { CARDIOLOGY_SCORES } from './scores/cardiology/list.js';
import { CRITICAL_CARE_SCORES } from './scores/critical-care/list.js';
import { EARLY_WARNING_SCORES } from './scores/early-warning/list.js';
import { FUNCTION_SCORES } from './scores/function/list.js';
import { INFECTION_SCORES } from './scores/infection/list.js';
import { KIDNEY_SCORES } from './scores/kidney/list.js';
import { LIVER_GUT_SCORES } from './scores/liver-gut/list.js';
import { LUNG_SCORES } from './scores/lung/list.js';
import { MENTAL_HEALTH_SCORES } from './scores/mental-health/list.js';
import { METABOLISM_SCORES } from './scores/metabolism/list.js';
import { NEUROLOGY_SCORES } from './scores/neurology/list.js';
import { OBSTETRICS_SCORES } from './scores/obstetrics/list.js';
import { OLD_AGE_SCORES } from './scores/old-age/list.js';
import { PAEDIATRIC_SCORES } from './scores/paediatrics/list.js';
import { PREVENTION_SCORES } from './scores/prevention/list.js';
import { THROMBOSIS_SCORES } from './scores/thrombosis/list.js';
import { TRAUMA_SURGERY_SCORES } from './scores/trauma-surgery/list.js';

/** Every score, in the order of the listing. */
export const SCORES: readonly Score[] = [
  ...EARLY_WARNING_SCORES,
  ...CRITICAL_CARE_SCORES,
  ...INFECTION_SCORES,
  ...CARDIOLOGY_SCORES,
  ...PREVENTION_SCORES,
  ...THROMBOSIS_SCORES,
  ...LUNG_SCORES,
  ...KIDNEY_SCORES,
  ...BODY_FLUID_SCORES,
  ...METABOLISM_SCORES,
  ...LIVER_GUT_SCORES,
  ...NEUROLOGY_SCORES,
  ...TRAUMA_SURGERY_SCORES,
  ...OBSTETRICS_SCORES,
  ...PAEDIATRIC_SCORES,
  ...MENTAL_HEALTH_SCORES,
  ...OLD_AGE_SCORES,
  ...FUNCTION_SCORES,
  ...CANCER_SCORES,
];
