import { defineScore, sumOf } from '../../score.js';
import { CRB_INPUTS, crbPoints, LIM_2003, NICE_CG191 } from './pneumonia-signs.js';

const action = (text: string) => ({ text, source: 'NICE CG191, 1.2' });

/** CURB-65 without a blood test, for the community (Lim 2003). */
export const crb65 = defineScore({
  id: 'crb_65',
  name: 'CRB-65',
  aliases: ['crb65', 'crb_65_score'],
  group: 'lung',
  purpose: 'Estimates the 30-day mortality of pneumonia without a blood test.',
  population: 'Adults with community-acquired pneumonia in primary care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: CRB_INPUTS,
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: fewer than 1 % die within 30 days.',
      action: action('Consider treatment at home.'),
    },
    {
      id: 'intermediate',
      from: 1,
      interpretation: 'Intermediate risk: 1 to 10 % die within 30 days.',
      action: action('Consider assessment in hospital, above all with 2 points.'),
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk: more than 10 % die within 30 days.',
      action: action('Admit to hospital urgently.'),
    },
  ],
  references: [LIM_2003, NICE_CG191],
  compute: (v) => sumOf(crbPoints(v)),
});
