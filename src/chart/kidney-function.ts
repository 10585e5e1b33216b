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
