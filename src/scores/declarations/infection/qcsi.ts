import { quantity } from '../../input.js';
import { defineScore, stepsAbove, sumOf } from '../../score.js';

const breathing = stepsAbove(0, [22, 1], [28, 2]);
const saturation = stepsAbove(5, [88, 2], [92, 0]);
const flow = stepsAbove(0, [2, 4], [4, 5]);

/** Progression to respiratory failure within 24 hours, by the least points of a group. */
const FAILURE: ReadonlyArray<readonly [from: number, rate: number]> = [
  [10, 0.57],
  [7, 0.44],
  [4, 0.3],
  [0, 0.04],
];

export const qcsi = defineScore({
  id: 'qcsi',
  name: 'Quick COVID-19 Severity Index',
  aliases: ['quick_covid_19_severity_index'],
  group: 'infection',
  purpose: 'Estimates the risk of respiratory failure within 24 hours of admission with COVID-19.',
  population: 'Adults admitted from the emergency department with COVID-19 on up to 6 L/min oxygen',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    respiratory_rate: quantity('respiratory_rate', { cuts: breathing.cuts, monotone: 'rising' }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: saturation.cuts,
      monotone: 'falling',
      help: 'The lowest of the first four hours.',
    }),
    oxygen_flow: quantity('oxygen_flow', {
      max: 6,
      cuts: flow.cuts,
      monotone: 'rising',
      help: 'By nasal cannula; 0 on room air.',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 4 % went into respiratory failure.' },
    { id: 'low-intermediate', from: 4, interpretation: '30 % went into respiratory failure.' },
    { id: 'high-intermediate', from: 7, interpretation: '44 % went into respiratory failure.' },
    { id: 'high', from: 10, interpretation: 'High risk: 57 % went into respiratory failure.' },
  ],
  references: [
    {
      title:
        'Haimovich AD et al. Development and validation of the Quick COVID-19 Severity Index: a ' +
        'prognostic tool for early clinical decompensation',
      doi: '10.1016/j.annemergmed.2020.07.022',
      year: 2020,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      respiratory_rate: breathing(v.respiratory_rate),
      oxygen_saturation: saturation(v.oxygen_saturation),
      oxygen_flow: flow(v.oxygen_flow),
    });
    const probability = FAILURE.find(([from]) => value >= from)?.[1] ?? 0;
    return {
      value,
      points,
      risk: { outcome: 'respiratory failure', probability, horizon: '24 hours' },
    };
  },
});
