import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { CLEARANCE_BANDS } from './cockcroft-gault.js';

const MINUTES_PER_DAY = 1440;

export const measuredCreatinineClearance = defineScore({
  id: 'measured_creatinine_clearance',
  name: 'Measured creatinine clearance (24-hour urine)',
  aliases: ['creatinine_clearance_24h', 'urine_creatinine_clearance'],
  group: 'kidney',
  purpose: 'Clearance from a timed urine: urine creatinine · volume / (serum creatinine · 1440).',
  population: 'Adults whose muscle mass makes estimates doubtful; needs a complete collection',
  unit: 'mL/min',
  decimals: 1,
  categories: CLEARANCE_BANDS,
  inputs: {
    urine_creatinine: quantity('urine_creatinine', { monotone: 'rising' }),
    urine_output: quantity('urine_output', { monotone: 'rising' }),
    creatinine: quantity('creatinine', { monotone: 'falling' }),
  },
  references: [
    {
      title:
        'KDIGO 2012 Clinical Practice Guideline for the Evaluation and Management of Chronic ' +
        'Kidney Disease',
      doi: '10.1038/kisup.2012.73',
      year: 2013,
    },
  ],
  compute({ urine_creatinine, urine_output, creatinine }) {
    return {
      value: rounded((urine_creatinine * urine_output) / (creatinine * MINUTES_PER_DAY), 1),
      derived: [
        {
          name: 'creatinine_excretion',
          value: rounded((urine_creatinine * urine_output) / 100, 0),
          unit: 'mg/d',
        },
      ],
      warnings: [
        'It overestimates GFR, as tubules secrete creatinine; an incomplete collection lowers it.',
      ],
    };
  },
});
