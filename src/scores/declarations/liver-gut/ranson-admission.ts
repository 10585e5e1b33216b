import { defineScore, sumOf } from '../../score.js';
import {
  ADMISSION_INPUTS,
  admissionPoints,
  CAUSE_WARNING,
  RANSON_1974,
  RANSON_1982,
} from './ranson-criteria.js';

/** The five signs of Ranson that are known at admission. */
export const ransonAdmission = defineScore({
  id: 'ranson_admission',
  name: 'Ranson criteria at admission',
  aliases: ['ranson_0h', 'ranson_initial'],
  group: 'liver and gut',
  purpose: 'Counts the signs of severe acute pancreatitis at admission.',
  population: 'Adults with acute pancreatitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: ADMISSION_INPUTS,
  categories: [
    {
      id: 'incomplete',
      from: 0,
      interpretation: 'Fewer than three so far; the count is complete only at 48 hours.',
      action: { text: 'Repeat with the signs of 48 hours.', source: 'Ranson 1974' },
    },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Three or more: severe pancreatitis is likely.',
      action: { text: 'Treat in a high-dependency bed.', source: 'Ranson 1974' },
    },
  ],
  references: [RANSON_1974, RANSON_1982],
  compute(v) {
    const { value, points } = sumOf(admissionPoints(v));
    return { value, points, warnings: v.pancreatitis_cause === undefined ? [CAUSE_WARNING] : [] };
  },
});
