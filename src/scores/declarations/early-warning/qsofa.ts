import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const respiratoryRate = stepsFrom(0, [22, 1]);
/** 100 mmHg itself counts. */
const systolic = stepsAbove(1, [100, 0]);

const SSC_2021 = 'Surviving Sepsis Campaign 2021, 10.1097/CCM.0000000000005337';

/** Three bedside criteria of a poor outcome in suspected infection (Sepsis-3, Seymour 2016). */
export const qsofa = defineScore({
  id: 'qsofa',
  name: 'Quick SOFA',
  aliases: ['q_sofa', 'quick_sofa', 'quick_sequential_organ_failure_assessment'],
  group: 'early warning and sepsis',
  purpose: 'Finds patients with suspected infection who are likely to have a poor outcome.',
  population: 'Adults with suspected infection outside intensive care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    respiratory_rate: quantity('respiratory_rate', {
      cuts: respiratoryRate.cuts,
      monotone: 'rising',
    }),
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts, monotone: 'falling' }),
    altered_mental_status: flag('altered_mental_status', {
      title: 'Altered mentation (GCS below 15)',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Not high risk by qSOFA; this does not exclude sepsis.',
      action: {
        text: 'Do not rule out sepsis by it; use NEWS, SIRS or MEWS to screen.',
        source: SSC_2021,
      },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'High risk of death or a long stay in intensive care.',
      action: {
        text: 'Look for organ dysfunction (full SOFA, lactate), treat as sepsis, consider referral.',
        source: 'Sepsis-3, 10.1001/jama.2016.0287',
      },
    },
  ],
  references: [
    {
      title:
        'Seymour CW et al. Assessment of clinical criteria for sepsis: for the Third International ' +
        'Consensus Definitions for Sepsis and Septic Shock (Sepsis-3)',
      doi: '10.1001/jama.2016.0288',
      year: 2016,
    },
    {
      title:
        'Singer M et al. The Third International Consensus Definitions for Sepsis and Septic Shock',
      doi: '10.1001/jama.2016.0287',
      year: 2016,
    },
  ],
  compute: (v) =>
    sumOf({
      respiratory_rate: respiratoryRate(v.respiratory_rate),
      systolic_bp: systolic(v.systolic_bp),
      altered_mental_status: pointsIf(v.altered_mental_status),
    }),
});
