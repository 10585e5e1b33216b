import type { ValuesOf } from '../../input.js';
import { logistic } from '../../logistic.js';
import { defineScore } from '../../score.js';
import { HIGH_RISK_OPERATION } from './high-risk-operation.js';
import {
  POSSUM_CHOICES,
  POSSUM_OPERATION,
  POSSUM_PHYSIOLOGY,
  POSSUM_POINTS,
} from './possum-inputs.js';

type Physiology = ValuesOf<typeof POSSUM_PHYSIOLOGY>;
type Operation = ValuesOf<typeof POSSUM_OPERATION>;

const pointsOf = (v: Physiology & Operation) => ({
  age: POSSUM_POINTS.age(v.age),
  cardiac_signs: POSSUM_CHOICES.cardiac_signs[v.cardiac_signs],
  respiratory_signs: POSSUM_CHOICES.respiratory_signs[v.respiratory_signs],
  systolic_bp: POSSUM_POINTS.systolic_bp(v.systolic_bp),
  heart_rate: POSSUM_POINTS.heart_rate(v.heart_rate),
  gcs: POSSUM_POINTS.gcs(v.gcs),
  hemoglobin: POSSUM_POINTS.hemoglobin(v.hemoglobin),
  wbc: POSSUM_POINTS.wbc(v.wbc),
  urea: POSSUM_POINTS.urea(v.urea),
  sodium: POSSUM_POINTS.sodium(v.sodium),
  potassium: POSSUM_POINTS.potassium(v.potassium),
  ecg_finding: POSSUM_CHOICES.ecg_finding[v.ecg_finding],
  operative_severity: POSSUM_CHOICES.operative_severity[v.operative_severity],
  number_of_procedures: POSSUM_CHOICES.number_of_procedures[v.number_of_procedures],
  operative_blood_loss: POSSUM_POINTS.blood_loss(v.operative_blood_loss),
  peritoneal_soiling: POSSUM_CHOICES.peritoneal_soiling[v.peritoneal_soiling],
  malignancy_extent: POSSUM_CHOICES.malignancy_extent[v.malignancy_extent],
  mode_of_surgery: POSSUM_CHOICES.mode_of_surgery[v.mode_of_surgery],
});

/** The points of some of the inputs together. */
const totalOver = (inputs: object, points: Readonly<Record<string, number>>): number =>
  Object.keys(inputs).reduce((sum, name) => sum + (points[name] ?? 0), 0);

/**
 * Probabilities, 0–1, from the physiological (12–88) and the operative score (6–48): mortality by
 * P-POSSUM (Prytherch 1998), morbidity and mortality by POSSUM (Copeland 1991).
 */
export function possumProbabilities(physiological: number, operative: number) {
  return {
    mortality: logistic(-9.065 + 0.1692 * physiological + 0.155 * operative),
    possumMorbidity: logistic(-5.91 + 0.16 * physiological + 0.19 * operative),
    possumMortality: logistic(-7.04 + 0.13 * physiological + 0.16 * operative),
  };
}

const percent = (probability: number) => Number((100 * probability).toFixed(2));

/** Mortality of general surgery (Portsmouth POSSUM, Prytherch 1998). */
export const pPossum = defineScore({
  id: 'p_possum',
  name: 'P-POSSUM (Portsmouth predictor of surgical mortality) with POSSUM morbidity',
  aliases: ['possum', 'portsmouth_possum', 'ppossum'],
  group: 'trauma and surgery',
  purpose: 'Predicts mortality and morbidity of an operation from physiology and operation.',
  population: 'Adults with a general surgical operation',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: { ...POSSUM_PHYSIOLOGY, ...POSSUM_OPERATION },
  categories: [
    { id: 'low', from: 0, interpretation: 'Predicted mortality below 5 %.' },
    HIGH_RISK_OPERATION,
  ],
  references: [
    {
      title: 'Prytherch DR et al. POSSUM and Portsmouth POSSUM for predicting mortality',
      doi: '10.1046/j.1365-2168.1998.00840.x',
      year: 1998,
    },
    {
      title: 'Copeland GP, Jones D, Walters M. POSSUM: a scoring system for surgical audit',
      doi: '10.1002/bjs.1800780327',
      year: 1991,
    },
  ],
  compute(v) {
    const points = pointsOf(v);
    const physiological = totalOver(POSSUM_PHYSIOLOGY, points);
    const operative = totalOver(POSSUM_OPERATION, points);
    const { mortality, possumMorbidity, possumMortality } = possumProbabilities(
      physiological,
      operative,
    );
    return {
      value: percent(mortality),
      points,
      risk: { outcome: 'death', probability: mortality, horizon: '30 days' },
      derived: [
        { name: 'physiological_score', value: physiological, unit: '{score}' },
        { name: 'operative_score', value: operative, unit: '{score}' },
        { name: 'possum_morbidity', value: percent(possumMorbidity), unit: '%' },
        { name: 'possum_mortality', value: percent(possumMortality), unit: '%' },
      ],
    };
  },
});
