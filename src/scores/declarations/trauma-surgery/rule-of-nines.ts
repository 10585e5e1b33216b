import { ownQuantity, quantity } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

/** Share of an adult's body surface by region, in %. */
const REGIONS = {
  head_and_neck: 9,
  anterior_trunk: 18,
  posterior_trunk: 18,
  right_arm: 9,
  left_arm: 9,
  right_leg: 18,
  left_leg: 18,
  perineum: 1,
} as const;
type Region = keyof typeof REGIONS;

const burnt = (title: string) =>
  ownQuantity(`How much of the ${title} is burnt`, '%', [0, 100], 1, {
    monotone: 'rising',
    help: 'In % of this region: 0 not burnt, 100 all of it (second and third degree)',
  });

/** Burnt body surface of an adult from the burnt part of each region (Wallace 1951). */
export const ruleOfNines = defineScore({
  id: 'rule_of_nines',
  name: 'Rule of nines (burnt body surface)',
  aliases: ['wallace_rule_of_nines', 'tbsa', 'burn_area'],
  group: 'trauma and surgery',
  purpose: 'Estimates how much of the body surface is burnt.',
  population: 'Adults (from about 15 years) with a burn; children need the Lund and Browder chart',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    burnt_head_and_neck: burnt('head and neck (9 % of the body surface)'),
    burnt_anterior_trunk: burnt('front of the trunk (18 % of the body surface)'),
    burnt_posterior_trunk: burnt('back of the trunk (18 % of the body surface)'),
    burnt_right_arm: burnt('right arm (9 % of the body surface)'),
    burnt_left_arm: burnt('left arm (9 % of the body surface)'),
    burnt_right_leg: burnt('right leg (18 % of the body surface)'),
    burnt_left_leg: burnt('left leg (18 % of the body surface)'),
    burnt_perineum: burnt('perineum (1 % of the body surface)'),
    age: { ...quantity('age', { min: 15 }), optional: true },
  },
  categories: [
    { id: 'smaller', from: 0, interpretation: 'Below 10 % of the body surface.' },
    {
      id: 'burn-centre',
      from: 10,
      interpretation: '10 % or more of the body surface.',
      action: {
        text: 'Speak with a burn centre about transfer (partial thickness of 10 % or more).',
        source: 'American Burn Association, guidelines for burn patient referral 2022',
      },
    },
    {
      id: 'major',
      from: 20,
      interpretation: '20 % or more: a major burn with burn shock.',
      action: {
        text: 'Start fluid resuscitation by formula and adjust to urine output; transfer.',
        source: 'American Burn Association, guidelines for burn patient referral 2022',
      },
    },
  ],
  references: [
    {
      title: 'Wallace AB. The exposure treatment of burns',
      doi: '10.1016/S0140-6736(51)91975-7',
      year: 1951,
    },
  ],
  compute(v) {
    const points = Object.fromEntries(
      Object.entries(REGIONS).map(([region, share]) => {
        const name = `burnt_${region as Region}` as const;
        return [name, (v[name] / 100) * share];
      }),
    );
    const { value } = sumOf(points);
    return { value: Number(value.toFixed(4)), points };
  },
});
