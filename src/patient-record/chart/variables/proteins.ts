import { quantity, type Variable } from '../variable.js';

/** Proteins, enzymes, fats and hormones of the blood. */
export const PROTEINS = [
  quantity('albumin', 'Serum albumin', 'g/dL', [0.5, 7], 0.1, {
    molarMass: 66500,
    synonyms: ['serum_albumin'],
    loinc: ['1751-7'],
  }),
  quantity('bilirubin', 'Total bilirubin', 'mg/dL', [0.05, 80], 0.1, {
    molarMass: 584.66,
    synonyms: ['total_bilirubin', 'serum_bilirubin'],
    loinc: ['1975-2', '14631-6'],
  }),
  quantity('ast', 'Aspartate aminotransferase', 'U/L', [1, 30000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['sgot', 'aspartate_aminotransferase', 'got'],
    loinc: ['1920-8', '30239-8'],
  }),
  quantity('alt', 'Alanine aminotransferase', 'U/L', [1, 30000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['sgpt', 'alanine_aminotransferase', 'gpt'],
    loinc: ['1742-6', '1743-4'],
  }),
  quantity('alp', 'Alkaline phosphatase', 'U/L', [1, 10000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['alkaline_phosphatase'],
    loinc: ['6768-6'],
  }),
  quantity('ggt', 'Gamma-glutamyl transferase', 'U/L', [1, 10000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['gamma_gt'],
    loinc: ['2324-2'],
  }),
  quantity('ldh', 'Lactate dehydrogenase', 'U/L', [10, 50000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['lactate_dehydrogenase'],
    loinc: ['14804-9', '2532-0', '14805-6'],
  }),
  quantity('amylase', 'Serum amylase', 'U/L', [1, 30000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['serum_amylase'],
    loinc: ['1798-8'],
  }),
  quantity('lipase', 'Serum lipase', 'U/L', [1, 50000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['serum_lipase'],
    loinc: ['3040-3'],
  }),
  quantity('total_cholesterol', 'Total cholesterol', 'mg/dL', [40, 1500], 1, {
    molarMass: 386.65,
    synonyms: ['cholesterol'],
    loinc: ['2093-3', '14647-2'],
  }),
  quantity('hdl_cholesterol', 'HDL cholesterol', 'mg/dL', [4, 200], 1, {
    molarMass: 386.65,
    synonyms: ['hdl', 'hdl_c'],
    loinc: ['2085-9', '14646-4'],
  }),
  quantity('ldl_cholesterol', 'LDL cholesterol', 'mg/dL', [4, 1200], 1, {
    molarMass: 386.65,
    synonyms: ['ldl', 'ldl_c'],
    loinc: ['13457-7', '2089-1', '18262-6'],
  }),
  quantity('triglycerides', 'Triglycerides', 'mg/dL', [10, 15000], 1, {
    molarMass: 885.4,
    synonyms: ['triglyceride', 'tg'],
    loinc: ['2571-8', '14927-8'],
  }),
  quantity('crp', 'C-reactive protein', 'mg/L', [0, 1000], 0.1, {
    synonyms: ['c_reactive_protein'],
    loinc: ['1988-5'],
  }),
  quantity('hs_crp', 'High-sensitivity C-reactive protein', 'mg/L', [0, 1000], 0.1, {
    synonyms: ['hscrp'],
    loinc: ['30522-7'],
  }),
  quantity('procalcitonin', 'Procalcitonin', 'ug/L', [0, 2000], 0.01, {
    synonyms: ['pct'],
    loinc: ['33959-8', '75241-0'],
  }),
  quantity('troponin', 'Troponin, assay not said', 'ng/mL', [0, 100], 0.01),
  quantity('troponin_i', 'Troponin I', 'ng/L', [1, 1000000], 1, {
    synonyms: ['ctni', 'hs_troponin_i'],
    loinc: ['89579-7', '10839-9'],
  }),
  quantity('troponin_t', 'Troponin T', 'ng/L', [1, 1000000], 1, {
    synonyms: ['ctnt', 'hs_troponin_t'],
    loinc: ['67151-1', '6598-7'],
  }),
  quantity('bnp', 'B-type natriuretic peptide', 'ng/L', [0, 100000], 1, {
    molarMass: 3464,
    synonyms: ['brain_natriuretic_peptide'],
    loinc: ['30934-4', '42637-9'],
  }),
  quantity('nt_probnp', 'NT-proBNP', 'ng/L', [0, 500000], 1, {
    molarMass: 8457,
    synonyms: ['ntprobnp', 'nt_pro_bnp'],
    loinc: ['33762-6', '83107-3'],
  }),
  quantity('tsh', 'Thyroid-stimulating hormone', 'm[iU]/L', [0, 500], 0.01, {
    units: { 'u[iU]/mL': 1, 'uU/mL': 1, 'mU/L': 1 },
    synonyms: ['thyrotropin'],
    loinc: ['3016-3', '11580-8'],
  }),
] as const satisfies readonly Variable[];
