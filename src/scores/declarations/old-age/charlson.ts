import { quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { CHARLSON_1987, CHARLSON_CONDITIONS } from './charlson-inputs.js';

const agePoints = stepsFrom(0, [50, 1], [60, 2], [70, 3], [80, 4]);
const LIVER = { none: 0, mild: 1, moderate_severe: 3 } as const;
const DIABETES = { none: 0, uncomplicated: 1, end_organ_damage: 2 } as const;
const TUMOR = { none: 0, localized: 2, metastatic: 6 } as const;

/**
 * Probability 0..1 of living ten more years by the age-adjusted index: 0.983^exp(0.9 · index).
 *
 * The formula as it is in use for the combined index (Charlson 1994, doi:10.1016/0895-4356(94)90129-5).
 */
export function charlsonTenYearSurvival(index: number): number {
  return 0.983 ** Math.exp(0.9 * index);
}

export const charlson = defineScore({
  id: 'charlson',
  name: 'Charlson Comorbidity Index, adjusted for age',
  aliases: ['cci', 'charlson_comorbidity_index', 'age_adjusted_charlson'],
  group: 'old age',
  purpose: 'Weighs chronic diseases and age, and estimates the survival over ten years.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 37 },
  inputs: {
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'rising' }),
    ...CHARLSON_CONDITIONS,
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No comorbidity and below 50 years.' },
    { id: 'low', from: 1, interpretation: 'Low burden of disease and age (1–2).' },
    { id: 'moderate', from: 3, interpretation: 'Moderate burden of disease and age (3–4).' },
    { id: 'high', from: 5, interpretation: 'High burden of disease and age (5 or more).' },
  ],
  references: [
    CHARLSON_1987,
    {
      title: 'Charlson M et al. Validation of a combined comorbidity index',
      doi: '10.1016/0895-4356(94)90129-5',
      year: 1994,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      age: agePoints(Math.floor(v.age)),
      myocardial_infarction: pointsIf(v.myocardial_infarction),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure),
      peripheral_artery_disease: pointsIf(v.peripheral_artery_disease),
      cerebrovascular_disease: pointsIf(v.cerebrovascular_disease),
      dementia: pointsIf(v.dementia),
      chronic_lung_disease: pointsIf(v.chronic_lung_disease),
      connective_tissue_disease: pointsIf(v.connective_tissue_disease),
      peptic_ulcer: pointsIf(v.peptic_ulcer),
      liver_disease_severity: LIVER[v.liver_disease_severity],
      diabetes_severity: DIABETES[v.diabetes_severity],
      hemiplegia: pointsIf(v.hemiplegia, 2),
      moderate_severe_kidney_disease: pointsIf(v.moderate_severe_kidney_disease, 2),
      solid_tumor: TUMOR[v.solid_tumor],
      leukemia: pointsIf(v.leukemia, 2),
      lymphoma: pointsIf(v.lymphoma, 2),
      aids: pointsIf(v.aids, 6),
    });
    const survival = charlsonTenYearSurvival(value);
    return {
      value,
      points,
      risk: { outcome: 'death', probability: 1 - survival, horizon: '10 years' },
      derived: [
        { name: 'ten_year_survival', value: 100 * survival, unit: '%' },
        { name: 'index_without_age', value: value - agePoints(Math.floor(v.age)) },
      ],
    };
  },
});
