import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ESC_PE_2019 } from './shared-inputs.js';

/** "Above 80 years", in completed years. */
const age = stepsFrom(0, [81, 1]);
const pulse = stepsFrom(0, [110, 1]);
const systolic = stepsFrom(1, [100, 0]);
const saturation = stepsFrom(1, [90, 0]);
const ONE_FOR_BOTH = 'One point for heart failure, chronic lung disease, or both.';

/** PESI with one point per item (Jiménez 2010). */
export const spesi = defineScore({
  id: 'spesi',
  name: 'Simplified Pulmonary Embolism Severity Index',
  aliases: ['simplified_pesi', 's_pesi', 'pesi_simplified'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the 30-day mortality of acute pulmonary embolism from six items.',
  population: 'Adults with confirmed acute pulmonary embolism',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    cancer_history: ownFlag('Cancer, active or in the history', { fixed: true }),
    congestive_heart_failure: {
      ...flag('congestive_heart_failure', { help: ONE_FOR_BOTH }),
      optional: true,
    },
    chronic_lung_disease: {
      ...flag('chronic_lung_disease', { help: ONE_FOR_BOTH }),
      optional: true,
    },
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts, monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    oxygen_saturation: quantity('oxygen_saturation', {
      help: 'With or without oxygen.',
      cuts: saturation.cuts,
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: 1.0 % died within 30 days.',
      action: {
        text: 'Early discharge and home treatment may be considered without other reasons to stay.',
        source: ESC_PE_2019,
      },
    },
    {
      id: 'high',
      from: 1,
      interpretation: 'High risk: 10.9 % died within 30 days.',
      action: {
        text: 'Hospital; right ventricular imaging and troponin to grade the risk further.',
        source: ESC_PE_2019,
      },
    },
  ],
  references: [
    {
      title: 'Jiménez D et al. Simplification of the pulmonary embolism severity index',
      doi: '10.1001/archinternmed.2010.199',
      year: 2010,
    },
  ],
  alsoNeeds: (v) =>
    v.congestive_heart_failure || v.chronic_lung_disease
      ? []
      : ['congestive_heart_failure', 'chronic_lung_disease'],
  compute(v) {
    const chronic = pointsIf([v.congestive_heart_failure, v.chronic_lung_disease].includes(true));
    const points = {
      age: age(v.age),
      cancer_history: pointsIf(v.cancer_history),
      heart_rate: pulse(v.heart_rate),
      systolic_bp: systolic(v.systolic_bp),
      oxygen_saturation: saturation(v.oxygen_saturation),
    };
    const value = sumOf(points).value + chronic;
    return {
      value,
      points,
      derived: [{ name: 'chronic_cardiopulmonary_disease_points', value: chronic }],
      risk: { outcome: 'death', probability: value === 0 ? 0.01 : 0.109, horizon: '30 days' },
    };
  },
});
