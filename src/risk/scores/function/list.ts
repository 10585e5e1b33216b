import type { Score } from '../../score.js';

export const FUNCTION_SCORES: readonly Score[] = [];
