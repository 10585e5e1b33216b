import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const FINDINGS = [
  'neck_pain_or_stiffness',
  'witnessed_loss_of_consciousness',
  'onset_during_exertion',
  'thunderclap_headache',
  'limited_neck_flexion',
] as const;
const SOURCE = 'Perry 2013, 10.1001/jama.2013.278018';

/** Exclusion of a subarachnoid haemorrhage in acute headache (Perry 2013). */
export const ottawaSah = defineScore({
  id: 'ottawa_sah',
  name: 'Ottawa subarachnoid haemorrhage rule',
  aliases: ['ottawa_sah_rule', 'ottawa_subarachnoid_hemorrhage_rule'],
  group: 'neurology',
  purpose: 'Says who with an acute headache needs no investigation for subarachnoid haemorrhage.',
  population:
    'Alert patients of 16 years and over with a new severe headache without trauma that peaks ' +
    'within one hour; no new deficit, earlier aneurysm, SAH, brain tumour or recurrent headaches',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    age: quantity('age', { min: 16, cuts: [40], monotone: 'rising' }),
    neck_pain_or_stiffness: ownFlag('Neck pain or stiffness'),
    witnessed_loss_of_consciousness: ownFlag('Witnessed loss of consciousness'),
    onset_during_exertion: ownFlag('Onset during exertion'),
    thunderclap_headache: ownFlag('Thunderclap headache (peaks at once)'),
    limited_neck_flexion: ownFlag('Limited neck flexion on examination', {
      help: 'Cannot touch the chin to the chest or, lying, raise the head 8 cm off the bed',
    }),
    new_neurological_deficit: { ...ownFlag('New neurological deficit'), optional: true },
    recurrent_headaches: {
      ...ownFlag('Three or more similar headaches over six months or more'),
      optional: true,
    },
  },
  categories: [
    {
      id: 'negative',
      from: 0,
      interpretation:
        'No criterion: subarachnoid haemorrhage is very unlikely (sensitivity 100 %, 95 % interval ' +
        '97–100 %).',
      action: { text: 'No investigation for subarachnoid haemorrhage.', source: SOURCE },
    },
    {
      id: 'positive',
      from: 1,
      interpretation: 'At least one criterion: subarachnoid haemorrhage is not excluded.',
      action: { text: 'CT of the head, best within six hours of onset.', source: SOURCE },
    },
  ],
  references: [
    {
      title: 'Perry JJ et al. Clinical decision rules to rule out subarachnoid hemorrhage',
      doi: '10.1001/jama.2013.278018',
      year: 2013,
    },
    {
      title:
        'Perry JJ et al. Prospective implementation of the Ottawa subarachnoid hemorrhage rule',
      doi: '10.1161/STROKEAHA.119.026969',
      year: 2020,
    },
  ],
  refuses({ new_neurological_deficit, recurrent_headaches }) {
    if (new_neurological_deficit) {
      return { input: 'new_neurological_deficit', issue: 'the rule excludes a new deficit' };
    }
    return recurrent_headaches
      ? { input: 'recurrent_headaches', issue: 'the rule excludes recurrent headaches' }
      : undefined;
  },
  compute: (v) => sumOf({ age: pointsIf(v.age >= 40), ...onePointEach(v, FINDINGS) }),
});
