import type { Score } from '../../score.js';

export const CANCER_SCORES: readonly Score[] = [];
