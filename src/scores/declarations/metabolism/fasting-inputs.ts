import { quantity } from '../../input.js';

const help = 'after eight hours or more without food, both from one sample';

export const fastingGlucose = <const M extends { readonly min?: number }>(
  monotone: 'rising' | 'falling',
  more?: M,
) => quantity('fasting_glucose', { monotone, help, ...more });

export const fastingInsulin = <const M extends { readonly min?: number }>(
  monotone: 'rising' | 'falling',
  more?: M,
) => quantity('fasting_insulin', { monotone, help, ...more });
