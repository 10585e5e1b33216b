import { defineScore, sumOf } from '../../score.js';
import { CLINICAL_INPUTS, clinicalPoints, ROCKALL_1996 } from './rockall-parts.js';

/** Deaths by score before endoscopy, Rockall 1996. */
const MORTALITY = [0.002, 0.024, 0.056, 0.11, 0.246, 0.396, 0.489, 0.5];

/** The clinical part of the Rockall score, 0 to 7. */
export const rockallPreEndoscopy = defineScore({
  id: 'rockall_pre_endoscopy',
  name: 'Rockall score before endoscopy',
  aliases: ['pre_endoscopy_rockall', 'clinical_rockall', 'rockall_clinical', 'admission_rockall'],
  group: 'liver and gut',
  purpose: 'Estimates the mortality of upper gastrointestinal bleeding before endoscopy.',
  population: 'Adults with acute upper gastrointestinal bleeding',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: CLINICAL_INPUTS,
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk of death.' },
    {
      id: 'raised',
      from: 1,
      interpretation: 'Raised risk of death: only 0 points are low risk before endoscopy.',
      action: { text: 'Admit; endoscopy within 24 hours.', source: 'NICE CG141; SIGN 105' },
    },
    {
      id: 'high',
      from: 4,
      interpretation: 'High risk of death.',
      action: {
        text: 'Resuscitate; endoscopy as soon as stable, in a monitored bed.',
        source: 'NICE CG141',
      },
    },
  ],
  references: [
    ROCKALL_1996,
    {
      title: 'National Institute for Health and Care Excellence. Acute upper GI bleeding: CG141',
      url: 'https://www.nice.org.uk/guidance/cg141',
      year: 2012,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(clinicalPoints(v));
    const probability = MORTALITY[value] ?? 0.5;
    return { value, points, risk: { outcome: 'death', probability, horizon: 'hospital stay' } };
  },
});
