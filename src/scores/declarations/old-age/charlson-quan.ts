import { defineScore, pointsIf, sumOf } from '../../score.js';
import { CHARLSON_1987, CHARLSON_CONDITIONS } from './charlson-inputs.js';

const LIVER = { none: 0, mild: 2, moderate_severe: 4 } as const;
const DIABETES = { none: 0, uncomplicated: 0, end_organ_damage: 1 } as const;

const C = CHARLSON_CONDITIONS;

/** The Charlson index with the weights that Quan (2011) found in discharges of 2008, without age. */
export const charlsonQuan = defineScore({
  id: 'charlson_quan',
  name: 'Updated Charlson Comorbidity Index (Quan 2011)',
  aliases: ['updated_charlson', 'charlson_2011', 'quan_charlson'],
  group: 'old age',
  purpose: 'Weighs twelve chronic diseases by their effect on mortality after a hospital stay.',
  population: 'Adults in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 24 },
  inputs: {
    congestive_heart_failure: C.congestive_heart_failure,
    dementia: C.dementia,
    chronic_lung_disease: C.chronic_lung_disease,
    connective_tissue_disease: C.connective_tissue_disease,
    liver_disease_severity: C.liver_disease_severity,
    diabetes_severity: C.diabetes_severity,
    hemiplegia: C.hemiplegia,
    moderate_severe_kidney_disease: C.moderate_severe_kidney_disease,
    solid_tumor: C.solid_tumor,
    leukemia: C.leukemia,
    lymphoma: C.lymphoma,
    aids: C.aids,
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'None of the diseases that carry weight.' },
    { id: 'low', from: 1, interpretation: 'Low burden of disease (1–2).' },
    { id: 'moderate', from: 3, interpretation: 'Moderate burden of disease (3–4).' },
    { id: 'high', from: 5, interpretation: 'High burden of disease (5 or more).' },
  ],
  references: [
    {
      title:
        'Quan H et al. Updating and validating the Charlson comorbidity index and score for risk ' +
        'adjustment in hospital discharge abstracts using data from 6 countries',
      doi: '10.1093/aje/kwq433',
      year: 2011,
    },
    CHARLSON_1987,
  ],
  compute(v) {
    // Any malignancy counts once; metastases outweigh it.
    const metastatic = v.solid_tumor === 'metastatic';
    const localized = v.solid_tumor === 'localized';
    const blood = !metastatic && !localized;
    return sumOf({
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 2),
      dementia: pointsIf(v.dementia, 2),
      chronic_lung_disease: pointsIf(v.chronic_lung_disease),
      connective_tissue_disease: pointsIf(v.connective_tissue_disease),
      liver_disease_severity: LIVER[v.liver_disease_severity],
      diabetes_severity: DIABETES[v.diabetes_severity],
      hemiplegia: pointsIf(v.hemiplegia, 2),
      moderate_severe_kidney_disease: pointsIf(v.moderate_severe_kidney_disease),
      solid_tumor: metastatic ? 6 : pointsIf(localized, 2),
      leukemia: pointsIf(blood && v.leukemia, 2),
      lymphoma: pointsIf(blood && v.lymphoma && !v.leukemia, 2),
      aids: pointsIf(v.aids, 4),
    });
  },
});
