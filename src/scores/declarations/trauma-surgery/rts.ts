import { quantity } from '../../input.js';
import { defineScore, stepsFrom } from '../../score.js';

const gcsCode = stepsFrom(0, [4, 1], [6, 2], [9, 3], [13, 4]);
const pressureCode = stepsFrom(0, [1, 1], [50, 2], [76, 3], [90, 4]);
const breathingCode = stepsFrom(0, [1, 1], [6, 2], [10, 4], [30, 3]);

/** Inputs of the Revised Trauma Score; a pressure and a breathing of 0 are coded 0. */
export const RTS_INPUTS = {
  gcs: quantity('gcs', { cuts: gcsCode.cuts, monotone: 'rising' }),
  systolic_bp: quantity('systolic_bp', { min: 0, cuts: pressureCode.cuts, monotone: 'rising' }),
  respiratory_rate: quantity('respiratory_rate', { cuts: breathingCode.cuts }),
} as const;

/** The three values coded 0–4: Champion 1989, doi:10.1097/00005373-198905000-00017, table 1. */
export function rtsCodes(v: { gcs: number; systolic_bp: number; respiratory_rate: number }) {
  return {
    gcs: gcsCode(v.gcs),
    systolic_bp: pressureCode(Math.round(v.systolic_bp)),
    respiratory_rate: breathingCode(Math.round(v.respiratory_rate)),
  };
}

/** Weighted Revised Trauma Score, 0–7.8408, from the coded values (Champion 1989). */
export function weightedRts(codes: ReturnType<typeof rtsCodes>): number {
  const sum = 0.9368 * codes.gcs + 0.7326 * codes.systolic_bp + 0.2908 * codes.respiratory_rate;
  return Number(sum.toFixed(4));
}

/** Physiological severity of an injury (Champion 1989). */
export const rts = defineScore({
  id: 'rts',
  name: 'Revised Trauma Score',
  aliases: ['revised_trauma_score', 't_rts', 'triage_rts'],
  group: 'trauma and surgery',
  purpose: 'Grades the physiology of an injured patient for triage and for predicting survival.',
  population: 'Injured patients, first measurements',
  unit: '{score}',
  decimals: 4,
  range: { min: 0, max: 7.8408 },
  inputs: RTS_INPUTS,
  categories: [
    { id: 'critical', from: 0, interpretation: 'Below 4: most patients die.' },
    {
      id: 'severe',
      from: 4,
      interpretation: 'From 4 on, but a measurement is out of its range.',
      action: {
        text: 'Transport to a trauma centre when the coded sum is 11 or less.',
        source: 'Champion 1989, 10.1097/00005373-198905000-00017',
      },
    },
    { id: 'normal', from: 7.8408, interpretation: 'All three measurements are in range.' },
  ],
  references: [
    {
      title: 'Champion HR et al. A revision of the Trauma Score',
      doi: '10.1097/00005373-198905000-00017',
      year: 1989,
    },
  ],
  compute(v) {
    const codes = rtsCodes(v);
    const coded = codes.gcs + codes.systolic_bp + codes.respiratory_rate;
    return {
      value: weightedRts(codes),
      derived: [
        { name: 'triage_rts', value: coded, unit: '{score}' },
        { name: 'gcs_code', value: codes.gcs, unit: '{score}' },
        { name: 'systolic_bp_code', value: codes.systolic_bp, unit: '{score}' },
        { name: 'respiratory_rate_code', value: codes.respiratory_rate, unit: '{score}' },
      ],
    };
  },
});
