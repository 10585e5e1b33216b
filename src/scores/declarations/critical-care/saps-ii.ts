import { flag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ADMISSION_TYPE } from './admission-type.js';

const age = stepsFrom(0, [40, 7], [60, 12], [70, 15], [75, 16], [80, 18]);
const heartRate = stepsFrom(11, [40, 2], [70, 0], [120, 4], [160, 7]);
const systolic = stepsFrom(13, [70, 5], [100, 0], [200, 2]);
const lungs = stepsFrom(11, [100, 9], [200, 6]);
const urine = stepsFrom(11, [500, 4], [1000, 0]);
const urea = stepsFrom(0, [28, 6], [84, 10]);
const leukocytes = stepsFrom(12, [1, 0], [20, 3]);
const potassium = stepsFrom(3, [3, 0], [5, 3]);
const sodium = stepsFrom(5, [125, 0], [145, 1]);
const bicarbonate = stepsFrom(6, [15, 3], [20, 0]);
const bilirubin = stepsFrom(0, [4, 4], [6, 9]);
const coma = stepsFrom(26, [6, 13], [9, 7], [11, 5], [14, 0]);
const ADMISSION = { scheduled_surgery: 0, medical: 6, unscheduled_surgery: 8 } as const;

interface Chronic {
  readonly aids: boolean;
  readonly hematologic_malignancy: boolean;
  readonly metastatic_cancer: boolean;
}

/** The table has one item "chronic diseases": the one with most points counts. */
function chronicPoints(v: Chronic): Readonly<Record<string, number>> {
  if (v.aids) return { aids: 17 };
  if (v.hematologic_malignancy) return { hematologic_malignancy: 10 };
  return { metastatic_cancer: pointsIf(v.metastatic_cancer, 9) };
}

/** Probability of death in hospital: logit −7.7631 + 0.0737 · SAPS II + 0.9971 · ln(SAPS II + 1). */
export function sapsIiMortality(points: number): number {
  return 1 / (1 + Math.exp(7.7631 - 0.0737 * points - 0.9971 * Math.log(points + 1)));
}

export const sapsIi = defineScore({
  id: 'saps_ii',
  name: 'Simplified Acute Physiology Score II',
  aliases: ['saps_2', 'saps2', 'igs_ii', 'saps'],
  group: 'critical care',
  purpose: 'Estimates hospital mortality from the first day of intensive care.',
  population:
    'Adults in intensive care, worst values of 24 hours; not burns, coronary care, heart surgery',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 163 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    heart_rate: quantity('heart_rate', { cuts: heartRate.cuts }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    temperature: quantity('temperature', { cuts: [39], monotone: 'rising' }),
    mechanical_ventilation: flag('mechanical_ventilation', {
      title: 'Ventilated or on CPAP',
    }),
    pf_ratio: quantity('pf_ratio', {
      cuts: lungs.cuts,
      monotone: 'falling',
      optional: true,
      help: 'Needed where the patient is ventilated or on CPAP.',
    }),
    urine_output: quantity('urine_output', { cuts: urine.cuts, monotone: 'falling' }),
    bun: quantity('bun', { cuts: urea.cuts, monotone: 'rising' }),
    wbc: quantity('wbc', { cuts: leukocytes.cuts }),
    potassium: quantity('potassium', { cuts: potassium.cuts }),
    sodium: quantity('sodium', { cuts: sodium.cuts }),
    bicarbonate: quantity('bicarbonate', { cuts: bicarbonate.cuts, monotone: 'falling' }),
    bilirubin: quantity('bilirubin', { cuts: bilirubin.cuts, monotone: 'rising' }),
    gcs: quantity('gcs', { cuts: coma.cuts, monotone: 'falling' }),
    aids: flag('aids'),
    hematologic_malignancy: flag('hematologic_malignancy'),
    metastatic_cancer: flag('metastatic_cancer'),
    admission_type: ADMISSION_TYPE,
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Predicted hospital mortality below 10 %.' },
    { id: 'moderate', from: 30, interpretation: 'Predicted hospital mortality of 10 to 25 %.' },
    { id: 'high', from: 41, interpretation: 'Predicted hospital mortality of 25 to 50 %.' },
    { id: 'very high', from: 52, interpretation: 'Predicted hospital mortality above 50 %.' },
  ],
  references: [
    {
      title:
        'Le Gall JR et al. A new Simplified Acute Physiology Score (SAPS II) based on a ' +
        'European/North American multicenter study',
      doi: '10.1001/jama.1993.03510240069035',
      year: 1993,
    },
    {
      title:
        'Poncet A et al. Determinants of the calibration of SAPS II and SAPS 3 mortality scores in ' +
        'intensive care: a European multicenter study',
      doi: '10.1186/s13054-017-1673-6',
      year: 2017,
    },
  ],
  alsoNeeds: (v) => (v.mechanical_ventilation === false ? [] : ['pf_ratio']),
  compute(v) {
    const { value, points } = sumOf({
      age: age(v.age),
      heart_rate: heartRate(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      temperature: pointsIf(rounded(v.temperature, 1) >= 39, 3),
      pf_ratio: v.mechanical_ventilation ? lungs(rounded(v.pf_ratio ?? 0, 2)) : 0,
      urine_output: urine(v.urine_output),
      // The paper's 10 mmol/L or 0.6 g/L of urea are 28.01 and 27.99 mg/dL of nitrogen.
      bun: urea(rounded(v.bun, 1)),
      wbc: leukocytes(v.wbc),
      potassium: potassium(v.potassium),
      sodium: sodium(v.sodium),
      bicarbonate: bicarbonate(v.bicarbonate),
      // 68.4 µmol/L, the paper's limit of 4 mg/dL, are 3.999 by the molar mass.
      bilirubin: bilirubin(rounded(v.bilirubin, 2)),
      gcs: coma(v.gcs),
      ...chronicPoints(v),
      admission_type: ADMISSION[v.admission_type],
    });
    const probability = sapsIiMortality(value);
    return {
      value,
      points,
      risk: { outcome: 'death in hospital', probability, horizon: 'hospital stay' },
      warnings: ['The equation is of 1993 and predicts more deaths than occur today'],
    };
  },
});
