import { flag, type Variable } from '../variable.js';

/** Current treatments and states that several scores require. */
export const STATES = [
  flag('antihypertensive_treatment', 'Treated for high blood pressure', {
    synonyms: ['bp_treatment', 'on_antihypertensives', 'treated_hypertension'],
  }),
  flag('statin_treatment', 'Takes a statin', { synonyms: ['on_statin', 'statin'] }),
  flag('aspirin_use', 'Takes aspirin', { synonyms: ['aspirin', 'aspirin_within_7_days'] }),
  flag('immobilization', 'Bedridden or immobile', { synonyms: ['immobilisation', 'bedridden'] }),
  flag('hemoptysis', 'Coughs up blood', {
    synonyms: ['haemoptysis'],
    icd10: ['R04.2'],
    snomed: ['66857006'],
  }),
  flag('estrogen_use', 'Takes oestrogen', {
    synonyms: ['oestrogen_use', 'hormone_use', 'oral_contraceptives_or_hrt'],
  }),
  flag('nursing_home_resident', 'Lives in a nursing home', { synonyms: ['nursing_home'] }),
  flag('altered_mental_status', 'New disturbance of consciousness or confusion', {
    synonyms: ['confusion', 'new_confusion', 'altered_mentation', 'impaired_mental_status'],
    icd10: ['R41.0', 'R40'],
    snomed: ['419284004', '40917007'],
  }),
  flag('pleural_effusion', 'Pleural effusion on the chest film', {
    icd10: ['J90', 'J91'],
    snomed: ['60046008'],
  }),
  flag('suspected_infection', 'Infection suspected or proven', { synonyms: ['infection'] }),
  flag('ascites_present', 'Ascites', {
    icd10: ['R18', 'K70.31', 'K74.69'],
    snomed: ['389026000'],
  }),
  flag('alcohol_misuse', 'Harmful use of alcohol', {
    synonyms: ['alcohol_abuse', 'alcoholism', 'alcohol_use_disorder'],
    icd10: ['F10'],
    snomed: ['7200002', '15167005'],
  }),
] as const satisfies readonly Variable[];
