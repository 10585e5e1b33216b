import type { Score } from '../../score.js';
import { apacheIi } from './apache-ii.js';
import { lactateClearance } from './lactate-clearance.js';
import { nutric } from './nutric.js';
import { phoenixSepsis } from './phoenix-sepsis.js';
import { psofa } from './psofa.js';
import { sapsIi } from './saps-ii.js';
import { sofa } from './sofa.js';
import { sofa2 } from './sofa-2.js';
import { vis } from './vis.js';

export const CRITICAL_CARE_SCORES: readonly Score[] = [
  sofa,
  sofa2,
  psofa,
  phoenixSepsis,
  apacheIi,
  sapsIi,
  lactateClearance,
  vis,
  nutric,
];
