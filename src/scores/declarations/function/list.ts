import type { Score } from '../../score.js';
import { ecog } from './ecog.js';
import { edmontonFrail } from './edmonton-frail.js';
import { frailScale } from './frail-scale.js';
import { friedFrailty } from './fried-frailty.js';
import { karnofsky } from './karnofsky.js';
import { katzAdl } from './katz-adl.js';
import { lawtonIadl } from './lawton-iadl.js';
import { mnaSf } from './mna-sf.js';
import { must } from './must.js';
import { nrs2002 } from './nrs-2002.js';
import { palliativePerformance } from './palliative-performance.js';
import { prisma7 } from './prisma-7.js';
import { sarcF } from './sarc-f.js';

export const FUNCTION_SCORES: readonly Score[] = [
  edmontonFrail,
  frailScale,
  friedFrailty,
  prisma7,
  palliativePerformance,
  ecog,
  karnofsky,
  katzAdl,
  lawtonIadl,
  must,
  nrs2002,
  mnaSf,
  sarcF,
];
