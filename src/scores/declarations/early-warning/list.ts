import type { Score } from '../../score.js';
import { bedsidePews } from './bedside-pews.js';
import { meds } from './meds.js';
import { mews } from './mews.js';
import { modifiedShockIndex } from './modified-shock-index.js';
import { news2 } from './news2.js';
import { pews } from './pews.js';
import { qsofa } from './qsofa.js';
import { sepsisHour1Bundle } from './sepsis-hour1-bundle.js';
import { shockIndex } from './shock-index.js';
import { sirs } from './sirs.js';

export const EARLY_WARNING_SCORES: readonly Score[] = [
  news2,
  mews,
  qsofa,
  sirs,
  shockIndex,
  modifiedShockIndex,
  sepsisHour1Bundle,
  meds,
  pews,
  bedsidePews,
];
