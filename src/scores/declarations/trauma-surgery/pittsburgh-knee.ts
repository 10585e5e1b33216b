import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { filmCategories } from './x-ray-rules.js';

/** Need of a knee film after a fall or blunt trauma (Seaberg 1994): 1 film, 0 none. */
export const pittsburghKnee = defineScore({
  id: 'pittsburgh_knee',
  name: 'Pittsburgh knee rule',
  aliases: ['pittsburgh_knee_rule', 'pittsburgh_knee_rules'],
  group: 'trauma and surgery',
  purpose: 'Says who needs a film of the knee after a fall or blunt trauma.',
  population: 'Patients of any age with a knee injury within six days',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    fall_or_blunt_trauma: ownFlag('Fall or blunt trauma as mechanism'),
    age: quantity('age', { cuts: [12, 51] }),
    cannot_walk_four_steps_now: ownFlag('Cannot walk four weight-bearing steps now', {
      help: 'In the emergency department, with full weight on toe pad and heel',
    }),
  },
  categories: filmCategories('knee', 'Seaberg 1994, 10.1016/0735-6757(94)90268-2'),
  references: [
    {
      title: 'Seaberg DC, Jackson R. Clinical decision rule for knee radiographs',
      doi: '10.1016/0735-6757(94)90268-2',
      year: 1994,
    },
  ],
  compute(v) {
    const years = Math.floor(v.age);
    const extremeAge = years < 12 || years > 50;
    const film = v.fall_or_blunt_trauma && (extremeAge || v.cannot_walk_four_steps_now);
    return { value: film ? 1 : 0 };
  },
});
