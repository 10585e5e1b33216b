import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsAbove, sumOf } from '../../score.js';
import { CRB_INPUTS, crbPoints, LIM_2003, NICE_CG191, UREA_HELP } from './pneumonia-signs.js';

const urea = stepsAbove(0, [7, 1]);
/** Deaths within 30 days by score, derivation cohort of Lim 2003 (n = 718). */
const MORTALITY = [0.007, 0.032, 0.13, 0.17, 0.415, 0.57];

const action = (text: string) => ({ text, source: 'NICE CG191; BTS guideline for CAP 2009' });

/** Severity of community-acquired pneumonia at the hospital door (Lim 2003). */
export const curb65 = defineScore({
  id: 'curb_65',
  name: 'CURB-65',
  aliases: ['curb65', 'curb_65_score', 'curb'],
  group: 'lung',
  purpose:
    'Estimates the 30-day mortality of community-acquired pneumonia to choose where to treat.',
  population: 'Adults with community-acquired pneumonia assessed in hospital',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: { ...CRB_INPUTS, urea: quantity('urea', { cuts: urea.cuts, help: UREA_HELP }) },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low severity: fewer than 3 % die within 30 days.',
      action: action('Treatment at home is usually suitable.'),
    },
    {
      id: 'intermediate',
      from: 2,
      interpretation: 'Moderate severity: 3 to 15 % die within 30 days.',
      action: action('Consider a short hospital stay or treatment supervised by the hospital.'),
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High severity: more than 15 % die within 30 days.',
      action: action('Treat in hospital as severe; with 4 or 5 points ask critical care at once.'),
    },
  ],
  references: [LIM_2003, NICE_CG191],
  compute(v) {
    // Urea is reported to a tenth; conversion from BUN must not lift 7.0 above itself.
    const points = { urea: urea(rounded(v.urea, 2)), ...crbPoints(v) };
    const sum = sumOf(points);
    return {
      value: sum.value,
      points,
      risk: {
        outcome: 'death',
        probability: MORTALITY[sum.value] ?? 0.57,
        horizon: '30 days',
      },
    };
  },
});
