import type { Score } from '../../score.js';

export const MENTAL_HEALTH_SCORES: readonly Score[] = [];
