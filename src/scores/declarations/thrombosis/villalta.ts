import { grade, ownFlag } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

const item = (title: string) =>
  grade(title, [0, 3], { help: '0 none, 1 mild, 2 moderate, 3 severe.', monotone: 'rising' });

const ITEMS = {
  leg_pain: item('Pain'),
  cramps: item('Cramps'),
  heaviness: item('Heaviness'),
  paresthesia: item('Paraesthesia'),
  pruritus: item('Itching'),
  pretibial_edema: item('Pretibial oedema'),
  skin_induration: item('Induration of the skin'),
  hyperpigmentation: item('Hyperpigmentation'),
  redness: item('Redness'),
  venous_ectasia: item('Venous ectasia'),
  pain_on_calf_compression: item('Pain on calf compression'),
} as const;

function severityOf(points: number): string {
  if (points >= 15) return 'severe';
  if (points >= 10) return 'moderate';
  return points >= 5 ? 'mild' : 'none';
}

/** Severity of the post-thrombotic syndrome (ISTH definition, Kahn 2009). */
export const villalta = defineScore({
  id: 'villalta',
  name: 'Villalta score',
  aliases: ['villalta_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Diagnoses and grades the post-thrombotic syndrome of a leg.',
  population: 'Adults at least 3 months after deep vein thrombosis of the leg',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 33 },
  inputs: { ...ITEMS, venous_ulcer: ownFlag('Venous ulcer of the leg') },
  categories: [
    { id: 'none', interpretation: 'No post-thrombotic syndrome (0 to 4).' },
    { id: 'mild', interpretation: 'Mild post-thrombotic syndrome (5 to 9).' },
    { id: 'moderate', interpretation: 'Moderate post-thrombotic syndrome (10 to 14).' },
    {
      id: 'severe',
      interpretation: 'Severe post-thrombotic syndrome (15 and above, or a venous ulcer).',
    },
  ],
  references: [
    {
      title: 'Kahn SR et al. Definition of post-thrombotic syndrome of the leg (ISTH)',
      doi: '10.1111/j.1538-7836.2009.03294.x',
      year: 2009,
    },
  ],
  compute({ venous_ulcer, ...items }) {
    const { value, points } = sumOf(items);
    return { value, points, category: venous_ulcer ? 'severe' : severityOf(value) };
  },
});
