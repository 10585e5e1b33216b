import { defineScore } from '../../score.js';
import { anionGap, gapInputs } from './anion-gap.js';
import { DELTA_GAP_CATEGORIES, deltaGapResult, WRENN } from './delta-gap-categories.js';

export const deltaGap = defineScore({
  id: 'delta_gap',
  name: 'Delta gap',
  aliases: ['delta_anion_gap'],
  group: 'body and fluids',
  purpose: 'Rise of the anion gap above 12, to find a second disorder in addition to the acidosis.',
  population: 'Metabolic acidosis with a raised anion gap',
  unit: 'mmol/L',
  decimals: 2,
  range: { min: -170, max: 150 },
  inputs: gapInputs,
  categories: DELTA_GAP_CATEGORIES,
  references: [WRENN],
  compute: ({ sodium, chloride, bicarbonate }) =>
    deltaGapResult(anionGap(sodium, chloride, bicarbonate), bicarbonate),
});
