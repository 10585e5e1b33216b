import type { Score } from '../../score.js';
import { capra } from './capra.js';
import { cisne } from './cisne.js';
import { cllIpi } from './cll-ipi.js';
import { damico } from './damico.js';
import { dipss } from './dipss.js';
import { flipi } from './flipi.js';
import { gleasonGradeGroup } from './gleason-grade-group.js';
import { hasenclever } from './hasenclever.js';
import { imdc } from './imdc.js';
import { ipi } from './ipi.js';
import { ipssR } from './ipss-r.js';
import { palliativePrognosticIndex } from './palliative-prognostic-index.js';
import { palliativePrognosticScore } from './palliative-prognostic-score.js';
import { psaDensity } from './psa-density.js';
import { rIss } from './r-iss.js';

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
  ipssR,
  rIss,
  hasenclever,
  imdc,
  cllIpi,
  dipss,
];
