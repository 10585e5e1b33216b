import type { Score } from '../../score.js';
import { apgar } from './apgar.js';
import { ballard } from './ballard.js';
import { clinicalDehydrationScale } from './clinical-dehydration-scale.js';
import { correctedAge } from './corrected-age.js';
import { flacc } from './flacc.js';
import { kawasaki } from './kawasaki.js';
import { midParentalHeightScore } from './mid-parental-height.js';
import { pecarnFebrileInfant } from './pecarn-febrile-infant.js';
import { pram } from './pram.js';
import { rochester } from './rochester.js';
import { silvermanAndersen } from './silverman-andersen.js';
import { stepByStep } from './step-by-step.js';
import { ten4Facesp } from './ten-4-facesp.js';
import { westleyCroup } from './westley-croup.js';
import { yaleObservationScale } from './yale-observation-scale.js';

export const PAEDIATRIC_SCORES: readonly Score[] = [
  apgar,
  westleyCroup,
  pram,
  rochester,
  stepByStep,
  pecarnFebrileInfant,
  kawasaki,
  ballard,
  flacc,
  midParentalHeightScore,
  correctedAge,
  clinicalDehydrationScale,
  yaleObservationScale,
  ten4Facesp,
  silvermanAndersen,
];
