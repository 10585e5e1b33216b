import type { Score } from '../../score.js';
import { capra } from './capra.js';
import { cisne } from './cisne.js';
import { damico } from './damico.js';
import { flipi } from './flipi.js';
import { gleasonGradeGroup } from './gleason-grade-group.js';
import { ipi } from './ipi.js';
import { palliativePrognosticIndex } from './palliative-prognostic-index.js';
import { palliativePrognosticScore } from './palliative-prognostic-score.js';
import { psaDensity } from './psa-density.js';

export const CANCER_SCORES: readonly Score[] = [
  palliativePrognosticIndex,
  palliativePrognosticScore,
  cisne,
  ipi,
  flipi,
  psaDensity,
  gleasonGradeGroup,
  capra,
  damico,
];
