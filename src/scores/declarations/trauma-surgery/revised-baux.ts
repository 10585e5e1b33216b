import { quantity } from '../../input.js';
import { defineScore, total } from '../../score.js';
import { burnArea, INHALATION_INJURY } from './burn-inputs.js';

/** Age plus burnt surface plus 17 for inhalation injury (Osler 2010). */
export const revisedBaux = defineScore({
  id: 'revised_baux',
  name: 'Revised Baux score',
  aliases: ['rbaux', 'baux', 'baux_score'],
  group: 'trauma and surgery',
  purpose: 'Ranks the risk of dying of a burn.',
  population: 'Patients with a burn',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 247 },
  inputs: {
    age: quantity('age', { monotone: 'rising' }),
    burn_area_percent: burnArea([]),
    inhalation_injury: INHALATION_INJURY,
  },
  categories: [
    { id: 'lower', from: 0, interpretation: 'Below 110: fewer than half die.' },
    { id: 'high', from: 110, interpretation: 'From about 110 on half or more die.' },
    { id: 'extreme', from: 160, interpretation: 'From about 160 on survival is exceptional.' },
  ],
  references: [
    {
      title:
        'Osler T, Glance LG, Hosmer DW. Simplified estimates of the probability of death after ' +
        'burn injuries: extending and updating the Baux score',
      doi: '10.1097/TA.0b013e3181c453b3',
      year: 2010,
    },
    {
      title: 'Roberts G et al. The Baux score is dead. Long live the Baux score',
      doi: '10.1097/TA.0b013e31824052bb',
      year: 2012,
    },
  ],
  compute(v) {
    const points = {
      age: v.age,
      burn_area_percent: v.burn_area_percent,
      inhalation_injury: v.inhalation_injury ? 17 : 0,
    };
    return {
      value: total(points),
      points,
      derived: [{ name: 'baux', value: v.age + v.burn_area_percent, unit: '{score}' }],
    };
  },
});
