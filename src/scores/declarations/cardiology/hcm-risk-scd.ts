import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const ESC_2023 = '2023 ESC Guidelines for cardiomyopathies, 10.1093/eurheartj/ehad194';

interface Patient {
  readonly age: number;
  readonly max_wall_thickness: number;
  readonly left_atrial_diameter: number;
  readonly max_lvot_gradient: number;
  readonly family_history_sudden_death: boolean;
  readonly nonsustained_vt: boolean;
  readonly unexplained_syncope: boolean;
}

/**
 * Probability (0..1) of sudden cardiac death within 5 years in hypertrophic cardiomyopathy, from age in
 * years, wall thickness and left atrium in mm, and outflow gradient in mmHg (O'Mahony 2014,
 * doi:10.1093/eurheartj/eht439).
 */
export function hcmSuddenDeath(v: Patient): number {
  const index =
    0.15939858 * v.max_wall_thickness -
    0.00294271 * v.max_wall_thickness ** 2 +
    0.0259082 * v.left_atrial_diameter +
    0.00446131 * v.max_lvot_gradient +
    0.4583082 * Number(v.family_history_sudden_death) +
    0.82639195 * Number(v.nonsustained_vt) +
    0.71650361 * Number(v.unexplained_syncope) -
    0.01799934 * v.age;
  return 1 - 0.998 ** Math.exp(index);
}

export const hcmRiskScd = defineScore({
  id: 'hcm_risk_scd',
  name: 'HCM Risk-SCD',
  aliases: ['hcm_risk', 'hcm_scd'],
  group: 'cardiology',
  purpose: 'Estimates sudden cardiac death within 5 years in hypertrophic cardiomyopathy.',
  population:
    'Patients of 16 years and over with hypertrophic cardiomyopathy, without earlier cardiac arrest, ' +
    'metabolic disease or athletic training',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 16, max: 115, monotone: 'falling' }),
    max_wall_thickness: ownQuantity(
      'Maximal left ventricular wall thickness',
      'mm',
      [10, 35],
      1,
      // The risk peaks at 27 mm by the published equation.
      { cuts: [27] },
    ),
    left_atrial_diameter: ownQuantity('Left atrial diameter', 'mm', [28, 67], 1, {
      monotone: 'rising',
    }),
    max_lvot_gradient: ownQuantity(
      'Maximal outflow gradient at rest or with Valsalva',
      'mm[Hg]',
      [2, 154],
      1,
      { monotone: 'rising' },
    ),
    family_history_sudden_death: ownFlag('Family history of sudden cardiac death', {
      fixed: true,
    }),
    nonsustained_vt: ownFlag('Non-sustained ventricular tachycardia'),
    unexplained_syncope: ownFlag('Unexplained syncope'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: below 4 % within 5 years.',
      action: {
        text: 'A defibrillator is generally not indicated by this risk.',
        source: ESC_2023,
      },
    },
    {
      id: 'intermediate',
      from: 4,
      interpretation: 'Intermediate risk: 4 to below 6 % within 5 years.',
      action: { text: 'A defibrillator may be considered.', source: ESC_2023 },
    },
    {
      id: 'high',
      from: 6,
      interpretation: 'High risk: 6 % or more within 5 years.',
      action: { text: 'A defibrillator should be considered.', source: ESC_2023 },
    },
  ],
  references: [
    {
      title: "O'Mahony C et al. A novel clinical risk prediction model for sudden death in HCM",
      doi: '10.1093/eurheartj/eht439',
      year: 2014,
    },
  ],
  compute(v) {
    const probability = hcmSuddenDeath(v);
    return {
      value: Math.round(probability * 10_000) / 100,
      risk: { outcome: 'sudden cardiac death', probability, horizon: '5 years' },
    };
  },
});
