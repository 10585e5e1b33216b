import type { Score } from '../../score.js';

export const OLD_AGE_SCORES: readonly Score[] = [];
