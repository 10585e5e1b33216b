import { adjustedBodyWeight, idealBodyWeight } from './body-size.js';
import { type Chart, latest } from './fact.js';

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, age in years and sex, without race.
 *
 * 142 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^−1.200 · 0.9938^age (· 1.012 in women), with κ 0.7 (women),
 * 0.9 (men) and α −0.241, −0.302. Inker et al. 2021, doi:10.1056/NEJMoa2102953, table S10.
 */
export function ckdEpi2021(creatinineMgPerDl: number, ageYears: number, sexAtBirth: 'M' | 'F') {
  const female = sexAtBirth === 'F';
  const ratio = creatinineMgPerDl / (female ? 0.7 : 0.9);
  return (
    142 *
    Math.min(ratio, 1) ** (female ? -0.241 : -0.302) *
    Math.max(ratio, 1) ** -1.2 *
    0.9938 ** ageYears *
    (female ? 1.012 : 1)
  );
}

/**
 * Creatinine clearance in mL/min from age in years, weight in kg, creatinine in mg/dL and sex.
 *
 * (140 − age) · weight / (72 · Scr) (· 0.85 in women). Cockcroft and Gault 1976, doi:10.1159/000180580.
 */
export function cockcroftGault(
  ageYears: number,
  weightKg: number,
  creatinineMgPerDl: number,
  sexAtBirth: 'M' | 'F',
): number {
  return (
    (((140 - ageYears) * weightKg) / (72 * creatinineMgPerDl)) * (sexAtBirth === 'F' ? 0.85 : 1)
  );
}

/**
 * The weight in kg that biases Cockcroft–Gault least: actual below a BMI of 18.5, ideal (but never
 * more than actual) below 25, adjusted by 0.4 from there on. Winter et al. 2012,
 * doi:10.1002/j.1875-9114.2012.01098.x.
 */
export function weightForClearance(weightKg: number, heightCm: number, sexAtBirth: 'M' | 'F') {
  const bmi = weightKg / (heightCm / 100) ** 2;
  if (bmi < 18.5) return { weight: weightKg, basis: 'actual' } as const;
  const ideal = idealBodyWeight(heightCm, sexAtBirth);
  if (bmi < 25) {
    return ideal < weightKg
      ? ({ weight: ideal, basis: 'ideal' } as const)
      : ({ weight: weightKg, basis: 'actual' } as const);
  }
  return { weight: adjustedBodyWeight(weightKg, heightCm, sexAtBirth), basis: 'adjusted' } as const;
}

/** Creatinine clearance with the weight used in the calculation. */
export interface Clearance {
  readonly mlPerMin: number;
  readonly weightKg: number;
  readonly basis: 'actual' | 'ideal' | 'adjusted';
  /** Without a height the actual weight is used, which overestimates in obesity. */
  readonly heightKnown: boolean;
}

/** The shortest height in cm for which the ideal weight is meaningful. */
const SHORTEST_CM = 120;

/**
 * Cockcroft–Gault in mL/min of an adult of known age, sex, weight and creatinine; undefined otherwise.
 * With a height the weight is chosen by BMI, see `weightForClearance`.
 */
export function creatinineClearance(chart: Chart): Clearance | undefined {
  const number = (name: string) => {
    const value = latest(chart, name)?.value;
    return typeof value === 'number' ? value : undefined;
  };
  const sex = latest(chart, 'sex')?.value;
  const [age, weight, creatinine] = [number('age'), number('weight'), number('creatinine')];
  if (age === undefined || age < 18 || weight === undefined || creatinine === undefined) {
    return undefined;
  }
  if (sex !== 'M' && sex !== 'F') return undefined;
  const height = number('height');
  const heightKnown = height !== undefined && height >= SHORTEST_CM;
  const chosen = heightKnown
    ? weightForClearance(weight, height, sex)
    : ({ weight, basis: 'actual' } as const);
  const mlPerMin = cockcroftGault(age, chosen.weight, creatinine, sex);
  return { mlPerMin, weightKg: chosen.weight, basis: chosen.basis, heightKnown };
}
