import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** Heart rate (/min) over systolic pressure (mmHg). Allgöwer & Burri 1967. */
export function shockIndexOf(heartRate: number, systolicMmHg: number): number {
  return heartRate / systolicMmHg;
}

function bandOf(value: number): string {
  if (value >= 1) return 'high';
  return value > 0.7 ? 'raised' : 'normal';
}

export const shockIndex = defineScore({
  id: 'shock_index',
  name: 'Shock index',
  aliases: ['si', 'allgoewer_index', 'allgower_index'],
  group: 'early warning and sepsis',
  purpose: 'Shows occult shock as heart rate over systolic pressure.',
  population: 'Adults with possible bleeding, sepsis or another cause of shock',
  unit: '1',
  decimals: 2,
  inputs: {
    heart_rate: quantity('heart_rate', { monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { monotone: 'falling' }),
  },
  categories: [
    { id: 'normal', from: 0, interpretation: 'In the range of healthy adults (0.5–0.7) or below.' },
    {
      id: 'raised',
      from: 0.7,
      interpretation:
        'Above that of healthy adults: shock may be near although pressure still holds.',
    },
    {
      id: 'high',
      from: 1,
      interpretation: 'Tied to higher mortality, massive transfusion and intensive care.',
    },
  ],
  references: [
    {
      title: 'Allgöwer M, Burri C. Schockindex',
      doi: '10.1055/s-0028-1106070',
      year: 1967,
    },
    {
      title:
        'Koch E et al. Shock index in the emergency department: utility and limitations. ' +
        'Open Access Emergency Medicine',
      doi: '10.2147/OAEM.S178358',
      year: 2019,
    },
  ],
  compute(v) {
    const value = shockIndexOf(v.heart_rate, v.systolic_bp);
    return { value, category: bandOf(value) };
  },
});
