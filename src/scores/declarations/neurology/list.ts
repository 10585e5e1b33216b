import type { Score } from '../../score.js';
import { abcd2 } from './abcd2.js';
import { aspects } from './aspects.js';
import { cstat } from './c-stat.js';
import { canadianCtHead } from './canadian-ct-head.js';
import { canadianTia } from './canadian-tia.js';
import { cerebralPerfusionPressure } from './cerebral-perfusion-pressure.js';
import { cincinnatiPrehospital } from './cincinnati-prehospital.js';
import { dragon } from './dragon.js';
import { fastEd } from './fast-ed.js';
import { fisherModified } from './fisher-modified.js';
import { fourScore } from './four-score.js';
import { func } from './func.js';
import { gcs } from './gcs.js';
import { gcsPediatric } from './gcs-pediatric.js';
import { gcsPupils } from './gcs-pupils.js';
import { hachinski } from './hachinski.js';
import { hat } from './hat.js';
import { huntHess } from './hunt-hess.js';
import { ichScore } from './ich-score.js';
import { ichVolume } from './ich-volume.js';
import { lams } from './lams.js';
import { mrs } from './mrs.js';
import { newOrleansCt } from './new-orleans-ct.js';
import { nihss } from './nihss.js';
import { ottawaSah } from './ottawa-sah.js';
import { phases } from './phases.js';
import { race } from './race.js';
import { rope } from './rope.js';
import { rosier } from './rosier.js';
import { rotterdamCt } from './rotterdam-ct.js';
import { sedan } from './sedan.js';
import { span100 } from './span-100.js';
import { spetzlerMartin } from './spetzler-martin.js';
import { stess } from './stess.js';
import { thrive } from './thrive.js';
import { twoHelps2b } from './two-helps-2b.js';
import { wfns } from './wfns.js';

export const NEUROLOGY_SCORES: readonly Score[] = [
  abcd2,
  aspects,
  cstat,
  canadianCtHead,
  canadianTia,
  cerebralPerfusionPressure,
  cincinnatiPrehospital,
  dragon,
  fastEd,
  fisherModified,
  fourScore,
  func,
  gcsPediatric,
  gcsPupils,
  gcs,
  hachinski,
  hat,
  huntHess,
  ichScore,
  ichVolume,
  lams,
  mrs,
  newOrleansCt,
  nihss,
  ottawaSah,
  phases,
  race,
  rope,
  rosier,
  rotterdamCt,
  sedan,
  span100,
  spetzlerMartin,
  stess,
  thrive,
  twoHelps2b,
  wfns,
];
