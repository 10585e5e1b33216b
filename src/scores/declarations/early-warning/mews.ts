import { consciousness, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

const systolic = stepsFrom(3, [71, 2], [81, 1], [101, 0], [200, 2]);
/** The paper writes "< 40 | 41–50"; 40 itself is taken with the lower band (as PMJ, BMJ tables do). */
const pulse = stepsFrom(2, [41, 1], [51, 0], [101, 1], [111, 2], [130, 3]);
const respiratoryRate = stepsFrom(2, [9, 0], [15, 1], [21, 2], [30, 3]);
const temperature = stepsFrom(2, [35, 0], [38.5, 2]);

/** Subbe's scale is A, V, P, U; a new confusion counts with V, as the CRAN package cliot does. */
const AVPU = { A: 0, C: 1, V: 1, P: 2, U: 3 } as const;

/** Risk of deterioration of a medical patient from five observations (Subbe 2001, table 1). */
export const mews = defineScore({
  id: 'mews',
  name: 'Modified Early Warning Score',
  aliases: ['modified_early_warning_score'],
  group: 'early warning and sepsis',
  purpose: 'Finds medical patients in danger of deterioration from five bedside observations.',
  population: 'Adults admitted to hospital with an acute medical illness',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 14 },
  inputs: {
    systolic_bp: quantity('systolic_bp', { cuts: systolic.cuts }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    respiratory_rate: quantity('respiratory_rate', { cuts: respiratoryRate.cuts }),
    temperature: quantity('temperature', { cuts: temperature.cuts }),
    consciousness: consciousness(),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below the threshold that was tied to a worse outcome.',
    },
    {
      id: 'high',
      from: 5,
      interpretation: 'More deaths and more admissions to intensive care in this group.',
      action: {
        text: 'Urgent medical review; consider high dependency or intensive care.',
        source: 'Subbe 2001, 10.1093/qjmed/94.10.521',
      },
    },
  ],
  references: [
    {
      title: 'Subbe CP et al. Validation of a modified Early Warning Score in medical admissions',
      doi: '10.1093/qjmed/94.10.521',
      year: 2001,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      systolic_bp: systolic(v.systolic_bp),
      heart_rate: pulse(v.heart_rate),
      respiratory_rate: respiratoryRate(v.respiratory_rate),
      temperature: temperature(rounded(v.temperature, 1)),
      consciousness: AVPU[v.consciousness],
    });
    return {
      value,
      points,
      warnings:
        v.consciousness === 'C'
          ? ['The MEWS has no grade for new confusion: it was counted like a response to voice']
          : undefined,
    };
  },
});
