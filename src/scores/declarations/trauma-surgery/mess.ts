import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, stepsFrom, sumOf } from '../../score.js';

const ENERGY = { low: 1, medium: 2, high: 3, very_high: 4 } as const;
const ISCHEMIA = { none: 0, reduced_pulse: 1, pulseless: 2, insensate: 3 } as const;
const SHOCK = { none: 0, transient: 1, persistent: 2 } as const;
// Below 30, 30 to 50, above 50 years, in completed years.
const agePoints = stepsFrom(0, [30, 1], [51, 2]);

/** Salvage or amputation of a mangled limb (Johansen 1990). */
export const mess = defineScore({
  id: 'mess',
  name: 'Mangled Extremity Severity Score',
  aliases: ['mangled_extremity_severity_score', 'mangled_extremity'],
  group: 'trauma and surgery',
  purpose: 'Predicts whether a mangled limb can be saved.',
  population: 'Patients with a severe injury of a (lower) limb',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 14 },
  inputs: {
    injury_energy: choice('Energy of the injury of bone and soft tissue', {
      low: 'low: stab, simple fracture, pistol wound',
      medium: 'medium: open or multiple fractures, dislocation',
      high: 'high: high-speed crash, rifle, close-range shotgun, crush',
      very_high: 'very high: as high, with gross contamination or soft-tissue avulsion',
    }),
    limb_ischemia: choice('Ischaemia of the limb', {
      none: 'none: normal pulse and perfusion',
      reduced_pulse: 'pulse reduced or absent, perfusion normal',
      pulseless: 'no pulse, paraesthesias, slow capillary refill',
      insensate: 'cool, paralysed, insensate, numb',
    }),
    ischemia_over_6_hours: ownFlag('Ischaemia for more than 6 hours', {
      help: 'Doubles the points of ischaemia',
    }),
    shock_state: choice('Shock', {
      none: 'systolic pressure always above 90 mmHg',
      transient: 'transient hypotension',
      persistent: 'persistent hypotension',
    }),
    age: quantity('age', { cuts: agePoints.cuts, monotone: 'rising' }),
  },
  categories: [
    { id: 'salvage', from: 1, interpretation: 'Below 7: the limb could be saved in the cohort.' },
    {
      id: 'amputation',
      from: 7,
      interpretation:
        '7 or more predicted amputation in the cohort; later studies found it less certain.',
    },
  ],
  references: [
    {
      title: 'Johansen K et al. Objective criteria accurately predict amputation following trauma',
      doi: '10.1097/00005373-199005000-00007',
      year: 1990,
    },
    {
      title: 'Bosse MJ et al. A prospective evaluation of lower-extremity injury-severity scores',
      doi: '10.2106/00004623-200101000-00002',
      year: 2001,
    },
  ],
  compute: (v) =>
    sumOf({
      injury_energy: ENERGY[v.injury_energy],
      limb_ischemia: ISCHEMIA[v.limb_ischemia],
      ischemia_over_6_hours: v.ischemia_over_6_hours ? ISCHEMIA[v.limb_ischemia] : 0,
      shock_state: SHOCK[v.shock_state],
      age: agePoints(Math.floor(v.age)),
    }),
});
