import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import type { Category, ComputedScore, Refusal } from '../../score.js';
import { NORMAL_ANION_GAP } from './anion-gap.js';
import { NORMAL_BICARBONATE } from './delta-gap-categories.js';

/** The ratio rises with some and falls with others, depending on the rest. */
export const ratioInputs = {
  sodium: quantity('sodium'),
  chloride: quantity('chloride'),
  // The ratio is largest where the fall is least that is taken.
  bicarbonate: quantity('bicarbonate', { cuts: [23.9, NORMAL_BICARBONATE, 24.1] }),
} as const;

export const DELTA_RATIO_CATEGORIES: readonly Category[] = [
  {
    id: 'not applicable',
    interpretation:
      'There is no acidosis with a raised anion gap (gap above 12, bicarbonate below 24): the ratio ' +
      'says nothing.',
  },
  {
    id: 'normal gap acidosis',
    interpretation: 'Below 0.4: a normal anion gap (hyperchloraemic) acidosis.',
  },
  {
    id: 'mixed acidosis',
    interpretation:
      '0.4 to below 1: a raised and a normal anion gap acidosis together; also in renal failure.',
  },
  {
    id: 'high gap acidosis',
    interpretation: '1 to 2: a pure raised anion gap acidosis (lactic about 1.6, ketoacidosis 1).',
  },
  {
    id: 'with metabolic alkalosis',
    interpretation:
      'Above 2: bicarbonate was high before: a metabolic alkalosis or a compensated chronic ' +
      'respiratory acidosis as well.',
  },
];

const MIN_FALL = 0.05;

/** Refuses a bicarbonate at which the fall of bicarbonate is nothing. */
export function refuseNoFall(bicarbonate: number | undefined): Refusal<'bicarbonate'> | undefined {
  return bicarbonate !== undefined && Math.abs(NORMAL_BICARBONATE - bicarbonate) < MIN_FALL
    ? {
        input: 'bicarbonate',
        issue: 'the ratio divides by the fall of bicarbonate from 24 mmol/L, which is nothing',
      }
    : undefined;
}

/** (anion gap − 12) / (24 − bicarbonate) and its meaning. */
export function deltaRatioResult(gap: number, bicarbonate: number): ComputedScore {
  const rise = gap - NORMAL_ANION_GAP;
  const value = rounded(rise / (NORMAL_BICARBONATE - bicarbonate), 2);
  const reading =
    value < 0.4
      ? 'normal gap acidosis'
      : value < 1
        ? 'mixed acidosis'
        : value <= 2
          ? 'high gap acidosis'
          : 'with metabolic alkalosis';
  return {
    value,
    category: rise > 1e-9 && bicarbonate < NORMAL_BICARBONATE ? reading : 'not applicable',
    derived: [
      { name: 'anion_gap', value: rounded(gap, 2), unit: 'mmol/L' },
      { name: 'delta_gap', value: rounded(rise, 2), unit: 'mmol/L' },
    ],
  };
}
