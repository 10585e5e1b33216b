import { flag, ownQuantity, quantity, sex, type ValuesOf } from '../../input.js';
import { logistic } from '../../logistic.js';
import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';
import { ESTABLISHED_DISEASE_OR_HEART_FAILURE } from './established-disease.js';
import { percentRisk } from './percent-risk.js';
import {
  ACR_10_YEARS,
  BASE_10_YEARS,
  FULL_10_YEARS,
  HBA1C_10_YEARS,
  SDI_10_YEARS,
} from './prevent-10-years.js';
import {
  ACR_30_YEARS,
  BASE_30_YEARS,
  FULL_30_YEARS,
  HBA1C_30_YEARS,
  SDI_30_YEARS,
} from './prevent-30-years.js';
import {
  type PreventPatient,
  type PreventTable,
  type PreventTerm,
  preventTerms,
} from './prevent-terms.js';

const MODELS = {
  base: { 10: BASE_10_YEARS, 30: BASE_30_YEARS },
  uacr: { 10: ACR_10_YEARS, 30: ACR_30_YEARS },
  hba1c: { 10: HBA1C_10_YEARS, 30: HBA1C_30_YEARS },
  sdi: { 10: SDI_10_YEARS, 30: SDI_30_YEARS },
  full: { 10: FULL_10_YEARS, 30: FULL_30_YEARS },
} as const;

export type PreventModel = keyof typeof MODELS;
export type PreventOutcome = 'cvd' | 'ascvd' | 'hf';

const FIRST_COLUMN = { cvd: 0, ascvd: 2, hf: 4 } as const;

/** Above this age the 30-year equations are not used. */
const LAST_AGE_30_YEARS = 59;

/**
 * The model that uses all that is known: the base model, the one with the single further value that
 * is given, or the full one, which has a term for whichever of the three is missing.
 */
export function preventModel({ acr, hba1c, sdi }: PreventPatient): PreventModel {
  const given = [acr, hba1c, sdi].filter((value) => value !== undefined).length;
  if (given > 1) return 'full';
  if (acr !== undefined) return 'uacr';
  if (hba1c !== undefined) return 'hba1c';
  return sdi === undefined ? 'base' : 'sdi';
}

/**
 * Risk, 0..1, of a first event within 10 or 30 years by the AHA PREVENT equations.
 * Khan et al. 2024, doi:10.1161/CIRCULATIONAHA.123.067626, supplement, tables S12A–J.
 */
export function preventRisk(
  patient: PreventPatient,
  outcome: PreventOutcome,
  years: 10 | 30,
): number {
  const table: PreventTable = MODELS[preventModel(patient)][years];
  const column = FIRST_COLUMN[outcome] + (patient.sex === 'M' ? 1 : 0);
  const terms = preventTerms(patient);
  const names = Object.keys(table) as PreventTerm[];
  return logistic(names.reduce((sum, name) => sum + (table[name]?.[column] ?? 0) * terms[name], 0));
}

/** Inputs of every PREVENT equation. */
export const PREVENT_INPUTS = {
  age: quantity('age', { min: 30, max: 79 }),
  sex: sex(),
  systolic_bp: quantity('systolic_bp', { min: 90, max: 200, cuts: [110] }),
  antihypertensive_treatment: flag('antihypertensive_treatment'),
  diabetes: flag('diabetes'),
  current_smoker: flag('current_smoker', { help: 'any cigarette within the last 30 days' }),
  egfr: quantity('egfr', { min: 15, max: 140, cuts: [60], help: 'by CKD-EPI 2021' }),
  urine_acr: quantity('urine_acr', { min: 0.1, max: 25000, optional: true }),
  hba1c: quantity('hba1c', { min: 3, max: 15, optional: true }),
  social_deprivation_index: ownQuantity(
    'Social Deprivation Index of the ZIP code, decile',
    '{score}',
    [1, 10],
    1,
    { optional: true, fixed: true, cuts: [4, 7], help: '1 is the least deprived tenth (USA)' },
  ),
  ...ESTABLISHED_DISEASE_OR_HEART_FAILURE,
} as const;

/** The lipids and the statin, which total CVD and ASCVD have and heart failure has not. */
const PREVENT_LIPID_INPUTS = {
  total_cholesterol: quantity('total_cholesterol', { min: 130, max: 320 }),
  hdl_cholesterol: quantity('hdl_cholesterol', { min: 20, max: 100 }),
  statin_treatment: flag('statin_treatment'),
} as const;

/** Inputs of total CVD and ASCVD. */
export const PREVENT_INPUTS_WITH_LIPIDS = {
  ...PREVENT_INPUTS,
  ...PREVENT_LIPID_INPUTS,
  // No part of these equations; people outside the range were left out of their derivation.
  bmi: quantity('bmi', { min: 18.5, max: 39.99, optional: true }),
} as const;

export const PREVENT_POPULATION =
  'Adults of 30 to 79 years without cardiovascular disease or heart failure, BMI 18.5 to below 40';

export const PREVENT_REFERENCE = {
  title:
    'Khan SS et al. Development and validation of the American Heart Association’s PREVENT ' +
    'equations',
  doi: '10.1161/CIRCULATIONAHA.123.067626',
  year: 2024,
} as const;

/** What the inputs say about a person, for the equations with and without lipids. */
export function preventPatient(
  v: ValuesOf<typeof PREVENT_INPUTS> & { readonly bmi?: number | undefined },
  lipidValues?: ValuesOf<typeof PREVENT_LIPID_INPUTS>,
): PreventPatient {
  const lipids = lipidValues && {
    total: lipidValues.total_cholesterol,
    hdl: lipidValues.hdl_cholesterol,
    statin: lipidValues.statin_treatment,
  };
  return {
    age: v.age,
    sex: v.sex,
    systolicBp: v.systolic_bp,
    treated: v.antihypertensive_treatment,
    diabetes: v.diabetes,
    smokes: v.current_smoker,
    egfr: v.egfr,
    acr: v.urine_acr,
    hba1c: v.hba1c,
    sdi: v.social_deprivation_index,
    ...(v.bmi !== undefined && { bmi: v.bmi }),
    ...(lipids && { lipids }),
  };
}

/** The 10-year risk with its category, the 30-year risk below the age of 60, and the model. */
export function preventResult(
  patient: PreventPatient,
  outcome: PreventOutcome,
  title: string,
  categories: readonly Category[],
): ComputedScore {
  const thirty =
    patient.age < LAST_AGE_30_YEARS + 1
      ? [
          {
            name: 'risk_30_years',
            value: rounded(100 * preventRisk(patient, outcome, 30), 1),
            unit: '%',
          },
        ]
      : [];
  const probability = preventRisk(patient, outcome, 10);
  const { value, category, risk } = percentRisk(probability, title, '10 years', categories);
  return {
    value,
    category,
    risk,
    derived: [...thirty, { name: 'model', value: preventModel(patient) }],
  };
}
