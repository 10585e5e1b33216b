import { choice, ownFlag } from '../../input.js';
import { logistic } from '../../logistic.js';
import { defineScore } from '../../score.js';
import { ASA_1_TO_5, FUNCTIONAL_STATUS, NSQIP_PROCEDURE } from './nsqip-inputs.js';

/** Coefficients of Gupta 2011 (Chest), as published by the calculator of the authors. */
const INTERCEPT = -1.7397;
const NOT_EMERGENCY = -0.5739;
const ASA = { '1': -3.5265, '2': -2.0008, '3': -0.6201, '4': 0.2441, '5': 0 } as const;
const FUNCTION = {
  independent: 0,
  partially_dependent: 0.7678,
  totally_dependent: 1.4046,
} as const;
const SEPSIS = { none: -0.784, sirs: 0, sepsis: 0.2752, septic_shock: 0.9035 } as const;
const PROCEDURE = {
  anorectal: -1.353,
  aortic: 1.0781,
  bariatric: -1.0112,
  brain: 0.7336,
  breast: -2.6462,
  cardiac: 0.2744,
  ent: 0.106,
  foregut_hepatopancreatobiliary: 0.9694,
  gallbladder_appendix_adrenal_spleen: -0.5668,
  hernia: 0,
  intestinal: 0.5737,
  neck: -0.5271,
  obstetric_gynecologic: -1.2431,
  orthopedic: -0.8577,
  other_abdominal: 0.2416,
  peripheral_vascular: -0.2389,
  skin: -0.3206,
  spine: -0.522,
  thoracic: 0.6715,
  vein: -2.008,
  urology: 0.3093,
} as const;

/** Ventilation beyond 48 hours or unplanned intubation within 30 days of surgery (Gupta 2011). */
export const guptaRespiratoryFailure = defineScore({
  id: 'gupta_respiratory_failure',
  name: 'Gupta postoperative respiratory failure risk',
  aliases: ['gupta_postoperative_respiratory_failure', 'gupta_prf'],
  group: 'trauma and surgery',
  purpose: 'Predicts ventilation beyond 48 hours or unplanned intubation after surgery.',
  population: 'Adults before an operation',
  unit: '%',
  decimals: 2,
  range: { min: 0, max: 100 },
  inputs: {
    functional_status: FUNCTIONAL_STATUS,
    asa_class: ASA_1_TO_5,
    preoperative_sepsis: choice('Sepsis before surgery', {
      none: 'none',
      sirs: 'systemic inflammatory response (SIRS)',
      sepsis: 'sepsis',
      septic_shock: 'septic shock',
    }),
    emergency_surgery: ownFlag('Emergency surgery'),
    surgical_procedure: NSQIP_PROCEDURE,
  },
  categories: [
    {
      id: 'average-or-below',
      from: 0,
      interpretation: 'Not above the average of the registry (3.1 %).',
    },
    {
      id: 'above-average',
      from: 3.1,
      interpretation: 'Above the average of the registry (3.1 %).',
    },
  ],
  references: [
    {
      title:
        'Gupta H et al. Development and validation of a risk calculator predicting postoperative ' +
        'respiratory failure',
      doi: '10.1378/chest.11-0466',
      year: 2011,
    },
  ],
  compute(v) {
    const probability = logistic(
      INTERCEPT +
        FUNCTION[v.functional_status] +
        ASA[v.asa_class] +
        SEPSIS[v.preoperative_sepsis] +
        (v.emergency_surgery ? 0 : NOT_EMERGENCY) +
        PROCEDURE[v.surgical_procedure],
    );
    return {
      value: Number((100 * probability).toFixed(4)),
      risk: { outcome: 'postoperative respiratory failure', probability, horizon: '30 days' },
    };
  },
});
