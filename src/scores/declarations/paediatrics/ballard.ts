import type { QuantityInput } from '../../input.js';
import { item } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

/** Key, title, scale and what its ends look like. */
const SIGNS = [
  ['posture', 'Posture', 0, 4, '0 arms and legs extended … 4 full flexion'],
  ['square_window', 'Square window (wrist)', -1, 4, '−1 >90°, 0 90°, 1 60°, 2 45°, 3 30°, 4 0°'],
  ['arm_recoil', 'Arm recoil', 0, 4, '0 180°, 1 140–180°, 2 110–140°, 3 90–110°, 4 <90°'],
  [
    'popliteal_angle',
    'Popliteal angle',
    -1,
    5,
    '−1 180°, 0 160°, 1 140°, 2 120°, 3 100°, 4 90°, 5 <90°',
  ],
  ['scarf_sign', 'Scarf sign', -1, 4, '−1 elbow far beyond the midline … 4 does not reach it'],
  ['heel_to_ear', 'Heel to ear', -1, 4, '−1 heel reaches the ear … 4 marked resistance'],
  ['skin', 'Skin', -1, 5, '−1 sticky, transparent … 5 leathery, cracked, wrinkled'],
  [
    'lanugo',
    'Lanugo',
    -1,
    4,
    '−1 none, 0 sparse, 1 abundant, 2 thinning, 3 bald areas, 4 mostly bald',
  ],
  [
    'plantar_surface',
    'Plantar surface',
    -2,
    4,
    'heel to toe −2 <40 mm, −1 40–50 mm, 0 >50 mm without crease … 4 creases over the whole sole',
  ],
  ['breast', 'Breast', -1, 4, '−1 imperceptible … 4 full areola, bud of 5–10 mm'],
  ['eye_and_ear', 'Eye and ear', -2, 4, 'lids fused −2 tightly, −1 loosely … 4 thick cartilage'],
  ['genitals', 'Genitals', -1, 4, '−1 scrotum flat, clitoris prominent … 4 mature for the sex'],
] as const;
type Sign = (typeof SIGNS)[number][0];

const inputs = Object.fromEntries(
  SIGNS.map(([key, title, min, max, help]) => [key, item(title, [min, max], help)]),
) as Record<Sign, QuantityInput>;

/** The lowest total of the published table (20 weeks). */
const MIN = -10;

/**
 * Gestational age in weeks by a total of −10 to 50: the published table (−10 is 20 weeks, each five
 * points two weeks more) and the straight line between its rows.
 */
export function ballardWeeks(total: number): number {
  return 24 + 0.4 * total;
}

const totalOf = (values: Readonly<Record<Sign, number>>) => sumOf(values).value;

/** Maturity of the newborn from six neuromuscular and six physical signs (Ballard 1991). */
export const ballard = defineScore({
  id: 'ballard',
  name: 'New Ballard Score',
  aliases: ['new_ballard_score', 'ballard_score', 'ballard_maturational_assessment'],
  group: 'paediatrics',
  purpose: 'Estimates the gestational age of a newborn from its maturity.',
  population: 'Newborns of 20 to 44 weeks, examined within the first days of life',
  unit: '{score}',
  decimals: 0,
  range: { min: -10, max: 50 },
  inputs,
  categories: [
    { id: 'extremely preterm', from: -10, interpretation: 'Extremely preterm (below 28 weeks).' },
    { id: 'very preterm', from: 10, interpretation: 'Very preterm (28 to below 32 weeks).' },
    {
      id: 'moderate to late preterm',
      from: 20,
      interpretation: 'Moderate to late preterm (32 to below 37 weeks).',
    },
    { id: 'term', from: 33, interpretation: 'Term (37 to below 42 weeks).' },
    { id: 'post-term', from: 45, interpretation: 'Post-term (42 weeks and more).' },
  ],
  references: [
    {
      title: 'Ballard JL et al. New Ballard Score, expanded to include extremely premature infants',
      doi: '10.1016/s0022-3476(05)82056-6',
      year: 1991,
    },
  ],
  refuses(v) {
    const isComplete = SIGNS.every(([key]) => v[key] !== undefined);
    return isComplete && totalOf(v as Record<Sign, number>) < MIN
      ? {
          input: 'plantar_surface',
          issue: 'makes a total below −10, which the table does not hold',
        }
      : undefined;
  },
  compute(v) {
    const { value, points } = sumOf(v);
    return {
      value,
      points,
      derived: [
        { name: 'gestational_age', value: Number(ballardWeeks(value).toFixed(1)), unit: 'wk' },
      ],
      warnings: ['accurate to about two weeks either way'],
    };
  },
});
