import { ownQuantity } from '../../input.js';
import { item } from '../../questionnaire.js';

const PATTERN = '3, 4 or 5 in practice; 1 and 2 are hardly assigned any more.';

/** Inputs that the scores of prostate cancer ask for in the same words. */
export const PRIMARY_PATTERN = item('Primary (most common) Gleason pattern', [1, 5], PATTERN);
export const SECONDARY_PATTERN = item('Secondary Gleason pattern', [1, 5], PATTERN);

export const PSA = ownQuantity('Prostate-specific antigen', 'ng/mL', [0, 10_000], 0.01, {
  monotone: 'rising',
});
