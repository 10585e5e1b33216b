import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Rate in mL/h: 4 per kg up to 10 kg, 2 per kg up to 20 kg and 1 per kg beyond. */
export function maintenanceRate(weightKg: number): number {
  return 4 * Math.min(weightKg, 10) + 2 * bandOf(weightKg, 10, 20) + Math.max(0, weightKg - 20);
}

/** Volume in mL/d: 100 per kg up to 10 kg, 50 per kg up to 20 kg and 20 per kg beyond. */
export function maintenanceVolume(weightKg: number): number {
  return (
    100 * Math.min(weightKg, 10) + 50 * bandOf(weightKg, 10, 20) + 20 * Math.max(0, weightKg - 20)
  );
}

const bandOf = (value: number, from: number, to: number) => Math.max(0, Math.min(value, to) - from);

export const maintenanceFluids = defineScore({
  id: 'maintenance_fluids',
  name: 'Maintenance fluids (Holliday–Segar, 4-2-1)',
  aliases: [
    'maintenance_fluid',
    'holliday_segar',
    'four_two_one',
    '4_2_1_rule',
    'maintenance_fluids_calculation',
  ],
  group: 'body and fluids',
  purpose: 'Fluid per hour that covers normal losses.',
  population: 'Children after the first month and adults without other losses or retention',
  unit: 'mL/h',
  decimals: 1,
  inputs: { weight: quantity('weight', { min: 2, cuts: [10, 20], monotone: 'rising' }) },
  categories: [
    {
      id: 'rate',
      from: 0,
      interpretation: 'A start for maintenance, without deficit and ongoing losses.',
      action: {
        text:
          'Give isotonic fluid with glucose and potassium as needed; restrict in heart, kidney or ' +
          'brain disease; measure sodium.',
        source: 'AAP guideline on maintenance intravenous fluids in children 2018',
      },
    },
  ],
  references: [
    {
      title: 'Holliday MA, Segar WE. The maintenance need for water in parenteral fluid therapy',
      doi: '10.1542/peds.19.5.823',
      year: 1957,
    },
    {
      title:
        'Feld LG et al. Clinical practice guideline: maintenance intravenous fluids in children',
      doi: '10.1542/peds.2018-3083',
      year: 2018,
    },
  ],
  compute: ({ weight }) => ({
    value: rounded(maintenanceRate(weight), 1),
    derived: [{ name: 'daily_volume', value: rounded(maintenanceVolume(weight), 0), unit: 'mL/d' }],
    warnings:
      weight > 80 ? ['Adults rarely need more than about 2.5 L a day for maintenance.'] : [],
  }),
});
