import type { Score } from '../../score.js';
import { aaGradient } from './aa-gradient.js';
import { ardsBerlin } from './ards-berlin.js';
import { bap65 } from './bap-65.js';
import { bode } from './bode.js';
import { brock } from './brock.js';
import { crb65 } from './crb-65.js';
import { curb65 } from './curb-65.js';
import { decaf } from './decaf.js';
import { epworth } from './epworth.js';
import { gapIpf } from './gap-ipf.js';
import { goldCopd } from './gold-copd.js';
import { hacor } from './hacor.js';
import { lightCriteria } from './light-criteria.js';
import { mayoNodule } from './mayo-nodule.js';
import { mmrcDyspnea } from './mmrc-dyspnea.js';
import { murrayLungInjury } from './murray-lung-injury.js';
import { oxygenationIndex } from './oxygenation-index.js';
import { packYears } from './pack-years.js';
import { pfRatio } from './pf-ratio.js';
import { psiPort } from './psi-port.js';
import { rox } from './rox.js';
import { severeCap } from './severe-cap.js';
import { sfRatio } from './sf-ratio.js';
import { smartCop } from './smart-cop.js';
import { smrtCo } from './smrt-co.js';
import { stopBang } from './stop-bang.js';

export const LUNG_SCORES: readonly Score[] = [
  curb65,
  crb65,
  psiPort,
  smartCop,
  smrtCo,
  severeCap,
  bode,
  goldCopd,
  mmrcDyspnea,
  decaf,
  bap65,
  gapIpf,
  rox,
  hacor,
  pfRatio,
  sfRatio,
  aaGradient,
  ardsBerlin,
  murrayLungInjury,
  oxygenationIndex,
  lightCriteria,
  mayoNodule,
  brock,
  stopBang,
  epworth,
  packYears,
];
