import type { Score } from '../../score.js';
import { barthel } from './barthel.js';
import { braden } from './braden.js';
import { cam } from './cam.js';
import { camIcu } from './cam-icu.js';
import { charlson } from './charlson.js';
import { charlsonQuan } from './charlson-quan.js';
import { fourAt } from './four-at.js';
import { hendrichIi } from './hendrich-ii.js';
import { lace } from './lace.js';
import { mmse } from './mmse.js';
import { moca } from './moca.js';
import { morseFalls } from './morse-falls.js';

export const OLD_AGE_SCORES: readonly Score[] = [
  charlson,
  charlsonQuan,
  fourAt,
  cam,
  camIcu,
  mmse,
  moca,
  barthel,
  morseFalls,
  hendrichIi,
  braden,
  lace,
];
