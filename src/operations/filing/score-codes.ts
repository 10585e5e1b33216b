/**
 * LOINC codes of scores by their id, where LOINC has one for exactly the value returned; a score
 * without one (NEWS2 among them) is named in words. Source: https://loinc.org, by code.
 */
export const SCORE_CODES: Readonly<Record<string, readonly [code: string, display: string]>> = {
  ascvd_pce: [
    '79423-0',
    'Cardiovascular disease 10Y risk [Likelihood] ACC-AHA Pooled Cohort by Goff 2013',
  ],
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
  gad_7: ['70274-6', 'Generalized anxiety disorder 7 item (GAD-7) total score [Reported.PHQ]'],
  gcs: ['9269-2', 'Glasgow coma score total'],
  gds_15: ['48545-8', 'Geriatric depression scale (GDS) short version total'],
  iss: ['74471-4', 'Injury severity score Calculated'],
  karnofsky: ['89243-0', 'Karnofsky Performance Status score'],
  mean_arterial_pressure: ['8478-0', 'Mean blood pressure'],
  mmse: ['72106-8', 'Total score [MMSE]'],
  moca: ['72172-0', 'Total score [MoCA]'],
  morse_falls: ['59460-6', 'Fall risk total [Morse Fall Scale]'],
  mrs: ['75859-9', 'Modified rankin scale'],
  nihss: ['72089-6', 'Total score [NIH Stroke Scale]'],
  pf_ratio: ['50984-4', 'Horowitz index in Arterial blood'],
  phq_2: ['55758-7', 'Patient Health Questionnaire 2 item (PHQ-2) total score [Reported]'],
  phq_9: ['44261-6', 'Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]'],
};
