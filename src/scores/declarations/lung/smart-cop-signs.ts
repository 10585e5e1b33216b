import { flag, quantity } from '../../input.js';
import { pointsIf, stepsFrom } from '../../score.js';
import { MULTILOBAR_INFILTRATES } from './pneumonia-signs.js';

const systolic = stepsFrom(2, [90, 0]);
const pulse = stepsFrom(0, [125, 1]);

/** Charles 2008, table 4: what is fast or hypoxic depends on being 50 years or younger. */
const YOUNG = { rate: 25, pao2: 70, saturation: 93, ratio: 333 } as const;
const OLD = { rate: 30, pao2: 60, saturation: 90, ratio: 250 } as const;

/** The limits for breathing (/min) and oxygen at an age in years. */
export const smartCopLimits = (age: number) => (Math.floor(age) <= 50 ? YOUNG : OLD);

/** The age with S (systolic pressure) and M (multilobar), which SMART-COP and SMRT-CO share. */
export const SM_INPUTS = {
  age: quantity('age', { min: 18, cuts: [51] }),
  systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
  multilobar_infiltrates: MULTILOBAR_INFILTRATES,
} as const;

/** R (respiratory rate), T (tachycardia) and C (confusion), which they share too. */
export const RTC_INPUTS = {
  respiratory_rate: quantity('respiratory_rate', { cuts: [YOUNG.rate, OLD.rate] }),
  heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
  altered_mental_status: flag('altered_mental_status', { title: 'New confusion' }),
} as const;

export const smPoints = (v: {
  readonly systolic_bp: number;
  readonly multilobar_infiltrates: boolean;
}) => ({
  systolic_bp: systolic(v.systolic_bp),
  multilobar_infiltrates: pointsIf(v.multilobar_infiltrates),
});

export const rtcPoints = (v: {
  readonly age: number;
  readonly respiratory_rate: number;
  readonly heart_rate: number;
  readonly altered_mental_status: boolean;
}) => ({
  respiratory_rate: pointsIf(v.respiratory_rate >= smartCopLimits(v.age).rate),
  heart_rate: pulse(v.heart_rate),
  altered_mental_status: pointsIf(v.altered_mental_status),
});

export const CHARLES_2008 = {
  title:
    'Charles PG et al. SMART-COP: a tool for predicting the need for intensive respiratory or ' +
    'vasopressor support in community-acquired pneumonia',
  doi: '10.1086/589754',
  year: 2008,
} as const;
