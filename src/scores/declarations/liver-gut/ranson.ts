import { ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import {
  ADMISSION_INPUTS,
  admissionPoints,
  CAUSE_WARNING,
  LIMITS,
  RANSON_1974,
  RANSON_1982,
} from './ranson-criteria.js';

const action = (text: string) => ({ text, source: 'Ranson 1974; IAP/APA 2013' });

/** All the signs of Ranson: five at admission and those of the first 48 hours. */
export const ranson = defineScore({
  id: 'ranson',
  name: 'Ranson criteria at 48 hours',
  aliases: ['ranson_criteria', 'ranson_48h', 'ransons_criteria', 'ranson_score'],
  group: 'liver and gut',
  purpose: 'Predicts the severity and mortality of acute pancreatitis.',
  population: 'Adults with acute pancreatitis, 48 hours after admission',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 11 },
  inputs: {
    ...ADMISSION_INPUTS,
    hematocrit_fall: ownQuantity('Fall of the haematocrit within 48 hours', '%', [-50, 60], 0.1, {
      cuts: [10],
      help: 'In percentage points.',
    }),
    bun_rise: ownQuantity('Rise of urea nitrogen within 48 hours', 'mg/dL', [-200, 200], 1, {
      cuts: [2, 5],
      like: 'bun',
      help: 'Despite intravenous fluids; of urea nitrogen, 5 mg/dL is 1.8 mmol/L of urea.',
    }),
    calcium: quantity('calcium', { cuts: [8], help: 'The lowest within 48 hours.' }),
    pao2: quantity('pao2', {
      cuts: [60],
      optional: true,
      help: 'The lowest within 48 hours; it does not count with gallstones.',
    }),
    base_deficit: ownQuantity('Base deficit within 48 hours', 'mmol/L', [-60, 60], 0.1, {
      cuts: [4, 5],
      units: { 'meq/L': 1 },
      help: 'The negative of the base excess.',
    }),
    fluid_sequestration: ownQuantity('Fluid sequestration within 48 hours', 'L', [-20, 50], 0.1, {
      cuts: [4, 6],
      help: 'Fluid given less fluid lost.',
    }),
  },
  categories: [
    { id: 'mild', from: 0, interpretation: 'Severe pancreatitis is unlikely: about 1–2 % die.' },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe pancreatitis is likely: about 15 % died in the cohort.',
      action: action('Treat in a high-dependency bed.'),
    },
    {
      id: 'very severe',
      from: 5,
      interpretation: 'Severe: about 40 % died in the cohort.',
      action: action('Treat in intensive care.'),
    },
    {
      id: 'extreme',
      from: 7,
      interpretation: 'Severe: nearly all died in the cohort of the 1970s.',
      action: action('Treat in intensive care.'),
    },
  ],
  references: [RANSON_1974, RANSON_1982],
  alsoNeeds: (v) => (v.pancreatitis_cause === 'gallstone' ? [] : ['pao2']),
  compute(v) {
    const cause = v.pancreatitis_cause ?? 'other';
    const limit = LIMITS[cause];
    const { value, points } = sumOf({
      hematocrit_fall: pointsIf(v.hematocrit_fall > 10),
      bun_rise: pointsIf(v.bun_rise > limit.bunRise),
      calcium: pointsIf(v.calcium < 8),
      pao2: pointsIf(cause === 'other' && v.pao2 !== undefined && v.pao2 < 60),
      base_deficit: pointsIf(v.base_deficit > limit.baseDeficit),
      fluid_sequestration: pointsIf(v.fluid_sequestration > limit.fluid),
      ...admissionPoints(v),
    });
    return { value, points, warnings: v.pancreatitis_cause === undefined ? [CAUSE_WARNING] : [] };
  },
});
