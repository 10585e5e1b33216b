import { rounded } from '../../round.js';
import type { Category, ComputedScore } from '../../score.js';
import { NORMAL_ANION_GAP } from './anion-gap.js';

export const NORMAL_BICARBONATE = 24;

export const WRENN = {
  title: 'Wrenn K. The delta (Δ) gap: an approach to mixed acid-base disorders',
  doi: '10.1016/s0196-0644(05)82292-9',
  year: 1990,
} as const;
export const RASTEGAR = {
  title: 'Rastegar A. Use of the ΔAG/ΔHCO3− ratio in the diagnosis of mixed acid-base disorders',
  doi: '10.1681/ASN.2006121408',
  year: 2007,
} as const;

/** By the excess of the delta gap over the fall of bicarbonate (Wrenn: ± 6). */
export const DELTA_GAP_CATEGORIES: readonly Category[] = [
  {
    id: 'not raised',
    interpretation: 'The anion gap is not raised: the delta gap has nothing to compare.',
  },
  {
    id: 'with normal gap acidosis',
    interpretation:
      'Bicarbonate has fallen more than the gap has risen: a normal anion gap acidosis as well.',
  },
  {
    id: 'high gap acidosis',
    interpretation: 'The gap has risen by about what bicarbonate has fallen: nothing else is seen.',
  },
  {
    id: 'with metabolic alkalosis',
    interpretation:
      'The gap has risen more than bicarbonate has fallen: a metabolic alkalosis or a chronic ' +
      'respiratory acidosis as well.',
  },
];

/** The delta gap in mmol/L (anion gap − 12) and what it means relative to the fall of bicarbonate. */
export function deltaGapResult(gap: number, bicarbonate: number): ComputedScore {
  const value = rounded(gap - NORMAL_ANION_GAP, 2);
  const excess = rounded(value - (NORMAL_BICARBONATE - bicarbonate), 2);
  const mixed =
    excess < -6
      ? 'with normal gap acidosis'
      : excess > 6
        ? 'with metabolic alkalosis'
        : 'high gap acidosis';
  return {
    value,
    category: value > 0 ? mixed : 'not raised',
    derived: [
      { name: 'anion_gap', value: rounded(gap, 2), unit: 'mmol/L' },
      { name: 'delta_gap_minus_delta_bicarbonate', value: excess, unit: 'mmol/L' },
    ],
  };
}
