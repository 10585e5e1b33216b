import type { Score } from '../../score.js';
import { amnioticFluidIndex } from './amniotic-fluid-index.js';
import { biophysicalProfile } from './biophysical-profile.js';
import { bishop } from './bishop.js';
import { conceptionDate } from './conception-date.js';
import { dueDate } from './due-date.js';
import { dueDateIvf } from './due-date-ivf.js';
import { dueDateUltrasound } from './due-date-ultrasound.js';
import { epds } from './epds.js';
import { gestationalAge } from './gestational-age.js';
import { hellpClass } from './hellp-class.js';
import { maternalEarlyWarningCriteria } from './maternal-early-warning-criteria.js';
import { preeclampsiaSevereFeatures } from './preeclampsia-severe-features.js';

export const OBSTETRICS_SCORES: readonly Score[] = [
  bishop,
  dueDate,
  conceptionDate,
  gestationalAge,
  dueDateIvf,
  dueDateUltrasound,
  maternalEarlyWarningCriteria,
  preeclampsiaSevereFeatures,
  hellpClass,
  epds,
  biophysicalProfile,
  amnioticFluidIndex,
];
