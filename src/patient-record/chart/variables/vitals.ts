import { flag, quantity, type Variable } from '../variable.js';

export const VITALS = [
  quantity('heart_rate', 'Heart rate', '/min', [1, 400], 1, {
    synonyms: ['pulse', 'pulse_rate', 'hr'],
    loinc: ['8867-4', '8889-8', '8893-0'],
  }),
  quantity('respiratory_rate', 'Respiratory rate', '/min', [0, 120], 1, {
    synonyms: ['rr', 'resp_rate', 'breathing_rate', 'respiration_rate'],
    loinc: ['9279-1'],
  }),
  quantity('systolic_bp', 'Systolic blood pressure', 'mm[Hg]', [20, 300], 1, {
    synonyms: ['sbp', 'systolic_blood_pressure', 'systolic'],
    loinc: ['8480-6', '8459-0', '8460-8', '8461-6'],
  }),
  quantity('diastolic_bp', 'Diastolic blood pressure', 'mm[Hg]', [10, 200], 1, {
    synonyms: ['dbp', 'diastolic_blood_pressure', 'diastolic'],
    loinc: ['8462-4'],
  }),
  quantity('mean_arterial_pressure', 'Mean arterial pressure', 'mm[Hg]', [10, 250], 1, {
    synonyms: ['map', 'mean_bp', 'mean_blood_pressure'],
    loinc: ['8478-0'],
  }),
  quantity('temperature', 'Body temperature', 'Cel', [20, 45], 0.1, {
    synonyms: ['temp', 'body_temperature'],
    loinc: ['8310-5', '8331-1', '8332-9', '8333-7', '8328-7'],
  }),
  quantity('oxygen_saturation', 'Oxygen saturation by pulse oximetry', '%', [30, 100], 1, {
    synonyms: ['spo2', 'sats', 'o2_saturation', 'o2sat'],
    loinc: ['59408-5', '2708-6'],
  }),
  flag('on_oxygen', 'Breathing supplemental oxygen', {
    synonyms: ['supplemental_oxygen'],
  }),
  quantity('oxygen_flow', 'Oxygen flow', 'L/min', [0, 100], 1, { loinc: ['3151-8'] }),
  quantity('fio2', 'Fraction of inspired oxygen', '%', [21, 100], 1, {
    asFraction: true,
    synonyms: ['fraction_of_inspired_oxygen', 'inspired_oxygen'],
    loinc: ['3150-0', '19994-3'],
  }),
  {
    kind: 'choice',
    name: 'consciousness',
    title: 'Level of consciousness (ACVPU)',
    options: {
      A: 'alert',
      C: 'new confusion',
      V: 'responds to voice',
      P: 'responds to pain',
      U: 'unresponsive',
    },
    spellings: {
      alert: 'A',
      confusion: 'C',
      confused: 'C',
      new_confusion: 'C',
      voice: 'V',
      verbal: 'V',
      pain: 'P',
      unresponsive: 'U',
    },
    synonyms: ['avpu', 'acvpu', 'level_of_consciousness'],
    loinc: ['67775-7', '80288-4'],
  },
  quantity('pain_score', 'Pain on a scale from 0 to 10', '{score}', [0, 10], 1, {
    synonyms: ['pain', 'pain_scale', 'nrs_pain', 'numeric_rating_scale'],
    loinc: ['72514-3'],
  }),
  quantity('gcs', 'Glasgow Coma Scale', '{score}', [3, 15], 1, {
    synonyms: ['glasgow_coma_scale', 'glasgow_coma_score', 'gcs_total'],
    loinc: ['9269-2'],
  }),
  quantity('gcs_eye', 'GCS eye opening', '{score}', [1, 4], 1, {
    synonyms: ['eye_opening'],
    loinc: ['9267-6'],
  }),
  quantity('gcs_verbal', 'GCS verbal response', '{score}', [1, 5], 1, {
    synonyms: ['verbal_response'],
    loinc: ['9270-0'],
  }),
  quantity('gcs_motor', 'GCS motor response', '{score}', [1, 6], 1, {
    synonyms: ['motor_response'],
    loinc: ['9268-4'],
  }),
  quantity('urine_output', 'Urine output in 24 hours', 'mL/d', [0, 30000], 1, {
    units: { mL: 1, L: 1000 },
    loinc: ['9192-6', '3167-4'],
  }),
  quantity('urine_volume', 'Urine passed since the last measurement', 'mL', [0, 10000], 1, {
    loinc: ['9187-6', '9188-4'],
  }),
  quantity('urine_output_rate', 'Urine output per hour and kg', 'mL/kg/h', [0, 50], 0.1),
  quantity('capillary_refill', 'Capillary refill time', 's', [0, 30], 1, {
    synonyms: ['capillary_refill_time', 'crt'],
    loinc: ['44963-7'],
  }),
  flag('mechanical_ventilation', 'Mechanical ventilation', {
    synonyms: ['ventilated', 'respiratory_support'],
  }),
] as const satisfies readonly Variable[];
