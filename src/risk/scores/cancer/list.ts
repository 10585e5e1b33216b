import type { Score } from '../../score.js';
import { palliativePrognosticIndex } from './palliative-prognostic-index.js';
import { palliativePrognosticScore } from './palliative-prognostic-score.js';

export const CANCER_SCORES: readonly Score[] = [
  palliativePrognosticIndex,
  palliativePrognosticScore,
];
