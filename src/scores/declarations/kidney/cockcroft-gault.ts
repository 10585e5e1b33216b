import { adjustedBodyWeight, idealBodyWeight } from '../../../patient-record/chart/body-size.js';
import {
  cockcroftGault,
  weightForClearance,
} from '../../../patient-record/chart/kidney-function.js';
import { quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { type Category, type DerivedValue, defineScore } from '../../score.js';
import { SHORTEST_ADULT_CM } from '../body-fluids/ideal-body-weight.js';

type Sex = 'M' | 'F';

const FDA =
  'FDA Guidance for Industry: Pharmacokinetics in Patients with Impaired Renal Function, 2024';

/** Bands of the renal sections of drug labels, by creatinine clearance in mL/min. */
export const CLEARANCE_BANDS: readonly Category[] = [
  {
    id: 'failure',
    from: 0,
    interpretation: 'Kidney failure range (below 15 mL/min).',
    action: { text: 'Look up the dose for kidney failure or dialysis of each drug.', source: FDA },
  },
  {
    id: 'severe',
    from: 15,
    interpretation: 'Severely reduced clearance (15 to below 30 mL/min).',
    action: {
      text: 'Adjust renally cleared drugs to the label for severe impairment.',
      source: FDA,
    },
  },
  {
    id: 'moderate',
    from: 30,
    interpretation: 'Moderately reduced clearance (30 to below 60 mL/min).',
    action: { text: 'Check the label of each renally cleared drug.', source: FDA },
  },
  { id: 'mild', from: 60, interpretation: 'Mildly reduced clearance (60 to below 90 mL/min).' },
  { id: 'normal', from: 90, interpretation: 'Clearance is not reduced (90 mL/min or more).' },
];

const COCKCROFT = {
  title: 'Cockcroft DW, Gault MH. Prediction of creatinine clearance from serum creatinine',
  doi: '10.1159/000180580',
  year: 1976,
} as const;
const WINTER = {
  title:
    'Winter MA et al. Impact of various body weights and serum creatinine concentrations on the ' +
    'bias and accuracy of the Cockcroft-Gault equation',
  doi: '10.1002/j.1875-9114.2012.01098.x',
  year: 2012,
} as const;

const clearance = (name: string, value: number): DerivedValue => ({
  name,
  value: rounded(value, 1),
  unit: 'mL/min',
});

interface Patient {
  readonly age: number;
  readonly sex: Sex;
  readonly weight: number;
  readonly creatinine: number;
}

/** The clearance by each of the weights that are in use, where the height is known. */
function byHeight({ age, sex: sexAtBirth, weight, creatinine }: Patient, height: number) {
  const by = (kg: number) => cockcroftGault(age, kg, creatinine, sexAtBirth);
  const chosen = weightForClearance(weight, height, sexAtBirth);
  return {
    value: rounded(by(chosen.weight), 1),
    derived: [
      { name: 'weight_used', value: rounded(chosen.weight, 1), unit: 'kg' },
      { name: 'weight_basis', value: chosen.basis },
      clearance('clearance_actual_weight', by(weight)),
      clearance('clearance_ideal_weight', by(idealBodyWeight(height, sexAtBirth))),
      clearance('clearance_adjusted_weight', by(adjustedBodyWeight(weight, height, sexAtBirth))),
    ],
  };
}

export const cockcroftGaultClearance = defineScore({
  id: 'cockcroft_gault',
  name: 'Creatinine clearance (Cockcroft–Gault)',
  aliases: ['creatinine_clearance', 'crcl', 'cockcroft', 'cockcroft_gault_adjusted'],
  group: 'kidney',
  purpose: 'Estimates creatinine clearance, by which most drug labels set the dose.',
  population: 'Adults with a stable creatinine; derived from 18 to 92 years',
  unit: 'mL/min',
  decimals: 1,
  inputs: {
    age: quantity('age', { min: 18, monotone: 'falling' }),
    sex: sex(),
    // Not rising with weight: at a BMI of 18.5 and of 25 another weight comes into the formula.
    weight: quantity('weight', { min: 20 }),
    creatinine: quantity('creatinine', { monotone: 'falling' }),
    height: quantity('height', {
      min: SHORTEST_ADULT_CM,
      optional: true,
      help: 'Where it is known the weight is chosen by BMI: actual, ideal or adjusted.',
    }),
  },
  categories: CLEARANCE_BANDS,
  references: [COCKCROFT, WINTER],
  compute({ height, ...patient }) {
    if (height !== undefined) return byHeight(patient, height);
    const { age, weight, creatinine, sex: sexAtBirth } = patient;
    return {
      value: rounded(cockcroftGault(age, weight, creatinine, sexAtBirth), 1),
      warnings: ['Without a height the actual weight was used, which overestimates in obesity.'],
    };
  },
});
