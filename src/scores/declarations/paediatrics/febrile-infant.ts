import { ownFlag, ownQuantity } from '../../input.js';

/** Inputs that the rules for febrile infants ask for in the same words. */
export const ILL_APPEARING = ownFlag('Looks ill', {
  help: 'Abnormal paediatric assessment triangle: appearance, breathing or colour.',
});

/** Age in days; each rule holds up to an age of its own. */
export const ageInDays = (oldest: number, cuts: readonly number[] = []) =>
  ownQuantity('Age in days', 'd', [0, oldest], 1, { cuts, fixed: true });
