import type { Score } from '../../score.js';
import { ckdEpi2009Creatinine } from './ckd-epi-2009.js';
import { ckdEpi2012CreatinineCystatin } from './ckd-epi-2012-combined.js';
import { ckdEpi2012CystatinC } from './ckd-epi-2012-cystatin.js';
import { ckdEpi2021Creatinine } from './ckd-epi-2021.js';
import { ckdEpi2021CreatinineCystatin } from './ckd-epi-2021-combined.js';
import { ckidU25Creatinine } from './ckid-u25.js';
import { cockcroftGaultClearance } from './cockcroft-gault.js';
import { ekfcCreatinine } from './ekfc.js';
import { feMagnesium } from './fe-magnesium.js';
import { fena } from './fena.js';
import { feurea } from './feurea.js';
import { kdigoAki } from './kdigo-aki.js';
import { kdigoCkd } from './kdigo-ckd.js';
import { kfre4 } from './kfre-4.js';
import { kfre8 } from './kfre-8.js';
import { mdrdGfr } from './mdrd.js';
import { measuredCreatinineClearance } from './measured-creatinine-clearance.js';
import { mehran } from './mehran.js';
import { schwartz } from './schwartz-bedside.js';
import { thakar } from './thakar.js';
import { ttkg } from './ttkg.js';
import { ureaReductionRatio } from './urea-reduction-ratio.js';
import { urineAnionGap } from './urine-anion-gap.js';

export const KIDNEY_SCORES: readonly Score[] = [
  ckdEpi2021Creatinine,
  ckdEpi2021CreatinineCystatin,
  ckdEpi2012CystatinC,
  ckdEpi2012CreatinineCystatin,
  ckdEpi2009Creatinine,
  ekfcCreatinine,
  mdrdGfr,
  schwartz,
  ckidU25Creatinine,
  cockcroftGaultClearance,
  measuredCreatinineClearance,
  kdigoAki,
  kdigoCkd,
  fena,
  feurea,
  feMagnesium,
  kfre4,
  kfre8,
  urineAnionGap,
  ttkg,
  mehran,
  thakar,
  ureaReductionRatio,
];
