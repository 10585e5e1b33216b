import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Pre-test probability of deep vein thrombosis of the arm (Constans 2008). */
export const constans = defineScore({
  id: 'constans',
  name: 'Constans score for upper-extremity thrombosis',
  aliases: ['constans_score', 'upper_extremity_dvt'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates the pre-test probability of deep vein thrombosis of the arm.',
  population: 'Adults with suspected deep vein thrombosis of an arm',
  unit: '{score}',
  decimals: 0,
  range: { min: -1, max: 3 },
  inputs: {
    venous_material: ownFlag(
      'Catheter, access device or pacemaker in a subclavian or jugular vein',
    ),
    localized_pain: ownFlag('Localised pain'),
    unilateral_arm_edema: ownFlag('Pitting oedema of one arm'),
    alternative_diagnosis: ownFlag('Another diagnosis is at least as likely'),
  },
  categories: [
    { id: 'low', from: -1, interpretation: 'Low probability (0 and below).' },
    { id: 'intermediate', from: 1, interpretation: 'Intermediate probability (1).' },
    { id: 'high', from: 2, interpretation: 'High probability (2 to 3).' },
  ],
  references: [
    {
      title: 'Constans J et al. A clinical prediction score for upper extremity DVT',
      doi: '10.1160/TH07-08-0485',
      year: 2008,
    },
  ],
  compute: (v) =>
    sumOf({
      venous_material: pointsIf(v.venous_material),
      localized_pain: pointsIf(v.localized_pain),
      unilateral_arm_edema: pointsIf(v.unilateral_arm_edema),
      alternative_diagnosis: v.alternative_diagnosis ? -1 : 0,
    }),
});
