import type { Score } from '../../score.js';
import { edmontonFrail } from './edmonton-frail.js';
import { frailScale } from './frail-scale.js';
import { friedFrailty } from './fried-frailty.js';
import { palliativePerformance } from './palliative-performance.js';
import { prisma7 } from './prisma-7.js';

export const FUNCTION_SCORES: readonly Score[] = [
  edmontonFrail,
  frailScale,
  friedFrailty,
  prisma7,
  palliativePerformance,
];
