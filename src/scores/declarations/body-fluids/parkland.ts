import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const ML_PER_KG_PERCENT = 4;
const FIRST_HOURS = 8;

export const parkland = defineScore({
  id: 'parkland',
  name: 'Parkland formula for burns',
  aliases: ['parkland_formula', 'burn_fluids', 'baxter'],
  group: 'body and fluids',
  purpose: 'Crystalloid for the first 24 hours after a burn: 4 mL · kg · % of body surface.',
  population: 'Partial and full thickness burns of 15–20 % of the body surface or more',
  unit: 'mL',
  decimals: 0,
  inputs: {
    weight: quantity('weight', { monotone: 'rising' }),
    burned_surface_area: ownQuantity(
      'Burned body surface, partial and full thickness',
      '%',
      [1, 100],
      1,
      { monotone: 'rising', help: 'Without superficial (first degree) burns.' },
    ),
    hours_since_burn: ownQuantity('Hours since the burn', 'h', [0, 24], 0.5, { optional: true }),
  },
  categories: [
    {
      id: 'volume',
      from: 0,
      interpretation: 'A start for the first 24 hours from the burn, not from arrival.',
      action: {
        text:
          'Lactated Ringer, half in the first 8 hours; steer by urine output (0.5 mL/kg/h in ' +
          'adults, 1 in small children). ATLS now starts at 2 mL/kg/% (3 in children).',
        source: 'ATLS 10th edition, 2018',
      },
    },
  ],
  references: [
    {
      title:
        'Baxter CR, Shires T. Physiological response to crystalloid resuscitation of severe burns',
      doi: '10.1111/j.1749-6632.1968.tb14738.x',
      year: 1968,
    },
  ],
  compute({ weight, burned_surface_area, hours_since_burn }) {
    const value = ML_PER_KG_PERCENT * weight * burned_surface_area;
    const half = value / 2;
    const left = hours_since_burn === undefined ? undefined : FIRST_HOURS - hours_since_burn;
    return {
      value: rounded(value, 0),
      derived: [
        { name: 'first_8_hours', value: rounded(half, 0), unit: 'mL' },
        { name: 'next_16_hours', value: rounded(half, 0), unit: 'mL' },
        { name: 'rate_first_8_hours', value: rounded(half / FIRST_HOURS, 0), unit: 'mL/h' },
        { name: 'rate_next_16_hours', value: rounded(half / 16, 0), unit: 'mL/h' },
        ...(left !== undefined && left > 0
          ? [{ name: 'rate_until_hour_8', value: rounded(half / left, 0), unit: 'mL/h' }]
          : []),
      ],
      warnings:
        left !== undefined && left > 0 && left < FIRST_HOURS
          ? ['rate_until_hour_8 assumes that nothing has been given yet; subtract what has.']
          : [],
    };
  },
});
