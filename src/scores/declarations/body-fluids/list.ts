import type { Score } from '../../score.js';
import { absoluteNeutrophilCount } from './absolute-neutrophil-count.js';
import { adjustedWeight } from './adjusted-body-weight.js';
import { adrogueMadias } from './adrogue-madias.js';
import { serumAnionGap } from './anion-gap.js';
import { anionGapCorrected } from './anion-gap-corrected.js';
import { bicarbonateDeficit } from './bicarbonate-deficit.js';
import { bmi } from './bmi.js';
import { bsa } from './bsa.js';
import { bsaDuBois } from './bsa-du-bois.js';
import { calciumForAlbumin } from './corrected-calcium.js';
import { correctedSodiumHillier } from './corrected-sodium-hillier.js';
import { correctedSodiumKatz } from './corrected-sodium-katz.js';
import { deltaGap } from './delta-gap.js';
import { deltaGapCorrected } from './delta-gap-corrected.js';
import { deltaRatio } from './delta-ratio.js';
import { deltaRatioCorrected } from './delta-ratio-corrected.js';
import { freeWaterDeficit } from './free-water-deficit.js';
import { harrisBenedictEnergy } from './harris-benedict.js';
import { devine } from './ideal-body-weight.js';
import { ironDeficit } from './iron-deficit.js';
import { leanWeight } from './lean-body-weight.js';
import { maintenanceFluids } from './maintenance-fluids.js';
import { maximumAllowableBloodLoss } from './maximum-allowable-blood-loss.js';
import { mentzerIndex } from './mentzer-index.js';
import { mifflin } from './mifflin-st-jeor.js';
import { morphineEquivalents } from './morphine-equivalents.js';
import { osmolalGap } from './osmolal-gap.js';
import { parkland } from './parkland.js';
import { phenytoinCorrection } from './phenytoin-correction.js';
import { predictedWeight } from './predicted-body-weight.js';
import { reticulocyteProductionIndex } from './reticulocyte-production-index.js';
import { serumOsmolality } from './serum-osmolality.js';
import { sodiumDeficit } from './sodium-deficit.js';
import { steroidConversion } from './steroid-conversion.js';
import { targetBodyWeight } from './target-body-weight.js';
import { wintersFormula } from './winters-formula.js';

export const BODY_FLUID_SCORES: readonly Score[] = [
  serumAnionGap,
  anionGapCorrected,
  deltaGap,
  deltaGapCorrected,
  deltaRatio,
  deltaRatioCorrected,
  wintersFormula,
  serumOsmolality,
  osmolalGap,
  calciumForAlbumin,
  correctedSodiumKatz,
  correctedSodiumHillier,
  freeWaterDeficit,
  sodiumDeficit,
  adrogueMadias,
  bicarbonateDeficit,
  maintenanceFluids,
  parkland,
  bmi,
  bsa,
  bsaDuBois,
  devine,
  adjustedWeight,
  targetBodyWeight,
  leanWeight,
  predictedWeight,
  mifflin,
  harrisBenedictEnergy,
  steroidConversion,
  morphineEquivalents,
  phenytoinCorrection,
  absoluteNeutrophilCount,
  reticulocyteProductionIndex,
  mentzerIndex,
  ironDeficit,
  maximumAllowableBloodLoss,
];
