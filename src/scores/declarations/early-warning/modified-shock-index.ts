import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** Heart rate (/min) over mean arterial pressure (mmHg). Liu et al. 2012. */
export function modifiedShockIndexOf(heartRate: number, meanPressureMmHg: number): number {
  return heartRate / meanPressureMmHg;
}

function bandOf(value: number): string {
  if (value > 1.3) return 'high';
  return value < 0.7 ? 'low' : 'normal';
}

export const modifiedShockIndex = defineScore({
  id: 'modified_shock_index',
  name: 'Modified shock index',
  aliases: ['msi'],
  group: 'early warning and sepsis',
  purpose: 'Shows occult shock as heart rate over mean arterial pressure.',
  population: 'Adults in the emergency department',
  unit: '1',
  decimals: 2,
  inputs: {
    heart_rate: quantity('heart_rate', { monotone: 'rising' }),
    mean_arterial_pressure: quantity('mean_arterial_pressure', {
      monotone: 'falling',
      help: 'Diastolic pressure plus a third of the pulse pressure, where it is not measured.',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below 0.7: tied to higher mortality, as in a hyperdynamic or late state.',
    },
    { id: 'normal', from: 0.7, interpretation: 'From 0.7 to 1.3: not tied to higher mortality.' },
    {
      id: 'high',
      from: 1.3,
      interpretation: 'Above 1.3: tied to higher mortality; stroke volume and resistance are low.',
    },
  ],
  references: [
    {
      title: 'Liu YC et al. Modified shock index and mortality rate of emergency patients',
      doi: '10.5847/wjem.j.issn.1920-8642.2012.02.006',
      year: 2012,
    },
  ],
  compute(v) {
    const value = modifiedShockIndexOf(v.heart_rate, v.mean_arterial_pressure);
    return { value, category: bandOf(value) };
  },
});
