import { defineScore } from '../../score.js';
import { anionGap } from './anion-gap.js';
import { RASTEGAR, WRENN } from './delta-gap-categories.js';
import {
  DELTA_RATIO_CATEGORIES,
  deltaRatioResult,
  ratioInputs,
  refuseNoFall,
} from './delta-ratio-categories.js';

export const deltaRatio = defineScore({
  id: 'delta_ratio',
  name: 'Delta ratio',
  aliases: ['delta_delta'],
  group: 'body and fluids',
  purpose: 'Rise of the anion gap per fall of bicarbonate, to find mixed acid–base disorders.',
  population: 'Metabolic acidosis with a raised anion gap',
  unit: '1',
  decimals: 2,
  inputs: ratioInputs,
  categories: DELTA_RATIO_CATEGORIES,
  references: [RASTEGAR, WRENN],
  refuses: ({ bicarbonate }) => refuseNoFall(bicarbonate),
  compute: ({ sodium, chloride, bicarbonate }) =>
    deltaRatioResult(anionGap(sodium, chloride, bicarbonate), bicarbonate),
});
