import { SCORE_SYSTEM } from '../../core/own-code-systems.js';
import { type Coding, LOINC } from './coding.js';

export const SNOMED = 'http://snomed.info/sct';

type Code = readonly [code: string, display: string];

/** LOINC codes by score, where LOINC has one for exactly the value returned: https://loinc.org/CODE. */
const LOINC_CODES: Readonly<Record<string, Code>> = {
  apache_ii: ['9264-3', 'Apache II score'],
  ascvd_pce: [
    '79423-0',
    'Cardiovascular disease 10Y risk [Likelihood] ACC-AHA Pooled Cohort by Goff 2013',
  ],
  audit: ['75624-7', 'Total score [AUDIT]'],
  audit_c: ['75626-2', 'Total score [AUDIT-C]'],
  barthel: ['96761-2', 'Total score Barthel Index'],
  bmi: ['39156-5', 'Body mass index (BMI) [Ratio]'],
  braden: ['38227-5', 'Braden scale total score'],
  ckd_epi_2021: [
    '98979-8',
    'Glomerular filtration rate/1.73 sq M.predicted [Volume Rate/Area] in Serum, Plasma or Blood by Creatinine-based formula (CKD-EPI 2021)',
  ],
  cockcroft_gault: ['35591-7', 'Creatinine renal clearance predicted by Cockcroft-Gault formula'],
  dast_10: ['82667-7', 'Total score [DAST-10]'],
  ecog: ['89247-1', 'ECOG Performance Status score'],
  fib_4: ['98488-0', 'Liver fibrosis score in Serum Calculated by FIB4'],
  gad_7: ['70274-6', 'Generalized anxiety disorder 7 item (GAD-7) total score [Reported.PHQ]'],
  gcs: ['9269-2', 'Glasgow coma score total'],
  gds_15: ['48545-8', 'Geriatric depression scale (GDS) short version total'],
  iss: ['74471-4', 'Injury severity score Calculated'],
  karnofsky: ['89243-0', 'Karnofsky Performance Status score'],
  ldl_martin_hopkins: [
    '96259-7',
    'Cholesterol in LDL [Mass/volume] in Serum or Plasma by Calculated by Martin-Hopkins',
  ],
  mean_arterial_pressure: ['8478-0', 'Mean blood pressure'],
  meld: ['44760-7', 'Model for end-stage liver disease score'],
  meld_na: ['100348-2', 'Model for end-stage liver disease sodium score'],
  mmse: ['72106-8', 'Total score [MMSE]'],
  moca: ['72172-0', 'Total score [MoCA]'],
  morse_falls: ['59460-6', 'Fall risk total [Morse Fall Scale]'],
  mrs: ['75859-9', 'Modified rankin scale'],
  nihss: ['72089-6', 'Total score [NIH Stroke Scale]'],
  pf_ratio: ['50984-4', 'Horowitz index in Arterial blood'],
  phq_2: ['55758-7', 'Patient Health Questionnaire 2 item (PHQ-2) total score [Reported]'],
  phq_9: ['44261-6', 'Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]'],
  qsofa: ['96791-9', 'Quick SOFA score SOFA.quick'],
  qtc_bazett: ['76635-2', 'Q-T interval corrected based on Bazett formula'],
  qtc_fridericia: ['76634-5', 'Q-T interval corrected based on Fridericia formula'],
  sofa: ['96790-1', 'SOFA Total Score'],
};

/**
 * LOINC codes of the points that one input has in a score. The parts of SOFA are those of the panel
 * https://loinc.org/96789-3; where several inputs share an organ, none is the organ's score by itself.
 */
const LOINC_PARTS: Readonly<Record<string, Code>> = {
  'gcs.gcs_eye': ['9267-6', 'Glasgow coma score eye opening'],
  'gcs.gcs_motor': ['9268-4', 'Glasgow coma score motor'],
  'gcs.gcs_verbal': ['9270-0', 'Glasgow coma score verbal'],
  'sofa.bilirubin': ['96825-5', 'Liver [Score] SOFA'],
  'sofa.gcs': ['96827-1', 'Central nervous system [Score] SOFA'],
  'sofa.pf_ratio': ['96823-0', 'Respiration [Score] SOFA'],
  'sofa.platelets': ['96824-8', 'Coagulation [Score] SOFA'],
};

/**
 * Codes of SNOMED CT, United Kingdom Clinical Extension, by score and by part, as UK Core records NEWS2 in FHIR.
 * The points of the saturation have a code for each of its two scales, and the answer does not say by which of
 * them they were given.
 */
const NEWS2 = 'Royal College of Physicians NEWS2 (National Early Warning Score 2)';
const SNOMED_CODES: Readonly<Record<string, Code>> = {
  news2: ['1104051000000101', `${NEWS2} total score`],
  'news2.consciousness': ['1104361000000100', `${NEWS2} - consciousness score`],
  'news2.heart_rate': ['1104351000000103', `${NEWS2} - pulse score`],
  'news2.on_oxygen': ['1104331000000105', `${NEWS2} - air or oxygen score`],
  'news2.respiratory_rate': ['1104301000000104', `${NEWS2} - respiration rate score`],
  'news2.systolic_bp': ['1104341000000101', `${NEWS2} - systolic blood pressure score`],
  'news2.temperature': ['1104371000000107', `${NEWS2} - temperature score`],
};

/** Codes of other code systems by score (`news2`) and by part (`news2.heart_rate`). */
export const PUBLISHED_CODES: Readonly<Record<string, Coding>> = Object.fromEntries([
  ...Object.entries({ ...LOINC_CODES, ...LOINC_PARTS }).map(([key, [code, display]]) => [
    key,
    { system: LOINC, code, display },
  ]),
  ...Object.entries(SNOMED_CODES).map(([key, [code, display]]) => [
    key,
    { system: SNOMED, code, display },
  ]),
]);

/** Code of the probability that belongs to a score. */
export const PROBABILITY = 'probability';

/** The code of what one input adds to a score. */
export const partCode = (score: string, input: string): string => `${score}.${input}`;

/** Its name: what stands there are points, and not the value that they are given for. */
export const partName = (title: string): string => `Points: ${title}`;

/** The published code of a score or part where there is one, then the code of Wardbox that each has. */
export function codingsOf(code: string, display: string): Coding[] {
  const published = PUBLISHED_CODES[code];
  const own = { system: SCORE_SYSTEM, code, display };
  return published === undefined ? [own] : [published, own];
}
