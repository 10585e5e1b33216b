import type { Score } from '../../score.js';

export const PAEDIATRIC_SCORES: readonly Score[] = [];
