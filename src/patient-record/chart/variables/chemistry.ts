import { quantity, type Variable } from '../variable.js';

export const CHEMISTRY = [
  quantity('creatinine', 'Serum creatinine', 'mg/dL', [0.1, 40], 0.01, {
    molarMass: 113.12,
    synonyms: ['serum_creatinine', 'scr', 'crea'],
    loinc: ['2160-0', '38483-4', '14682-9'],
  }),
  quantity('bun', 'Blood urea nitrogen', 'mg/dL', [1, 300], 1, {
    molarMass: 28.014,
    synonyms: ['blood_urea_nitrogen', 'urea_nitrogen'],
    loinc: ['3094-0', '6299-2'],
  }),
  quantity('urea', 'Serum urea', 'mmol/L', [0.3, 107], 0.1, {
    molarMass: 60.056,
    synonyms: ['serum_urea'],
    loinc: ['22664-7', '14937-7', '3091-6'],
  }),
  quantity('sodium', 'Serum sodium', 'mmol/L', [90, 200], 1, {
    units: { 'meq/L': 1 },
    synonyms: ['na', 'serum_sodium'],
    loinc: ['2951-2', '2947-0'],
  }),
  quantity('potassium', 'Serum potassium', 'mmol/L', [1, 12], 0.1, {
    units: { 'meq/L': 1 },
    synonyms: ['k', 'serum_potassium'],
    loinc: ['2823-3', '6298-4'],
  }),
  quantity('chloride', 'Serum chloride', 'mmol/L', [50, 170], 1, {
    units: { 'meq/L': 1 },
    synonyms: ['cl', 'serum_chloride'],
    loinc: ['2075-0', '2069-3'],
  }),
  quantity('bicarbonate', 'Serum bicarbonate', 'mmol/L', [1, 70], 1, {
    units: { 'meq/L': 1 },
    synonyms: ['hco3', 'total_co2', 'tco2', 'serum_bicarbonate', 'co2'],
    loinc: ['1963-8', '2028-9', '1959-6', '1960-4'],
  }),
  quantity('glucose', 'Blood glucose', 'mg/dL', [10, 2500], 1, {
    molarMass: 180.156,
    synonyms: ['blood_glucose', 'serum_glucose', 'blood_sugar'],
    loinc: ['2345-7', '2339-0', '2340-8', '41653-7', '15074-8'],
  }),
  quantity('fasting_glucose', 'Fasting glucose', 'mg/dL', [10, 2500], 1, {
    molarMass: 180.156,
    loinc: ['1558-6', '10450-5'],
  }),
  quantity('fasting_insulin', 'Fasting insulin', 'u[iU]/mL', [0.1, 1000], 0.1, {
    units: { 'm[iU]/L': 1, 'uU/mL': 1, 'mU/L': 1, 'pmol/L': 0.16667 },
    synonyms: ['insulin'],
  }),
  quantity('hba1c', 'Glycated haemoglobin (NGSP)', '%', [2.5, 25], 0.1, {
    // The master equation of IFCC and NGSP, doi:10.1373/clinchem.2003.024802.
    units: { 'mmol/mol': { factor: 0.09148, offset: 2.152 } },
    synonyms: ['hemoglobin_a1c', 'a1c'],
    loinc: ['4548-4', '17856-6'],
  }),
  quantity('calcium', 'Serum calcium, total', 'mg/dL', [2, 25], 0.1, {
    molarMass: 40.078,
    units: { 'meq/L': 2.0039 },
    synonyms: ['serum_calcium', 'ca', 'total_calcium'],
    loinc: ['17861-6', '2000-8'],
  }),
  quantity('magnesium', 'Serum magnesium', 'mg/dL', [0.2, 20], 0.1, {
    molarMass: 24.305,
    units: { 'meq/L': 1.21525 },
    synonyms: ['mg', 'serum_magnesium'],
    loinc: ['19123-9', '2601-3'],
  }),
  quantity('phosphate', 'Serum phosphate', 'mg/dL', [0.2, 30], 0.1, {
    molarMass: 30.974,
    synonyms: ['phosphorus', 'serum_phosphate'],
    loinc: ['2777-1'],
  }),
  quantity('cystatin_c', 'Cystatin C', 'mg/L', [0.2, 15], 0.01, { loinc: ['33863-2'] }),
  quantity('uric_acid', 'Uric acid', 'mg/dL', [0.5, 40], 0.1, {
    molarMass: 168.11,
    synonyms: ['urate'],
    loinc: ['3084-1'],
  }),
  quantity('serum_osmolality', 'Serum osmolality, measured', 'mosm/kg', [150, 600], 1, {
    synonyms: ['osmolality', 'measured_osmolality'],
    loinc: ['2692-2'],
  }),
  quantity('ammonia', 'Ammonia', 'umol/L', [1, 3000], 1, {
    molarMass: 17.031,
    loinc: ['16362-6', '22763-7'],
  }),
  quantity('ethanol', 'Serum ethanol', 'mg/dL', [0, 1000], 1, {
    molarMass: 46.07,
    synonyms: ['alcohol_level', 'blood_alcohol'],
    loinc: ['5643-2'],
  }),
  quantity('urine_sodium', 'Urine sodium', 'mmol/L', [1, 350], 1, {
    units: { 'meq/L': 1 },
    synonyms: ['una'],
    loinc: ['2955-3'],
  }),
  quantity('urine_creatinine', 'Urine creatinine', 'mg/dL', [1, 1000], 1, {
    molarMass: 113.12,
    synonyms: ['ucr'],
    loinc: ['2161-8'],
  }),
  quantity('urine_urea', 'Urine urea nitrogen', 'mg/dL', [1, 5000], 1, {
    molarMass: 28.014,
    synonyms: ['urine_urea_nitrogen'],
    loinc: ['3095-7'],
  }),
  quantity('urine_acr', 'Urine albumin to creatinine ratio', 'mg/g', [0.1, 30000], 1, {
    units: { 'mg/mmol': 8.8402 },
    synonyms: ['uacr', 'acr', 'albumin_creatinine_ratio'],
    loinc: ['9318-7', '14959-1', '32294-1'],
  }),
  quantity('egfr', 'Estimated glomerular filtration rate', 'mL/min/{1.73_m2}', [1, 250], 1, {
    synonyms: ['gfr', 'estimated_gfr'],
    loinc: ['98979-8', '62238-1', '33914-3', '88294-4', '48642-3', '69405-9'],
  }),
] as const satisfies readonly Variable[];
