import type { Score } from '../../score.js';
import { addRs } from './add-rs.js';
import { adhere } from './adhere.js';
import { atriaStroke } from './atria-stroke.js';
import { canadianSyncope } from './canadian-syncope.js';
import { cardshock } from './cardshock.js';
import { cha2ds2Va } from './cha2ds2-va.js';
import { cha2ds2Vasc } from './cha2ds2-vasc.js';
import { chads2 } from './chads2.js';
import { chargeAf } from './charge-af.js';
import { crusade } from './crusade.js';
import { dapt } from './dapt.js';
import { dukeTreadmill } from './duke-treadmill.js';
import { edacs } from './edacs.js';
import { egsys } from './egsys.js';
import { euroscoreIi } from './euroscore-ii.js';
import { framinghamHeartFailure } from './framingham-heart-failure.js';
import { grace6Month } from './grace-6-month.js';
import { graceInHospital } from './grace-in-hospital.js';
import { h2fpef } from './h2fpef.js';
import { hcmRiskScd } from './hcm-risk-scd.js';
import { heart } from './heart.js';
import { killip } from './killip.js';
import { maggic } from './maggic.js';
import { marburgHeart } from './marburg-heart.js';
import { meanArterialPressure } from './mean-arterial-pressure.js';
import { modifiedSgarbossa } from './modified-sgarbossa.js';
import { oesil } from './oesil.js';
import { QTC_SCORES } from './qtc.js';
import { roseSyncope } from './rose-syncope.js';
import { sanFranciscoSyncope } from './san-francisco-syncope.js';
import { sgarbossa } from './sgarbossa.js';
import { timiStemi } from './timi-stemi.js';
import { timiUaNstemi } from './timi-ua-nstemi.js';
import { tisdaleQt } from './tisdale-qt.js';

export const CARDIOLOGY_SCORES: readonly Score[] = [
  heart,
  timiUaNstemi,
  timiStemi,
  graceInHospital,
  grace6Month,
  edacs,
  killip,
  cha2ds2Vasc,
  cha2ds2Va,
  chads2,
  atriaStroke,
  maggic,
  h2fpef,
  adhere,
  cardshock,
  dukeTreadmill,
  dapt,
  ...QTC_SCORES,
  tisdaleQt,
  meanArterialPressure,
  canadianSyncope,
  sanFranciscoSyncope,
  addRs,
  chargeAf,
  crusade,
  egsys,
  euroscoreIi,
  framinghamHeartFailure,
  hcmRiskScd,
  marburgHeart,
  oesil,
  roseSyncope,
  modifiedSgarbossa,
  sgarbossa,
];
