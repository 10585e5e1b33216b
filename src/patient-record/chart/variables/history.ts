import { flag, type Variable } from '../variable.js';

/**
 * Diseases and treatments of the past and present that several scores use, with the ICD-10 (WHO and
 * -CM) prefixes and SNOMED CT concepts of a problem list. Where a score has a narrower definition
 * (treated, within a month, severe), it has an input of its own.
 */
export const HISTORY = [
  flag('hypertension', 'History of hypertension', {
    fixed: true,
    synonyms: ['high_blood_pressure', 'arterial_hypertension', 'htn', 'essential_hypertension'],
    icd10: ['I10', 'I11', 'I12', 'I13', 'I15', 'I1A'],
    snomed: ['38341003', '59621000'],
  }),
  flag('diabetes', 'Diabetes mellitus', {
    fixed: true,
    synonyms: [
      'diabetes_mellitus',
      'type_2_diabetes',
      'type_1_diabetes',
      'type_2_diabetes_mellitus',
      'type_1_diabetes_mellitus',
      'dm',
      't2dm',
      't1dm',
    ],
    icd10: ['E08', 'E09', 'E10', 'E11', 'E12', 'E13', 'E14'],
    snomed: ['73211009', '44054006', '46635009'],
  }),
  flag('congestive_heart_failure', 'Heart failure', {
    fixed: true,
    synonyms: [
      'heart_failure',
      'cardiac_failure',
      'chf',
      'hf',
      'history_of_heart_failure',
      'hfref',
      'hfpef',
    ],
    icd10: ['I50', 'I11.0', 'I13.0', 'I13.2'],
    snomed: ['84114007', '42343007', '88805009'],
  }),
  flag('stroke_tia_thromboembolism', 'Earlier stroke, TIA or arterial thromboembolism', {
    fixed: true,
    synonyms: ['stroke_tia', 'stroke_or_tia', 'prior_stroke_or_tia', 'systemic_embolism'],
    icd10: ['G45', 'I63', 'I64', 'I74', 'Z86.73', 'I69.3'],
    snomed: ['230690007', '266257000'],
  }),
  flag('stroke', 'Earlier stroke', {
    fixed: true,
    synonyms: ['prior_stroke', 'history_of_stroke', 'cva', 'cerebrovascular_accident'],
    icd10: ['I61', 'I63', 'I64', 'I69'],
    snomed: ['230690007', '422504002'],
  }),
  flag('cerebrovascular_disease', 'Cerebrovascular disease (stroke or TIA)', {
    fixed: true,
    icd10: ['G45', 'G46', 'I6'],
    snomed: ['62914000', '230690007', '266257000'],
  }),
  flag(
    'vascular_disease',
    'Vascular disease: infarction, peripheral artery disease or aortic plaque',
    {
      fixed: true,
      icd10: ['I21', 'I22', 'I25.2', 'I70', 'I73.9'],
      snomed: ['22298006', '399211009', '399957001'],
    },
  ),
  flag('myocardial_infarction', 'Earlier myocardial infarction', {
    fixed: true,
    synonyms: ['prior_mi', 'previous_mi', 'history_of_mi', 'heart_attack', 'mi'],
    icd10: ['I21', 'I22', 'I25.2'],
    snomed: ['22298006', '399211009'],
  }),
  flag('coronary_artery_disease', 'Coronary (ischaemic) heart disease', {
    fixed: true,
    synonyms: [
      'coronary_heart_disease',
      'ischemic_heart_disease',
      'ischaemic_heart_disease',
      'cad',
      'chd',
      'ihd',
    ],
    icd10: ['I20', 'I21', 'I22', 'I23', 'I24', 'I25'],
    snomed: ['53741008', '414545008'],
  }),
  flag('peripheral_artery_disease', 'Peripheral vascular disease', {
    fixed: true,
    synonyms: ['peripheral_vascular_disease', 'pad', 'pvd', 'claudication'],
    icd10: ['I70', 'I71', 'I73.9'],
    snomed: ['399957001', '400047006'],
  }),
  flag('atrial_fibrillation', 'Atrial fibrillation', {
    fixed: true,
    synonyms: ['af', 'afib', 'atrial_fibrillation_or_flutter'],
    icd10: ['I48'],
    snomed: ['49436004'],
  }),
  flag('chronic_kidney_disease', 'Chronic kidney disease', {
    fixed: true,
    synonyms: ['ckd', 'renal_disease', 'chronic_renal_disease', 'kidney_disease'],
    icd10: ['N18', 'N19'],
    snomed: ['709044004', '433144002', '431855005', '431856006', '90688005'],
  }),
  flag('dialysis', 'On renal replacement therapy', {
    synonyms: ['on_dialysis', 'hemodialysis', 'haemodialysis', 'renal_replacement_therapy'],
    icd10: ['Z99.2'],
    snomed: ['265764009', '302497006'],
  }),
  flag('copd', 'Chronic obstructive pulmonary disease', {
    fixed: true,
    synonyms: ['chronic_obstructive_pulmonary_disease', 'emphysema'],
    icd10: ['J43', 'J44'],
    snomed: ['13645005', '87433001', '185086009'],
  }),
  flag('chronic_lung_disease', 'Chronic lung disease', {
    fixed: true,
    synonyms: ['chronic_pulmonary_disease'],
    icd10: ['J40', 'J41', 'J42', 'J43', 'J44', 'J45', 'J47', 'J84'],
    snomed: ['13645005', '195967001', '413839001'],
  }),
  flag('asthma', 'Asthma', { fixed: true, icd10: ['J45', 'J46'], snomed: ['195967001'] }),
  flag('liver_disease', 'Chronic liver disease', {
    fixed: true,
    synonyms: ['chronic_liver_disease', 'hepatic_disease'],
    icd10: ['K70', 'K71', 'K72', 'K73', 'K74', 'B18'],
    snomed: ['328383001', '19943007'],
  }),
  flag('cirrhosis', 'Cirrhosis of the liver', {
    fixed: true,
    synonyms: ['liver_cirrhosis'],
    icd10: ['K70.3', 'K71.7', 'K74.3', 'K74.4', 'K74.5', 'K74.6'],
    snomed: ['19943007'],
  }),
  flag('active_cancer', 'Active cancer', {
    synonyms: ['malignancy', 'cancer', 'active_malignancy', 'neoplastic_disease'],
    // All of chapter C but C44: scores do not count skin cancers other than melanoma.
    icd10: 'C0 C1 C2 C3 C40 C41 C43 C45 C46 C47 C48 C49 C5 C6 C7 C8 C9'.split(' '),
    snomed: ['363346000'],
  }),
  flag('metastatic_cancer', 'Metastatic cancer', {
    fixed: true,
    synonyms: ['metastatic_solid_tumor', 'metastases', 'metastatic_disease'],
    icd10: ['C77', 'C78', 'C79', 'C80.0'],
    snomed: ['128462008'],
  }),
  flag('leukemia', 'Leukaemia', {
    fixed: true,
    synonyms: ['leukaemia'],
    icd10: ['C91', 'C92', 'C93', 'C94', 'C95'],
    snomed: ['93143009'],
  }),
  flag('lymphoma', 'Lymphoma or myeloma', {
    fixed: true,
    icd10: ['C81', 'C82', 'C83', 'C84', 'C85', 'C88', 'C90'],
    snomed: ['118600007', '109989006'],
  }),
  flag('hematologic_malignancy', 'Haematological malignancy', {
    fixed: true,
    synonyms: ['haematological_malignancy'],
    icd10: ['C81', 'C82', 'C83', 'C84', 'C85', 'C86', 'C88', 'C9'],
    snomed: ['129154003'],
  }),
  flag('aids', 'AIDS', {
    fixed: true,
    synonyms: ['hiv_aids'],
    icd10: ['B20', 'B21', 'B22', 'B24'],
    snomed: ['62479008'],
  }),
  flag('dementia', 'Dementia', {
    fixed: true,
    icd10: ['F00', 'F01', 'F02', 'F03', 'G30'],
    snomed: ['52448006', '26929004'],
  }),
  flag('hemiplegia', 'Hemiplegia or paraplegia', {
    fixed: true,
    synonyms: ['hemiplegia_or_paraplegia', 'paraplegia'],
    icd10: ['G81', 'G82'],
    snomed: ['50582007', '60389000'],
  }),
  flag('connective_tissue_disease', 'Connective tissue disease', {
    fixed: true,
    synonyms: ['rheumatologic_disease'],
    icd10: ['M05', 'M06', 'M32', 'M33', 'M34', 'M35.1', 'M35.3'],
    snomed: ['105969002'],
  }),
  flag('rheumatoid_arthritis', 'Rheumatoid arthritis', {
    fixed: true,
    icd10: ['M05', 'M06'],
    snomed: ['69896004'],
  }),
  flag('lupus', 'Systemic lupus erythematosus', {
    fixed: true,
    synonyms: ['sle', 'systemic_lupus_erythematosus'],
    icd10: ['M32'],
    snomed: ['55464009'],
  }),
  flag('peptic_ulcer', 'Peptic ulcer disease', {
    fixed: true,
    synonyms: ['peptic_ulcer_disease', 'gastric_ulcer', 'duodenal_ulcer'],
    icd10: ['K25', 'K26', 'K27', 'K28'],
    snomed: ['13200003'],
  }),
  flag('prior_vte', 'Earlier deep vein thrombosis or pulmonary embolism', {
    fixed: true,
    synonyms: [
      'previous_dvt_or_pe',
      'prior_dvt_or_pe',
      'previous_vte',
      'history_of_vte',
      'previous_dvt',
      'previous_pe',
    ],
    icd10: ['I26', 'I82', 'Z86.71'],
    snomed: ['128053003', '59282003'],
  }),
  flag('bleeding_history', 'Earlier major bleeding or a tendency to bleed', {
    fixed: true,
    synonyms: ['prior_bleeding', 'bleeding_predisposition', 'major_bleeding'],
    icd10: ['D66', 'D67', 'D68', 'D69'],
    snomed: ['64779008'],
  }),
  flag('current_smoker', 'Smokes now', {
    synonyms: ['smoker', 'tobacco_use', 'smoking', 'current_smoking'],
    icd10: ['F17', 'Z72.0'],
    snomed: ['77176002', '449868002', '428041000124106'],
  }),
  flag('family_history_early_cad', 'Family history of premature coronary disease', {
    fixed: true,
    synonyms: ['family_history_of_coronary_artery_disease'],
    icd10: ['Z82.49'],
  }),
] as const satisfies readonly Variable[];
