import { ownFlag, ownQuantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const PIERCE = 'Pierce 2021, 10.1001/jamanetworkopen.2021.5832';

/** Bruises of a small child that point to abuse: places, patterns, and any before 5 months. */
export const ten4Facesp = defineScore({
  id: 'ten_4_facesp',
  name: 'TEN-4-FACESp bruising rule',
  aliases: ['ten4_facesp', 'ten_4_faces_p', 'bruising_abuse_rule'],
  group: 'paediatrics',
  purpose: 'Identifies which bruises of a small child call for an evaluation for abuse.',
  population: 'Children below 4 years with a bruise',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    age_months: ownQuantity('Age in months', 'mo', [0, 47.99], 0.1, {
      cuts: [5],
      monotone: 'falling',
      fixed: true,
    }),
    any_bruise: ownFlag('Any bruise', { help: 'Counts up to 4.99 months of age.' }),
    torso_bruise: ownFlag('Bruise on the torso: chest, abdomen, back, buttocks, genitals'),
    ear_bruise: ownFlag('Bruise on an ear'),
    neck_bruise: ownFlag('Bruise on the neck'),
    frenulum_injury: ownFlag('Injury of a frenulum'),
    jaw_angle_bruise: ownFlag('Bruise at the angle of the jaw'),
    cheek_bruise: ownFlag('Bruise on the fleshy cheek'),
    eyelid_bruise: ownFlag('Bruise on an eyelid'),
    subconjunctival_hemorrhage: ownFlag('Subconjunctival haemorrhage'),
    patterned_bruise: ownFlag('Patterned bruise'),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'None of the features; history still counts.' },
    {
      id: 'positive',
      from: 1,
      interpretation: 'At least one feature that points to abuse.',
      action: {
        text: 'Evaluate for abuse unless an accident in public explains it plausibly.',
        source: PIERCE,
      },
    },
  ],
  references: [
    {
      title:
        'Pierce MC et al. Validation of a clinical decision rule to predict abuse in young ' +
        'children based on bruising characteristics',
      doi: '10.1001/jamanetworkopen.2021.5832',
      year: 2021,
    },
  ],
  compute: ({ age_months, any_bruise, ...places }) =>
    sumOf({
      any_bruise: pointsIf(any_bruise && age_months < 5),
      ...onePointEach(places),
    }),
});
