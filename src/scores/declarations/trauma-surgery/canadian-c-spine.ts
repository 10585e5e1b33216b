import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const SOURCE = 'Stiell 2001, 10.1001/jama.286.15.1841';
const LOW_RISK = [
  'simple_rear_end_collision',
  'sitting_in_emergency_department',
  'ambulatory_at_any_time',
  'delayed_neck_pain',
  'no_midline_tenderness',
] as const;

interface HighRisk {
  readonly age?: number;
  readonly c_spine_dangerous_mechanism?: boolean;
  readonly extremity_paresthesias?: boolean;
}

/** Whether the known inputs have a factor that requires imaging in any case. */
const highRisk = (v: HighRisk): boolean =>
  (v.age ?? 0) >= 65 || v.c_spine_dangerous_mechanism === true || v.extremity_paresthesias === true;

/** Whether all factors are known to be absent that allow the neck to be examined. */
const noLowRisk = (v: { readonly [K in (typeof LOW_RISK)[number]]?: boolean }): boolean =>
  LOW_RISK.every((name) => v[name] === false);

/** Need of imaging of the cervical spine after injury (Stiell 2001): 1 imaging, 0 none. */
export const canadianCSpine = defineScore({
  id: 'canadian_c_spine',
  name: 'Canadian C-spine rule',
  aliases: ['canadian_c_spine_rule', 'ccr', 'canadian_cspine'],
  group: 'trauma and surgery',
  purpose: 'Says whether an alert patient needs imaging of the cervical spine after an injury.',
  population:
    'Alert (GCS 15), stable patients of 16 years and over with neck pain or injury above the ' +
    'clavicles; no known vertebral disease, not pregnant, no paralysis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    age: quantity('age', { min: 16, cuts: [65], monotone: 'rising' }),
    c_spine_dangerous_mechanism: ownFlag('Dangerous mechanism', {
      help:
        'Fall from 0.9 m (3 feet) or 5 stairs; axial load; motor vehicle above 100 km/h, rollover ' +
        'or ejection; motorised recreational vehicle; bicycle collision',
    }),
    extremity_paresthesias: ownFlag('Paraesthesias in the extremities'),
    simple_rear_end_collision: ownFlag('Simple rear-end motor vehicle collision', {
      help: 'Not: pushed into traffic, hit by bus or large truck, rollover, high speed',
    }),
    sitting_in_emergency_department: ownFlag('Sitting in the emergency department'),
    ambulatory_at_any_time: ownFlag('Walked at any time since the injury'),
    delayed_neck_pain: ownFlag('Neck pain began later, not at once'),
    no_midline_tenderness: ownFlag('No midline tenderness of the cervical spine'),
    can_rotate_neck_45_degrees: {
      ...ownFlag('Turns the neck actively 45° to left and right', {
        help: 'Tested only where there is no high-risk factor and a low-risk factor',
      }),
      optional: true,
    },
  },
  categories: [
    {
      id: 'no-imaging',
      from: 0,
      interpretation: 'No high-risk factor, a low-risk factor, and the neck turns: no imaging.',
      action: { text: 'Clear the cervical spine without imaging.', source: SOURCE },
    },
    {
      id: 'imaging',
      from: 1,
      interpretation: 'The cervical spine cannot be cleared by examination.',
      action: { text: 'Image the cervical spine (CT); keep it immobilised.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'Stiell IG et al. The Canadian C-spine rule for radiography in alert and stable patients',
      doi: '10.1001/jama.286.15.1841',
      year: 2001,
    },
  ],
  alsoNeeds: (v) => (highRisk(v) || noLowRisk(v) ? [] : ['can_rotate_neck_45_degrees']),
  compute: (v) => ({
    value: highRisk(v) || noLowRisk(v) || !v.can_rotate_neck_45_degrees ? 1 : 0,
  }),
});
