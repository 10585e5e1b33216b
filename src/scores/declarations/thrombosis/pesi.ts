import { flag, ownFlag, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ESC_PE_2019 } from './shared-inputs.js';

const pulse = stepsFrom(0, [110, 20]);
const systolic = stepsFrom(30, [100, 0]);
const breaths = stepsFrom(0, [30, 20]);
const temperature = stepsFrom(20, [36, 0]);
const saturation = stepsFrom(20, [90, 0]);

/** Thirty-day mortality of pulmonary embolism (Aujesky 2005). */
export const pesi = defineScore({
  id: 'pesi',
  name: 'Pulmonary Embolism Severity Index',
  aliases: ['pesi_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the 30-day mortality of acute pulmonary embolism.',
  population: 'Adults with confirmed acute pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 18, max: 360 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    sex: sex(),
    cancer_history: ownFlag('Cancer, active or in the history', { fixed: true }),
    congestive_heart_failure: flag('congestive_heart_failure'),
    chronic_lung_disease: flag('chronic_lung_disease'),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    respiratory_rate: quantity('respiratory_rate', { cuts: breaths.cuts, monotone: 'rising' }),
    temperature: quantity('temperature', { cuts: temperature.cuts, monotone: 'falling' }),
    altered_mental_status: flag('altered_mental_status'),
    oxygen_saturation: quantity('oxygen_saturation', {
      help: 'With or without oxygen.',
      cuts: saturation.cuts,
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'class I',
      from: 18,
      interpretation: 'Very low risk: 0 to 1.6 % die within 30 days.',
      action: {
        text: 'Early discharge and home treatment may be considered without other reasons to stay.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'class II',
      from: 66,
      interpretation: 'Low risk: 1.7 to 3.5 % die within 30 days.',
      action: {
        text: 'Early discharge and home treatment may be considered without other reasons to stay.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'class III',
      from: 86,
      interpretation: 'Moderate risk: 3.2 to 7.1 % die within 30 days.',
      action: {
        text: 'Hospital; right ventricular imaging and troponin to grade the risk further.',
        source: ESC_PE_2019,
      },
    },
    { id: 'class IV', from: 106, interpretation: 'High risk: 4.0 to 11.4 % die within 30 days.' },
    {
      id: 'class V',
      from: 126,
      interpretation: 'Very high risk: 10.0 to 24.5 % die within 30 days.',
    },
  ],
  references: [
    {
      title:
        'Aujesky D et al. Derivation and validation of a prognostic model for pulmonary embolism',
      doi: '10.1164/rccm.200506-862OC',
      year: 2005,
    },
  ],
  compute: (v) =>
    sumOf({
      age: Math.floor(v.age),
      sex: pointsIf(v.sex === 'M', 10),
      cancer_history: pointsIf(v.cancer_history, 30),
      congestive_heart_failure: pointsIf(v.congestive_heart_failure, 10),
      chronic_lung_disease: pointsIf(v.chronic_lung_disease, 10),
      heart_rate: pulse(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      respiratory_rate: breaths(v.respiratory_rate),
      // The chart has tenths of a degree: 35.96 °C is 36.0 °C.
      temperature: temperature(rounded(v.temperature, 1)),
      altered_mental_status: pointsIf(v.altered_mental_status, 60),
      oxygen_saturation: saturation(v.oxygen_saturation),
    }),
});
