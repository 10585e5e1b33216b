import { choice } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';
import { CLINICAL_INPUTS, clinicalPoints, ROCKALL_1996 } from './rockall-parts.js';

const DIAGNOSIS = { mallory_weiss_or_none: 0, other: 1, malignancy: 2 } as const;
const STIGMATA = { none: 0, major: 2 } as const;

/** Deaths and rebleeding by score, 8 standing for 8 and more (Rockall 1996, table 3). */
const MORTALITY = [0, 0, 0.002, 0.029, 0.053, 0.108, 0.173, 0.27, 0.411] as const;
const REBLEEDING = [4.9, 3.4, 5.3, 11.2, 14.1, 24.1, 32.9, 43.8, 41.8] as const;

/** The full Rockall score after endoscopy, 0 to 11. */
export const rockall = defineScore({
  id: 'rockall',
  name: 'Rockall score after endoscopy',
  aliases: ['full_rockall', 'complete_rockall', 'rockall_complete', 'rockall_score'],
  group: 'liver and gut',
  purpose: 'Estimates mortality and rebleeding of upper gastrointestinal bleeding after endoscopy.',
  population: 'Adults with acute upper gastrointestinal bleeding after endoscopy',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 11 },
  inputs: {
    ...CLINICAL_INPUTS,
    endoscopic_diagnosis: choice('Diagnosis at endoscopy', {
      mallory_weiss_or_none: 'Mallory–Weiss tear, or no lesion and no sign of recent bleeding',
      other: 'any other diagnosis',
      malignancy: 'malignancy of the upper gastrointestinal tract',
    }),
    stigmata_of_hemorrhage: choice('Signs of recent bleeding at endoscopy', {
      none: 'none, or a dark spot only',
      major: 'blood, adherent clot, visible or spurting vessel',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of rebleeding and death (2 or below).',
      action: { text: 'Early discharge can be planned.', source: 'SIGN 105; Rockall 1996' },
    },
    { id: 'intermediate', from: 3, interpretation: 'Intermediate risk of rebleeding and death.' },
    {
      id: 'high',
      from: 8,
      interpretation: 'High risk: about four in ten rebleed and as many die.',
      action: { text: 'Monitored bed; plan for rebleeding.', source: 'Rockall 1996' },
    },
  ],
  references: [ROCKALL_1996],
  compute(v) {
    const { value, points } = sumOf({
      endoscopic_diagnosis: DIAGNOSIS[v.endoscopic_diagnosis],
      stigmata_of_hemorrhage: STIGMATA[v.stigmata_of_hemorrhage],
      ...clinicalPoints(v),
    });
    const row = Math.min(value, MORTALITY.length - 1);
    return {
      value,
      points,
      risk: { outcome: 'death', probability: MORTALITY[row] ?? 0, horizon: 'hospital stay' },
      derived: [{ name: 'rebleeding_risk', value: REBLEEDING[row] ?? 0, unit: '%' }],
    };
  },
});
