import type { Score } from '../../score.js';
import { adaDiabetesRisk } from './ada-diabetes-risk.js';
import { dutchLipidClinicNetwork } from './dutch-lipid-clinic-network.js';
import { estimatedAverageGlucose } from './estimated-average-glucose.js';
import { findrisc } from './findrisc.js';
import { homaIrScore } from './homa-ir.js';
import { ldlFriedewald } from './ldl-friedewald.js';
import { ldlMartinHopkins } from './ldl-martin-hopkins.js';
import { ldlSampson } from './ldl-sampson.js';
import { metabolicSyndrome } from './metabolic-syndrome.js';
import { nonHdlCholesterol } from './non-hdl-cholesterol.js';
import { quicki } from './quicki.js';
import { tygIndex } from './tyg-index.js';

export const METABOLISM_SCORES: readonly Score[] = [
  ldlFriedewald,
  ldlSampson,
  ldlMartinHopkins,
  nonHdlCholesterol,
  homaIrScore,
  quicki,
  tygIndex,
  estimatedAverageGlucose,
  findrisc,
  adaDiabetesRisk,
  metabolicSyndrome,
  dutchLipidClinicNetwork,
];
