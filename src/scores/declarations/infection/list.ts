import type { Score } from '../../score.js';
import { fourCMortality } from './4c-mortality.js';
import { bacterialMeningitisScore } from './bacterial-meningitis-score.js';
import { candidaScore } from './candida-score.js';
import { centorMcisaac } from './centor-mcisaac.js';
import { feverpain } from './feverpain.js';
import { hscore } from './hscore.js';
import { isthDic } from './isth-dic.js';
import { jaamDic } from './jaam-dic.js';
import { lrinec } from './lrinec.js';
import { mascc } from './mascc.js';
import { modifiedDuke } from './modified-duke.js';
import { pittBacteremia } from './pitt-bacteremia.js';
import { qcsi } from './qcsi.js';
import { qpitt } from './qpitt.js';
import { sic } from './sic.js';

export const INFECTION_SCORES: readonly Score[] = [
  centorMcisaac,
  feverpain,
  fourCMortality,
  qcsi,
  mascc,
  lrinec,
  isthDic,
  sic,
  jaamDic,
  candidaScore,
  pittBacteremia,
  qpitt,
  bacterialMeningitisScore,
  hscore,
  modifiedDuke,
];
