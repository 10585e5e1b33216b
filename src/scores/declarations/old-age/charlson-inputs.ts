import { choice, flag, ownFlag } from '../../input.js';

/**
 * The conditions of the Charlson index in the grades that its weights distinguish; of several grades
 * of one disease only the gravest counts.
 */
export const CHARLSON_CONDITIONS = {
  myocardial_infarction: flag('myocardial_infarction', { help: 'Not ECG changes alone.' }),
  congestive_heart_failure: flag('congestive_heart_failure'),
  peripheral_artery_disease: flag('peripheral_artery_disease', {
    help: 'Claudication, bypass, gangrene, acute ischaemia, or an aneurysm of 6 cm or more.',
  }),
  cerebrovascular_disease: flag('cerebrovascular_disease'),
  dementia: flag('dementia'),
  chronic_lung_disease: flag('chronic_lung_disease'),
  connective_tissue_disease: flag('connective_tissue_disease'),
  peptic_ulcer: flag('peptic_ulcer'),
  liver_disease_severity: choice('Liver disease', {
    none: 'none',
    mild: 'chronic hepatitis, or cirrhosis without portal hypertension',
    moderate_severe: 'cirrhosis with portal hypertension, with or without variceal bleeding',
  }),
  diabetes_severity: choice('Diabetes', {
    none: 'none, or treated by diet alone',
    uncomplicated: 'treated by drugs, without end-organ damage',
    end_organ_damage: 'with retinopathy, neuropathy or nephropathy',
  }),
  hemiplegia: flag('hemiplegia'),
  moderate_severe_kidney_disease: ownFlag(
    'Moderate or severe kidney disease: creatinine above 3 mg/dL, dialysis, transplant or uraemia',
  ),
  solid_tumor: choice('Solid tumour', {
    none: 'none, or more than five years ago',
    localized: 'without metastases',
    metastatic: 'with metastases',
  }),
  leukemia: flag('leukemia'),
  lymphoma: flag('lymphoma'),
  aids: flag('aids', { help: 'Not HIV infection alone.' }),
} as const;

export const CHARLSON_1987 = {
  title:
    'Charlson ME et al. A new method of classifying prognostic comorbidity in longitudinal ' +
    'studies: development and validation',
  doi: '10.1016/0021-9681(87)90171-8',
  year: 1987,
} as const;
