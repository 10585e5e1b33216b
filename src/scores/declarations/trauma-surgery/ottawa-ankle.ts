import { ownFlag } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, sumOf } from '../../score.js';
import { CANNOT_BEAR_WEIGHT, filmCategories, STIELL_1993 } from './x-ray-rules.js';

const FINDINGS = [
  'lateral_malleolus_tenderness',
  'medial_malleolus_tenderness',
  'cannot_bear_weight_four_steps',
] as const;

/** Need of an ankle film after injury (Stiell 1993); counts the findings. */
export const ottawaAnkle = defineScore({
  id: 'ottawa_ankle',
  name: 'Ottawa ankle rule',
  aliases: ['ottawa_ankle_rule', 'ottawa_ankle_rules'],
  group: 'trauma and surgery',
  purpose: 'Says who needs a film of the ankle after an injury.',
  population: 'Adults with pain in the malleolar zone after a blunt injury within 10 days',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    lateral_malleolus_tenderness: ownFlag(
      'Bone tenderness of the posterior edge (distal 6 cm) or tip of the lateral malleolus',
    ),
    medial_malleolus_tenderness: ownFlag(
      'Bone tenderness of the posterior edge (distal 6 cm) or tip of the medial malleolus',
    ),
    cannot_bear_weight_four_steps: CANNOT_BEAR_WEIGHT,
    malleolar_zone_pain: { ...ownFlag('Pain in the malleolar zone'), optional: true },
  },
  categories: filmCategories('ankle', `Stiell 1993, ${STIELL_1993.doi}`),
  references: [STIELL_1993],
  refuses: ({ malleolar_zone_pain }) =>
    malleolar_zone_pain === false
      ? { input: 'malleolar_zone_pain', issue: 'the rule is only for pain in the malleolar zone' }
      : undefined,
  compute: (v) => sumOf(onePointEach(v, FINDINGS)),
});
