import type { Score } from '../../score.js';
import { abic } from './abic.js';
import { aims65 } from './aims65.js';
import { air } from './air.js';
import { albi } from './albi.js';
import { alvarado } from './alvarado.js';
import { apri } from './apri.js';
import { bisap } from './bisap.js';
import { childPugh } from './child-pugh.js';
import { ctSeverityIndex } from './ct-severity-index.js';
import { fattyLiverIndex } from './fatty-liver-index.js';
import { fib4 } from './fib-4.js';
import { forrest } from './forrest.js';
import { glasgowAlcoholicHepatitis } from './glasgow-alcoholic-hepatitis.js';
import { glasgowBlatchford } from './glasgow-blatchford.js';
import { glasgowImrie } from './glasgow-imrie.js';
import { harveyBradshaw } from './harvey-bradshaw.js';
import { hepaticSteatosisIndex } from './hepatic-steatosis-index.js';
import { kingsCollegeAcetaminophen, kingsCollegeNonAcetaminophen } from './kings-college.js';
import { lille } from './lille.js';
import { maddrey } from './maddrey.js';
import { mayoUc, partialMayo } from './mayo-uc.js';
import { meld } from './meld.js';
import { meld3 } from './meld-3-0.js';
import { meldNa } from './meld-na.js';
import { nafldFibrosis } from './nafld-fibrosis.js';
import { oakland } from './oakland.js';
import { pediatricAppendicitis } from './pediatric-appendicitis.js';
import { peld } from './peld.js';
import { pucai } from './pucai.js';
import { rFactor } from './r-factor.js';
import { ranson } from './ranson.js';
import { ransonAdmission } from './ranson-admission.js';
import { revisedAtlanta } from './revised-atlanta.js';
import { rockall } from './rockall.js';
import { rockallPreEndoscopy } from './rockall-pre-endoscopy.js';
import { saag } from './saag.js';
import { tokyoCholangitis } from './tokyo-cholangitis.js';
import { tokyoCholecystitis } from './tokyo-cholecystitis.js';
import { trueloveWitts } from './truelove-witts.js';
import { ukeld } from './ukeld.js';
import { westHaven } from './west-haven.js';

export const LIVER_GUT_SCORES: readonly Score[] = [
  meld,
  meldNa,
  meld3,
  ukeld,
  childPugh,
  fib4,
  apri,
  nafldFibrosis,
  hepaticSteatosisIndex,
  fattyLiverIndex,
  maddrey,
  lille,
  glasgowAlcoholicHepatitis,
  abic,
  albi,
  glasgowBlatchford,
  rockallPreEndoscopy,
  rockall,
  aims65,
  oakland,
  ransonAdmission,
  ranson,
  bisap,
  glasgowImrie,
  ctSeverityIndex,
  revisedAtlanta,
  tokyoCholangitis,
  tokyoCholecystitis,
  alvarado,
  air,
  pediatricAppendicitis,
  peld,
  westHaven,
  kingsCollegeAcetaminophen,
  kingsCollegeNonAcetaminophen,
  saag,
  rFactor,
  mayoUc,
  partialMayo,
  pucai,
  trueloveWitts,
  harveyBradshaw,
  forrest,
];
