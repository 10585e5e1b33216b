/** Numbers of a CKD-EPI equation of creatinine and cystatin C; κ and the factor 135 are the same. */
export interface CombinedEquation {
  /** Exponents of creatinine/κ up to 1, by sex, and above. */
  readonly creatinine: { readonly F: number; readonly M: number; readonly above: number };
  /** Exponents of cystatin C/0.8 up to 1 and above. */
  readonly cystatin: { readonly below: number; readonly above: number };
  readonly perYear: number;
  readonly women: number;
}

/**
 * eGFR in mL/min/1.73 m² from creatinine in mg/dL, cystatin C in mg/L, age in years and sex.
 *
 * 135 · min(Scr/κ, 1)^α · max(Scr/κ, 1)^β · min(Scys/0.8, 1)^γ · max(Scys/0.8, 1)^δ · perYear^age
 * (· women), with κ 0.7 (women), 0.9 (men).
 */
export function ckdEpiCombined(
  equation: CombinedEquation,
  creatinineMgPerDl: number,
  cystatinMgPerL: number,
  ageYears: number,
  sexAtBirth: 'M' | 'F',
): number {
  const creatinine = creatinineMgPerDl / (sexAtBirth === 'F' ? 0.7 : 0.9);
  const cystatin = cystatinMgPerL / 0.8;
  return (
    135 *
    Math.min(creatinine, 1) ** equation.creatinine[sexAtBirth] *
    Math.max(creatinine, 1) ** equation.creatinine.above *
    Math.min(cystatin, 1) ** equation.cystatin.below *
    Math.max(cystatin, 1) ** equation.cystatin.above *
    equation.perYear ** ageYears *
    (sexAtBirth === 'F' ? equation.women : 1)
  );
}

export const INKER_2012 = {
  title:
    'Inker LA et al. Estimating glomerular filtration rate from serum creatinine and cystatin C',
  doi: '10.1056/NEJMoa1114248',
  year: 2012,
} as const;

export const INKER_2021 = {
  title:
    'Inker LA et al. New creatinine- and cystatin C-based equations to estimate GFR without race',
  doi: '10.1056/NEJMoa2102953',
  year: 2021,
} as const;
