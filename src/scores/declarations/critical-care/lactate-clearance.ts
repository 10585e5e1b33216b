import { ownQuantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** Percent of the first lactate that has gone: (first − later) / first · 100; negative on a rise. */
export function lactateClearanceOf(first: number, later: number): number {
  return ((first - later) / first) * 100;
}

export const lactateClearance = defineScore({
  id: 'lactate_clearance',
  name: 'Lactate clearance',
  aliases: ['early_lactate_clearance'],
  group: 'critical care',
  purpose: 'Shows whether resuscitation restores perfusion, as the fall of lactate in percent.',
  population: 'Adults with severe sepsis or septic shock; second value after two to six hours',
  unit: '%',
  decimals: 0,
  inputs: {
    lactate_initial: ownQuantity('First lactate', 'mmol/L', [0.5, 50], 0.1, {
      like: 'lactate',
      monotone: 'rising',
    }),
    lactate_repeat: ownQuantity('Repeated lactate', 'mmol/L', [0.1, 50], 0.1, {
      like: 'lactate',
      monotone: 'falling',
      help: 'After six hours (Nguyen 2004), or from two hours on (Jones 2010).',
    }),
  },
  categories: [
    {
      id: 'inadequate',
      from: -10_000,
      interpretation: 'Lactate fell by less than 10 %, or rose: tied to higher mortality.',
      action: {
        text: 'Reassess: source of infection, fluid responsiveness, pressure, other causes.',
        source: 'Surviving Sepsis Campaign 2021, 10.1007/s00134-021-06506-y',
      },
    },
    { id: 'adequate', from: 10, interpretation: 'Lactate fell by 10 % or more.' },
  ],
  references: [
    {
      title:
        'Nguyen HB et al. Early lactate clearance is associated with improved outcome in severe ' +
        'sepsis and septic shock',
      doi: '10.1097/01.CCM.0000132904.35713.A7',
      year: 2004,
    },
  ],
  compute: (v) => ({
    // 4.0 → 3.6 is 10 %, not 9.999999999999998.
    value: Number(lactateClearanceOf(v.lactate_initial, v.lactate_repeat).toPrecision(10)),
  }),
});
