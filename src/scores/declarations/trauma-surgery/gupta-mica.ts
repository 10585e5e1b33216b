import { quantity } from '../../input.js';
import { logistic } from '../../logistic.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { ASA_1_TO_5, FUNCTIONAL_STATUS, NSQIP_PROCEDURE } from './nsqip-inputs.js';

/** Coefficients of Gupta 2011 as published by the calculator of the authors (two decimals). */
const INTERCEPT = -5.25;
const PER_YEAR = 0.02;
const ASA = { '1': -5.17, '2': -3.29, '3': -1.92, '4': -0.95, '5': 0 } as const;
const FUNCTION = { independent: 0, partially_dependent: 0.65, totally_dependent: 1.03 } as const;
const PROCEDURE = {
  anorectal: -0.16,
  aortic: 1.6,
  bariatric: -0.25,
  brain: 1.4,
  breast: -1.61,
  cardiac: 1.01,
  ent: 0.71,
  foregut_hepatopancreatobiliary: 1.39,
  gallbladder_appendix_adrenal_spleen: 0.59,
  hernia: 0,
  intestinal: 1.14,
  neck: 0.18,
  obstetric_gynecologic: 0.76,
  orthopedic: 0.8,
  other_abdominal: 1.13,
  peripheral_vascular: 0.86,
  skin: 0.54,
  spine: 0.21,
  thoracic: 0.4,
  vein: -1.09,
  urology: -0.26,
} as const;

/** Not measured, normal, above 1.5 mg/dL (133 µmol/L, 1.504 by the molar mass): the paper says "above", some calculators "from 1.5". */
function creatinineTerm(creatinine: number | undefined): number {
  if (creatinine === undefined) return -0.1;
  return rounded(creatinine, 2) > 1.5 ? 0.61 : 0;
}

/** Infarction or cardiac arrest within 30 days of surgery (Gupta 2011). */
export const guptaMica = defineScore({
  id: 'gupta_mica',
  name: 'Gupta MICA (perioperative myocardial infarction or cardiac arrest)',
  aliases: ['mica', 'gupta_perioperative_cardiac_risk', 'nsqip_mica'],
  group: 'trauma and surgery',
  purpose: 'Predicts myocardial infarction or cardiac arrest within 30 days of surgery.',
  population: 'Adults before an operation',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 16, monotone: 'rising' }),
    functional_status: FUNCTIONAL_STATUS,
    asa_class: ASA_1_TO_5,
    creatinine: { ...quantity('creatinine', { cuts: [1.5] }), optional: true },
    surgical_procedure: NSQIP_PROCEDURE,
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (below 1 %).',
      action: {
        text: 'Go ahead without further cardiac testing.',
        source: 'ACC/AHA perioperative guideline 2014, 10.1161/CIR.0000000000000106',
      },
    },
    {
      id: 'elevated',
      from: 1,
      interpretation: 'Elevated risk (1 % or more).',
      action: {
        text: 'Assess functional capacity; test further only where it would change the care.',
        source: 'ACC/AHA perioperative guideline 2014, 10.1161/CIR.0000000000000106',
      },
    },
  ],
  references: [
    {
      title: 'Gupta PK et al. Development and validation of a risk calculator for cardiac risk',
      doi: '10.1161/CIRCULATIONAHA.110.015701',
      year: 2011,
    },
  ],
  compute(v) {
    const probability = logistic(
      INTERCEPT +
        PER_YEAR * v.age +
        FUNCTION[v.functional_status] +
        ASA[v.asa_class] +
        creatinineTerm(v.creatinine) +
        PROCEDURE[v.surgical_procedure],
    );
    return {
      value: Number((100 * probability).toFixed(4)),
      risk: {
        outcome: 'myocardial infarction or cardiac arrest',
        probability,
        horizon: '30 days',
      },
      ...(v.creatinine === undefined && {
        warnings: ['creatinine was not given: the term of the model for "unknown" was used'],
      }),
    };
  },
});
