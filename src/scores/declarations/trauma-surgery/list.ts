import type { Score } from '../../score.js';
import { abcTransfusion } from './abc-transfusion.js';
import { absi } from './absi.js';
import { apfel } from './apfel.js';
import { ariscat } from './ariscat.js';
import { asa } from './asa.js';
import { canadianCSpine } from './canadian-c-spine.js';
import { elGanzouri } from './el-ganzouri.js';
import { gap } from './gap.js';
import { guptaMica } from './gupta-mica.js';
import { guptaRespiratoryFailure } from './gupta-respiratory-failure.js';
import { iss } from './iss.js';
import { kocher } from './kocher.js';
import { lemon } from './lemon.js';
import { macocha } from './macocha.js';
import { mallampati } from './mallampati.js';
import { mess } from './mess.js';
import { mgap } from './mgap.js';
import { nexus } from './nexus.js';
import { niss } from './niss.js';
import { nottinghamHipFracture } from './nottingham-hip-fracture.js';
import { ottawaAnkle } from './ottawa-ankle.js';
import { ottawaFoot } from './ottawa-foot.js';
import { ottawaKnee } from './ottawa-knee.js';
import { pPossum } from './p-possum.js';
import { pecarn2AndOver } from './pecarn-2-and-over.js';
import { pecarnUnder2 } from './pecarn-under-2.js';
import { pittsburghKnee } from './pittsburgh-knee.js';
import { rcri } from './rcri.js';
import { revisedBaux } from './revised-baux.js';
import { rts } from './rts.js';
import { ruleOfNines } from './rule-of-nines.js';
import { sort } from './sort.js';
import { surgicalApgar } from './surgical-apgar.js';
import { tash } from './tash.js';
import { triss } from './triss.js';

export const TRAUMA_SURGERY_SCORES: readonly Score[] = [
  abcTransfusion,
  absi,
  apfel,
  ariscat,
  asa,
  canadianCSpine,
  elGanzouri,
  gap,
  guptaMica,
  guptaRespiratoryFailure,
  iss,
  kocher,
  lemon,
  macocha,
  mallampati,
  mess,
  mgap,
  nexus,
  niss,
  nottinghamHipFracture,
  ottawaAnkle,
  ottawaFoot,
  ottawaKnee,
  pPossum,
  pecarn2AndOver,
  pecarnUnder2,
  pittsburghKnee,
  rcri,
  revisedBaux,
  rts,
  ruleOfNines,
  sort,
  surgicalApgar,
  tash,
  triss,
];
