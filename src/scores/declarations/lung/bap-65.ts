import { quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import {
  alteredBy,
  MENTATION_INPUTS,
  mentationNeeds,
  mentationRefusal,
  mentationWarnings,
} from './altered-mentation.js';

const bun = stepsFrom(0, [25, 1]);
const pulse = stepsFrom(0, [109, 1]);

/**
 * BAP-65 class 1–5 of an exacerbation of COPD (Tabak 2009). The thresholds are those of the
 * derivation, ≥ 25 mg/dL and ≥ 109/min; the validation prints «>», which has lost its bar.
 */
export const bap65 = defineScore({
  id: 'bap_65',
  name: 'BAP-65',
  aliases: ['bap65', 'bap_65_score'],
  group: 'lung',
  purpose: 'Predicts death or mechanical ventilation in an acute exacerbation of COPD.',
  population: 'Adults of 40 years and over with an acute exacerbation of COPD in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 5 },
  inputs: {
    age: quantity('age', { min: 40, cuts: [65] }),
    bun: quantity('bun', { cuts: bun.cuts }),
    ...MENTATION_INPUTS,
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
  },
  categories: [
    { id: 'class I', from: 1, interpretation: 'Class I: no risk factor and younger than 65.' },
    { id: 'class II', from: 2, interpretation: 'Class II: no risk factor, 65 years or older.' },
    { id: 'class III', from: 3, interpretation: 'Class III: one risk factor.' },
    {
      id: 'class IV',
      from: 4,
      interpretation: 'Class IV: two risk factors; ventilation is often needed.',
      action: { text: 'Plan for close observation and early ventilation.', source: 'Shorr 2011' },
    },
    {
      id: 'class V',
      from: 5,
      interpretation: 'Class V: all three; half need ventilation, a quarter die in hospital.',
      action: {
        text: 'Think of intensive care and non-invasive ventilation.',
        source: 'Shorr 2011',
      },
    },
  ],
  references: [
    {
      title:
        'Tabak YP et al. Mortality and need for mechanical ventilation in acute exacerbations of ' +
        'chronic obstructive pulmonary disease: development and validation of a simple risk score',
      doi: '10.1001/archinternmed.2009.270',
      year: 2009,
    },
    {
      title: 'Shorr AF et al. Validation of a novel risk score for severity of illness in AECOPD',
      doi: '10.1378/chest.10-3035',
      year: 2011,
    },
  ],
  refuses: mentationRefusal,
  alsoNeeds: mentationNeeds,
  compute(v) {
    const altered = alteredBy(v);
    const { value: factors } = sumOf({
      bun: bun(v.bun),
      altered_mental_status: pointsIf(altered !== undefined),
      heart_rate: pulse(v.heart_rate),
    });
    return {
      value: factors === 0 ? (v.age < 65 ? 1 : 2) : factors + 2,
      derived: [{ name: 'risk_factors', value: factors }],
      warnings: mentationWarnings(v),
    };
  },
});
