import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf, total } from '../../score.js';

const HIGH = [
  'gcs_below_15_at_2_hours',
  'suspected_open_or_depressed_skull_fracture',
  'basal_skull_fracture_sign',
  'vomiting_twice_or_more',
] as const;
const MEDIUM = ['retrograde_amnesia_30_minutes', 'dangerous_mechanism'] as const;

const SOURCE = 'Stiell 2001, 10.1016/S0140-6736(00)04561-X';
const optional = (title: string, help?: string) => ({
  ...ownFlag(title, help === undefined ? {} : { help }),
  optional: true as const,
});

/** Need of a head CT after a minor head injury (Stiell 2001); the value counts the findings. */
export const canadianCtHead = defineScore({
  id: 'canadian_ct_head',
  name: 'Canadian CT head rule',
  aliases: ['canadian_ct_head_rule', 'cchr', 'canadian_head_ct_rule'],
  group: 'neurology',
  purpose: 'Says whether an adult with a minor head injury needs a CT of the head.',
  population:
    'Patients of 16 years and over with GCS 13–15 after blunt head injury within 24 hours and ' +
    'loss of consciousness, amnesia or disorientation; not on anticoagulants, no seizure',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    age: quantity('age', { min: 16, cuts: [65], monotone: 'rising' }),
    gcs_below_15_at_2_hours: ownFlag('GCS below 15 two hours after the injury'),
    suspected_open_or_depressed_skull_fracture: ownFlag(
      'Suspected open or depressed skull fracture',
    ),
    basal_skull_fracture_sign: ownFlag('Any sign of a basal skull fracture', {
      help: 'Haemotympanum, raccoon eyes, CSF from ear or nose, Battle sign',
    }),
    vomiting_twice_or_more: ownFlag('Vomited two or more times'),
    retrograde_amnesia_30_minutes: ownFlag('Amnesia for 30 minutes or more before the impact'),
    dangerous_mechanism: ownFlag('Dangerous mechanism', {
      help: 'Pedestrian struck, ejected from a vehicle, fall from 0.9 m (3 feet) or 5 stairs',
    }),
    gcs: { ...quantity('gcs', { min: 13, help: 'On arrival' }), optional: true },
    loc_amnesia_or_disorientation: optional(
      'Witnessed loss of consciousness, amnesia or disorientation',
      'The rule is only for patients who had one of them',
    ),
    anticoagulant: optional('Takes an anticoagulant or has a bleeding disorder'),
    seizure_after_injury: optional('Seizure after the injury'),
  },
  categories: [
    {
      id: 'low',
      interpretation: 'No criterion: a head injury that needs intervention is very unlikely.',
      action: { text: 'No CT of the head; discharge with advice.', source: SOURCE },
    },
    {
      id: 'medium',
      interpretation: 'Medium risk: a brain injury may be seen on CT.',
      action: { text: 'CT of the head, or observation where CT is scarce.', source: SOURCE },
    },
    {
      id: 'high',
      interpretation: 'High risk of a neurosurgical intervention.',
      action: { text: 'CT of the head without delay.', source: SOURCE },
    },
  ],
  references: [
    {
      title: 'Stiell IG et al. The Canadian CT Head Rule for patients with minor head injury',
      doi: '10.1016/S0140-6736(00)04561-X',
      year: 2001,
    },
    {
      title:
        'Stiell IG et al. Comparison of the Canadian CT Head Rule and the New Orleans Criteria',
      doi: '10.1001/jama.294.12.1511',
      year: 2005,
    },
  ],
  refuses({ loc_amnesia_or_disorientation, anticoagulant, seizure_after_injury }) {
    if (loc_amnesia_or_disorientation === false) {
      return {
        input: 'loc_amnesia_or_disorientation',
        issue: 'the rule is only for loss of consciousness, amnesia or disorientation',
      };
    }
    if (anticoagulant) return { input: 'anticoagulant', issue: 'the rule excludes anticoagulants' };
    return seizure_after_injury
      ? { input: 'seizure_after_injury', issue: 'the rule excludes a seizure after the injury' }
      : undefined;
  },
  compute(v) {
    const high = { age: pointsIf(v.age >= 65), ...onePointEach(v, HIGH) };
    const medium = onePointEach(v, MEDIUM);
    const category = total(high) > 0 ? 'high' : total(medium) > 0 ? 'medium' : 'low';
    const { value, points } = sumOf({ ...high, ...medium });
    return { value, points, category };
  },
});
