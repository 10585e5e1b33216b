import { BODY_FLUID_SCORES } from './declarations/body-fluids/list.js';
import { CANCER_SCORES } from './declarations/cancer/list.js';
import { CARDIOLOGY_SCORES } from './declarations/cardiology/list.js';
import { CRITICAL_CARE_SCORES } from './declarations/critical-care/list.js';
import { EARLY_WARNING_SCORES } from './declarations/early-warning/list.js';
import { FUNCTION_SCORES } from './declarations/function/list.js';
import { INFECTION_SCORES } from './declarations/infection/list.js';
import { KIDNEY_SCORES } from './declarations/kidney/list.js';
import { LIVER_GUT_SCORES } from './declarations/liver-gut/list.js';
import { LUNG_SCORES } from './declarations/lung/list.js';
import { MENTAL_HEALTH_SCORES } from './declarations/mental-health/list.js';
import { METABOLISM_SCORES } from './declarations/metabolism/list.js';
import { NEUROLOGY_SCORES } from './declarations/neurology/list.js';
import { OBSTETRICS_SCORES } from './declarations/obstetrics/list.js';
import { OLD_AGE_SCORES } from './declarations/old-age/list.js';
import { PAEDIATRIC_SCORES } from './declarations/paediatrics/list.js';
import { PREVENTION_SCORES } from './declarations/prevention/list.js';
import { THROMBOSIS_SCORES } from './declarations/thrombosis/list.js';
import { TRAUMA_SURGERY_SCORES } from './declarations/trauma-surgery/list.js';
import type { Score } from './score.js';

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
