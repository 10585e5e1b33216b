import { cholesterolMmol } from '../../cholesterol.js';
import { indicator } from './percent-risk.js';

/** Inputs of the PREVENT equations. */
export interface PreventPatient {
  /** Years, 30 to 79. */
  readonly age: number;
  readonly sex: 'M' | 'F';
  /** mmHg */
  readonly systolicBp: number;
  readonly treated: boolean;
  readonly diabetes: boolean;
  readonly smokes: boolean;
  /** mL/min/1.73 m² */
  readonly egfr: number;
  /** mg/dL; the equations for heart failure leave the lipids and the statin out. */
  readonly lipids?: { readonly total: number; readonly hdl: number; readonly statin: boolean };
  /** kg/m²; the equations for heart failure alone have it. */
  readonly bmi?: number;
  /** mg/g */
  readonly acr?: number | undefined;
  /** % */
  readonly hba1c?: number | undefined;
  /** Decile 1 to 10 of the Social Deprivation Index. */
  readonly sdi?: number | undefined;
}

function lipidTerms({ lipids }: PreventPatient, age: number) {
  if (lipids === undefined) {
    return { nonHdl: 0, hdl: 0, statin: 0, statinNonHdl: 0, ageNonHdl: 0, ageHdl: 0 };
  }
  const nonHdl = cholesterolMmol(lipids.total - lipids.hdl) - 3.5;
  const hdl = (cholesterolMmol(lipids.hdl) - 1.3) / 0.3;
  const statin = indicator(lipids.statin);
  const products = { statinNonHdl: statin * nonHdl, ageNonHdl: age * nonHdl, ageHdl: age * hdl };
  return { nonHdl, hdl, statin, ...products };
}

function addedTerms({ acr, hba1c, sdi, diabetes }: PreventPatient) {
  const hba1cAbove = hba1c === undefined ? 0 : hba1c - 5.3;
  return {
    lnAcr: acr === undefined ? 0 : Math.log(acr),
    acrMissing: indicator(acr === undefined),
    hba1cDiabetes: diabetes ? hba1cAbove : 0,
    hba1cNone: diabetes ? 0 : hba1cAbove,
    hba1cMissing: indicator(hba1c === undefined),
    sdi4to6: indicator(sdi !== undefined && sdi >= 4 && sdi < 7),
    sdi7to10: indicator(sdi !== undefined && sdi >= 7),
    sdiMissing: indicator(sdi === undefined),
  };
}

/**
 * The centred terms of the PREVENT equations: age in decades from 55, splines of systolic pressure
 * with the knot at 110, of BMI at 30 and of eGFR at 60. Khan et al. 2024, supplement, table S12.
 */
export function preventTerms(patient: PreventPatient) {
  const { systolicBp, egfr, bmi = 25 } = patient;
  const age = (patient.age - 55) / 10;
  const sbp = (Math.max(systolicBp, 110) - 130) / 20;
  const bmiFrom30 = (Math.max(bmi, 30) - 30) / 5;
  const egfrBelow60 = (Math.min(egfr, 60) - 60) / -15;
  const diabetes = indicator(patient.diabetes);
  const smoking = indicator(patient.smokes);
  const treated = indicator(patient.treated);
  return {
    constant: 1,
    age,
    ageSquared: age ** 2,
    sbpBelow110: (Math.min(systolicBp, 110) - 110) / 20,
    sbpFrom110: sbp,
    diabetes,
    smoking,
    bmiBelow30: (Math.min(bmi, 30) - 25) / 5,
    bmiFrom30,
    egfrBelow60,
    egfrFrom60: (Math.max(egfr, 60) - 90) / -15,
    treated,
    treatedSbp: treated * sbp,
    ageSbp: age * sbp,
    ageDiabetes: age * diabetes,
    ageSmoking: age * smoking,
    ageBmi: age * bmiFrom30,
    ageEgfr: age * egfrBelow60,
    ...lipidTerms(patient, age),
    ...addedTerms(patient),
  };
}

export type PreventTerm = keyof ReturnType<typeof preventTerms>;

/** By term: total CVD of women, of men, ASCVD of women, of men, heart failure of women, of men. */
export type PreventTable = Readonly<
  Partial<Record<PreventTerm, readonly [number, number, number, number, number, number]>>
>;
