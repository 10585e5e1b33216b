import { ownFlag } from '../../input.js';
import { item } from '../../questionnaire.js';

/** Inputs that the prognostic indices of lymphoma ask for in the same words. */
export const ANN_ARBOR_STAGE = item(
  'Ann Arbor stage',
  [1, 4],
  '1 one region, 2 two or more on one side of the diaphragm, 3 both sides, 4 disseminated.',
);

export const LDH_ABOVE_NORMAL = ownFlag('LDH above the upper limit of normal of the laboratory');
