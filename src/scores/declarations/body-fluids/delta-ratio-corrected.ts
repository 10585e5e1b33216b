import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { anionGap } from './anion-gap.js';
import { correctedAnionGap, FIGGE } from './anion-gap-corrected.js';
import { RASTEGAR } from './delta-gap-categories.js';
import {
  DELTA_RATIO_CATEGORIES,
  deltaRatioResult,
  ratioInputs,
  refuseNoFall,
} from './delta-ratio-categories.js';

export const deltaRatioCorrected = defineScore({
  id: 'delta_ratio_corrected',
  name: 'Delta ratio corrected for albumin',
  aliases: ['albumin_corrected_delta_ratio'],
  group: 'body and fluids',
  purpose: 'Rise of the albumin-corrected anion gap per fall of bicarbonate.',
  population: 'Metabolic acidosis with a raised anion gap and an albumin that is not normal',
  unit: '1',
  decimals: 2,
  inputs: { ...ratioInputs, albumin: quantity('albumin', { cuts: [4] }) },
  categories: DELTA_RATIO_CATEGORIES,
  references: [RASTEGAR, FIGGE],
  refuses: ({ bicarbonate }) => refuseNoFall(bicarbonate),
  compute: ({ sodium, chloride, bicarbonate, albumin }) =>
    deltaRatioResult(
      correctedAnionGap(anionGap(sodium, chloride, bicarbonate), albumin),
      bicarbonate,
    ),
});
