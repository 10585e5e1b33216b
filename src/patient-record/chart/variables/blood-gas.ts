import { quantity, type Variable } from '../variable.js';

export const BLOOD_GAS = [
  quantity('arterial_ph', 'Arterial pH', '[pH]', [6.3, 8], 0.01, {
    synonyms: ['ph', 'blood_ph'],
    loinc: ['2744-1'],
  }),
  quantity('pao2', 'Arterial partial pressure of oxygen', 'mm[Hg]', [10, 800], 1, {
    synonyms: ['po2', 'arterial_po2', 'partial_pressure_of_oxygen'],
    loinc: ['2703-7'],
  }),
  quantity('paco2', 'Arterial partial pressure of carbon dioxide', 'mm[Hg]', [5, 250], 1, {
    synonyms: ['pco2', 'arterial_pco2'],
    loinc: ['2019-8'],
  }),
  quantity('base_excess', 'Base excess', 'mmol/L', [-60, 60], 0.1, {
    synonyms: ['be'],
    loinc: ['1925-7', '11555-0'],
  }),
  quantity('lactate', 'Lactate', 'mmol/L', [0.1, 50], 0.1, {
    molarMass: 90.08,
    units: { 'meq/L': 1 },
    synonyms: ['serum_lactate', 'lactic_acid'],
    loinc: ['2524-7', '32693-4', '2518-9', '2519-7'],
  }),
  quantity('pf_ratio', 'PaO2/FiO2 ratio', 'mm[Hg]', [20, 900], 1, {
    synonyms: ['pao2_fio2_ratio', 'p_f_ratio'],
    loinc: ['50984-4'],
  }),
] as const satisfies readonly Variable[];
