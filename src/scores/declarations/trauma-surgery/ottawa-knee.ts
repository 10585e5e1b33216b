import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { CANNOT_BEAR_WEIGHT, filmCategories } from './x-ray-rules.js';

const FINDINGS = [
  'isolated_patella_tenderness',
  'fibula_head_tenderness',
  'cannot_flex_knee_90_degrees',
  'cannot_bear_weight_four_steps',
] as const;

/** Need of a knee film after injury (Stiell 1995); counts the findings. */
export const ottawaKnee = defineScore({
  id: 'ottawa_knee',
  name: 'Ottawa knee rule',
  aliases: ['ottawa_knee_rule'],
  group: 'trauma and surgery',
  purpose: 'Says who needs a film of the knee after an injury.',
  population: 'Patients with an acute blunt injury of the knee (made in adults)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    age: quantity('age', { min: 2, cuts: [55], monotone: 'rising' }),
    isolated_patella_tenderness: ownFlag('Tenderness of the patella and of no other bone'),
    fibula_head_tenderness: ownFlag('Tenderness of the head of the fibula'),
    cannot_flex_knee_90_degrees: ownFlag('Cannot flex the knee to 90°'),
    cannot_bear_weight_four_steps: CANNOT_BEAR_WEIGHT,
  },
  categories: filmCategories('knee', 'Stiell 1995, 10.1016/S0196-0644(95)70106-0'),
  references: [
    {
      title:
        'Stiell IG et al. Derivation of a decision rule for radiography in acute knee injuries',
      doi: '10.1016/S0196-0644(95)70106-0',
      year: 1995,
    },
  ],
  compute: (v) => sumOf({ age: pointsIf(v.age >= 55), ...onePointEach(v, FINDINGS) }),
});
