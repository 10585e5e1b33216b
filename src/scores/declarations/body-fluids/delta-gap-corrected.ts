import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { anionGap, gapInputs } from './anion-gap.js';
import { correctedAnionGap, FIGGE } from './anion-gap-corrected.js';
import { DELTA_GAP_CATEGORIES, deltaGapResult, WRENN } from './delta-gap-categories.js';

export const deltaGapCorrected = defineScore({
  id: 'delta_gap_corrected',
  name: 'Delta gap corrected for albumin',
  aliases: ['albumin_corrected_delta_gap'],
  group: 'body and fluids',
  purpose: 'Rise of the albumin-corrected anion gap above 12, to find a second disorder.',
  population: 'Metabolic acidosis with a raised anion gap and an albumin that is not normal',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: -180, max: 160 },
  inputs: { ...gapInputs, albumin: quantity('albumin', { monotone: 'falling' }) },
  categories: DELTA_GAP_CATEGORIES,
  references: [WRENN, FIGGE],
  compute: ({ sodium, chloride, bicarbonate, albumin }) =>
    deltaGapResult(
      correctedAnionGap(anionGap(sodium, chloride, bicarbonate), albumin),
      bicarbonate,
    ),
});
