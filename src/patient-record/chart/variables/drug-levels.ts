import { quantity, type Variable } from '../variable.js';

/** Drug levels in the blood, and quantities measured because of drugs. */
export const DRUG_LEVELS = [
  quantity('lithium_level', 'Lithium level', 'mmol/L', [0, 10], 0.1, {
    units: { 'meq/L': 1 },
    synonyms: ['lithium', 'serum_lithium', 'li'],
    molarMass: 6.94,
    loinc: ['14334-7', '3719-2'],
  }),
  quantity('digoxin_level', 'Digoxin level', 'ng/mL', [0, 50], 0.1, {
    molarMass: 780.94,
    synonyms: ['digoxin', 'serum_digoxin'],
    loinc: ['10535-3', '14698-5'],
  }),
  quantity('theophylline_level', 'Theophylline level', 'mg/L', [0, 200], 0.1, {
    molarMass: 180.16,
    synonyms: ['theophylline'],
    loinc: ['4049-3', '14915-3'],
  }),
  quantity('phenytoin_level', 'Phenytoin level, total', 'mg/L', [0, 150], 0.1, {
    molarMass: 252.27,
    synonyms: ['serum_phenytoin', 'phenytoin_total'],
    loinc: ['3968-5', '14877-5'],
  }),
  quantity('carbamazepine_level', 'Carbamazepine level', 'mg/L', [0, 100], 0.1, {
    molarMass: 236.27,
    synonyms: ['carbamazepine'],
    loinc: ['3432-2'],
  }),
  quantity('valproate_level', 'Valproate level, total', 'mg/L', [0, 1500], 1, {
    molarMass: 144.21,
    synonyms: ['valproate', 'valproic_acid', 'valproic_acid_level'],
    loinc: ['4086-5', '14946-8'],
  }),
  quantity('phenobarbital_level', 'Phenobarbital level', 'mg/L', [0, 300], 0.1, {
    molarMass: 232.24,
    synonyms: ['phenobarbital', 'phenobarbitone_level'],
    loinc: ['3948-7'],
  }),
  quantity('lamotrigine_level', 'Lamotrigine level', 'mg/L', [0, 100], 0.1, {
    molarMass: 256.09,
    synonyms: ['lamotrigine'],
  }),
  quantity('vancomycin_trough', 'Vancomycin trough', 'mg/L', [0, 200], 0.1, {
    molarMass: 1449.3,
    synonyms: ['vancomycin_level', 'vancomycin'],
    loinc: ['4092-3'],
  }),
  quantity('gentamicin_trough', 'Gentamicin trough', 'mg/L', [0, 50], 0.1, {
    molarMass: 477.6,
    synonyms: ['gentamicin_level', 'gentamicin'],
    loinc: ['3665-7'],
  }),
  quantity('tobramycin_trough', 'Tobramycin trough', 'mg/L', [0, 50], 0.1, {
    molarMass: 467.5,
    synonyms: ['tobramycin_level', 'tobramycin'],
    loinc: ['4059-2'],
  }),
  quantity('amikacin_trough', 'Amikacin trough', 'mg/L', [0, 150], 0.1, {
    molarMass: 585.6,
    synonyms: ['amikacin_level', 'amikacin'],
  }),
  quantity('tacrolimus_trough', 'Tacrolimus trough', 'ng/mL', [0, 150], 0.1, {
    synonyms: ['tacrolimus_level', 'tacrolimus'],
    loinc: ['11253-2'],
  }),
  quantity('cyclosporine_trough', 'Ciclosporin trough', 'ng/mL', [0, 5000], 1, {
    synonyms: ['ciclosporin_level', 'ciclosporin_trough', 'cyclosporine_level', 'cyclosporine'],
    loinc: ['3520-4'],
  }),
  quantity('clozapine_level', 'Clozapine level', 'ng/mL', [0, 10000], 1, {
    molarMass: 326.8,
    synonyms: ['clozapine'],
  }),
  quantity('voriconazole_trough', 'Voriconazole trough', 'mg/L', [0, 50], 0.1, {
    synonyms: ['voriconazole_level', 'voriconazole'],
    loinc: ['38370-3'],
  }),
  quantity('creatine_kinase', 'Creatine kinase', 'U/L', [1, 500000], 1, {
    units: { '[iU]/L': 1 },
    synonyms: ['ck', 'cpk', 'creatine_phosphokinase'],
    loinc: ['2157-6'],
  }),
] as const satisfies readonly Variable[];
