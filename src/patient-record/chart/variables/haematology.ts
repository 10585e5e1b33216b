import { quantity, type Variable } from '../variable.js';

export const HAEMATOLOGY = [
  quantity('hemoglobin', 'Haemoglobin', 'g/dL', [1, 30], 0.1, {
    molarMass: 16114,
    synonyms: ['haemoglobin', 'hgb', 'hb'],
    loinc: ['718-7', '20509-6'],
  }),
  quantity('hematocrit', 'Haematocrit', '%', [5, 80], 0.1, {
    synonyms: ['haematocrit', 'hct'],
    loinc: ['4544-3', '20570-8'],
  }),
  quantity('platelets', 'Platelet count', '10*3/uL', [1, 3000], 1, {
    synonyms: ['platelet_count', 'plt', 'thrombocytes'],
    loinc: ['777-3', '26515-7'],
  }),
  quantity('wbc', 'White blood cell count', '10*3/uL', [0, 1000], 0.1, {
    synonyms: ['white_blood_cells', 'leukocytes', 'white_cell_count', 'wcc', 'wbc_count'],
    loinc: ['6690-2', '26464-8', '804-5'],
  }),
  quantity('neutrophils', 'Neutrophil count', '10*3/uL', [0, 500], 0.1, {
    synonyms: ['anc', 'absolute_neutrophil_count'],
    loinc: ['751-8', '26499-4', '753-4'],
  }),
  quantity('lymphocytes', 'Lymphocyte count', '10*3/uL', [0, 1000], 0.1, {
    synonyms: ['absolute_lymphocyte_count'],
    loinc: ['731-0', '26474-7'],
  }),
  quantity('bands', 'Band (immature) neutrophils', '%', [0, 100], 1, {
    synonyms: ['immature_neutrophils', 'band_forms'],
    loinc: ['764-1', '26508-2'],
  }),
  quantity('rdw', 'Red cell distribution width', '%', [5, 50], 0.1, {
    loinc: ['788-0', '30385-9'],
  }),
  quantity('inr', 'International normalised ratio', '1', [0.5, 30], 0.1, {
    loinc: ['6301-6', '34714-6'],
  }),
  quantity('prothrombin_time', 'Prothrombin time', 's', [5, 200], 0.1, {
    synonyms: ['pt'],
    loinc: ['5902-2'],
  }),
  quantity('aptt', 'Activated partial thromboplastin time', 's', [10, 400], 1, {
    synonyms: ['ptt', 'partial_thromboplastin_time'],
    loinc: ['3173-2', '14979-9'],
  }),
  quantity('fibrinogen', 'Fibrinogen', 'mg/dL', [10, 2000], 1, { loinc: ['3255-7'] }),
  quantity('d_dimer', 'D-dimer', 'ng/mL', [0, 200000], 1, {
    synonyms: ['ddimer'],
    loinc: ['48065-7', '48066-5', '7799-0'],
  }),
  quantity('ferritin', 'Ferritin', 'ng/mL', [0, 200000], 1, { loinc: ['2276-4'] }),
] as const satisfies readonly Variable[];
