import { ownFlag, ownQuantity } from '../../input.js';

/** Burnt part of the body surface in %, without erythema, with the cuts of the score. */
export function burnArea(cuts: readonly number[]) {
  return ownQuantity('Burnt body surface, second and third degree', '%', [0, 100], 0.5, {
    cuts,
    monotone: 'rising',
    help: 'Rule of nines; superficial erythema does not count',
  });
}

export const INHALATION_INJURY = ownFlag('Inhalation injury');
