import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';
import { CANNOT_BEAR_WEIGHT, filmCategories, STIELL_1993 } from './x-ray-rules.js';

const FINDINGS = [
  'fifth_metatarsal_base_tenderness',
  'navicular_tenderness',
  'cannot_bear_weight_four_steps',
] as const;

/** Need of a foot film after injury (Stiell 1993); counts the findings. */
export const ottawaFoot = defineScore({
  id: 'ottawa_foot',
  name: 'Ottawa foot rule',
  aliases: ['ottawa_foot_rule'],
  group: 'trauma and surgery',
  purpose: 'Says who needs a film of the foot after an injury.',
  population: 'Adults with pain in the midfoot after a blunt injury within 10 days',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    fifth_metatarsal_base_tenderness: ownFlag(
      'Bone tenderness of the base of the fifth metatarsal',
    ),
    navicular_tenderness: ownFlag('Bone tenderness of the navicular'),
    cannot_bear_weight_four_steps: CANNOT_BEAR_WEIGHT,
    midfoot_zone_pain: { ...ownFlag('Pain in the midfoot zone'), optional: true },
  },
  categories: filmCategories('foot', `Stiell 1993, ${STIELL_1993.doi}`),
  references: [STIELL_1993],
  refuses: ({ midfoot_zone_pain }) =>
    midfoot_zone_pain === false
      ? { input: 'midfoot_zone_pain', issue: 'the rule is only for pain in the midfoot zone' }
      : undefined,
  compute: (v) => sumOf(onePointEach(v, FINDINGS)),
});
