import type { Score } from '../../score.js';
import { amts } from './amts.js';
import { barthel } from './barthel.js';
import { braden } from './braden.js';
import { cam } from './cam.js';
import { camIcu } from './cam-icu.js';
import { charlson } from './charlson.js';
import { charlsonQuan } from './charlson-quan.js';
import { clinicalFrailtyScale } from './clinical-frailty-scale.js';
import { fourAt } from './four-at.js';
import { gds15 } from './gds-15.js';
import { hendrichIi } from './hendrich-ii.js';
import { hospitalScore } from './hospital-score.js';
import { lace } from './lace.js';
import { miniCog } from './mini-cog.js';
import { mmse } from './mmse.js';
import { moca } from './moca.js';
import { morseFalls } from './morse-falls.js';
import { norton } from './norton.js';

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
  clinicalFrailtyScale,
  norton,
  miniCog,
  amts,
  hospitalScore,
  gds15,
];
