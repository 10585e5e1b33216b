import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

// Donzé 2016 and MDCalc; the derivation of 2013 gave 2 points from the first admission on.
const admissions = stepsFrom(0, [2, 2], [6, 5]);
const stay = stepsFrom(0, [5, 2]);

/** Observed rates of potentially avoidable readmission by band, Donzé 2016 (117 065 discharges). */
const OBSERVED = { low: 0.058, intermediate: 0.119, high: 0.228 } as const;

const bandOf = (value: number) => (value >= 7 ? 'high' : value >= 5 ? 'intermediate' : 'low');

/** Potentially avoidable readmission within 30 days of discharge (Donzé 2013, 2016). */
export const hospitalScore = defineScore({
  id: 'hospital_score',
  name: 'HOSPITAL score for readmission',
  aliases: ['hospital_readmission', 'hospital_score_readmission'],
  group: 'old age',
  purpose: 'Estimates potentially avoidable readmission within 30 days of discharge.',
  population: 'Adults discharged from medical wards',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 13 },
  inputs: {
    hemoglobin: quantity('hemoglobin', {
      cuts: [12],
      monotone: 'falling',
      help: 'At discharge; below 12 g/dL counts.',
    }),
    oncology_discharge: ownFlag('Discharged from an oncology service'),
    sodium: quantity('sodium', {
      cuts: [135],
      monotone: 'falling',
      help: 'At discharge; below 135 mmol/L counts.',
    }),
    procedure_during_stay: ownFlag('Any coded procedure during the stay'),
    acute_admission: ownFlag('Acute (emergent) admission', { help: 'Urgent or emergent.' }),
    admissions_previous_year: ownQuantity(
      'Admissions to hospital in the twelve months before this one',
      '{score}',
      [0, 100],
      1,
      { cuts: admissions.cuts, monotone: 'rising' },
    ),
    length_of_stay_days: ownQuantity('Length of stay', 'd', [0, 365], 1, {
      cuts: stay.cuts,
      monotone: 'rising',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (0–4): 5.8 % readmitted avoidably.' },
    {
      id: 'intermediate',
      from: 5,
      interpretation: 'Intermediate risk (5–6): 11.9 % readmitted avoidably.',
    },
    {
      id: 'high',
      from: 7,
      interpretation: 'High risk (7–13): 22.8 % readmitted avoidably.',
      action: {
        text: 'Plan the discharge with particular care: review of drugs, early follow-up, home visits.',
        source: 'Donzé 2016, 10.1001/jamainternmed.2015.8462',
      },
    },
  ],
  references: [
    {
      title:
        'Donzé J et al. Potentially avoidable 30-day hospital readmissions in medical patients: ' +
        'derivation and validation of a prediction model',
      doi: '10.1001/jamainternmed.2013.3023',
      year: 2013,
    },
    {
      title:
        'Donzé JD et al. International validity of the HOSPITAL score to predict 30-day ' +
        'potentially avoidable hospital readmissions',
      doi: '10.1001/jamainternmed.2015.8462',
      year: 2016,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      hemoglobin: pointsIf(v.hemoglobin < 12),
      oncology_discharge: pointsIf(v.oncology_discharge, 2),
      sodium: pointsIf(v.sodium < 135),
      procedure_during_stay: pointsIf(v.procedure_during_stay),
      acute_admission: pointsIf(v.acute_admission),
      admissions_previous_year: admissions(Math.floor(v.admissions_previous_year)),
      length_of_stay_days: stay(v.length_of_stay_days),
    });
    const probability = OBSERVED[bandOf(value)];
    const outcome = 'potentially avoidable readmission';
    return { value, points, risk: { outcome, probability, horizon: '30 days' } };
  },
});
