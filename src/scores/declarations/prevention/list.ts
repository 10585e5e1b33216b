import type { Score } from '../../score.js';
import { ascvdPce } from './ascvd-pce.js';
import { framingham2008 } from './framingham-2008.js';
import { framingham2008Bmi } from './framingham-2008-bmi.js';
import { framinghamHardChd } from './framingham-hard-chd.js';
import { preventAscvd } from './prevent-ascvd.js';
import { preventCvd } from './prevent-cvd.js';
import { preventHf } from './prevent-hf.js';
import { qrisk3 } from './qrisk3.js';
import { reynolds } from './reynolds.js';
import { score2 } from './score2.js';
import { score2Diabetes } from './score2-diabetes.js';
import { score2Op } from './score2-op.js';

export const PREVENTION_SCORES: readonly Score[] = [
  ascvdPce,
  preventCvd,
  preventAscvd,
  preventHf,
  score2,
  score2Op,
  score2Diabetes,
  framingham2008,
  framingham2008Bmi,
  framinghamHardChd,
  qrisk3,
  reynolds,
];
