import { ownFlag, quantity } from '../../input.js';
import { onePointEach } from '../../one-point-each.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { SPEECH_DISTURBANCE } from './stroke-inputs.js';

const ROSIER_SIGNS = [
  'facial_weakness',
  'arm_weakness',
  'leg_weakness',
  'speech_disturbance',
  'visual_field_defect',
] as const;
/** 3.5 mmol/L in mg/dL. */
const HYPOGLYCEMIA = 63;

/** Recognition Of Stroke In the Emergency Room (Nor 2005). */
export const rosier = defineScore({
  id: 'rosier',
  name: 'ROSIER scale (Recognition Of Stroke In the Emergency Room)',
  aliases: ['rosier_scale'],
  group: 'neurology',
  purpose: 'Distinguishes a stroke from its mimics in the emergency department.',
  population: 'Adults with suspected stroke in the emergency department, hypoglycaemia excluded',
  unit: '{score}',
  decimals: 0,
  range: { min: -2, max: 5 },
  inputs: {
    loss_of_consciousness: ownFlag('Loss of consciousness or syncope'),
    seizure_activity: ownFlag('Seizure activity'),
    facial_weakness: ownFlag('New asymmetric facial weakness'),
    arm_weakness: ownFlag('New asymmetric arm weakness'),
    leg_weakness: ownFlag('New asymmetric leg weakness'),
    speech_disturbance: SPEECH_DISTURBANCE,
    visual_field_defect: ownFlag('New visual field defect'),
    glucose: { ...quantity('glucose', { cuts: [HYPOGLYCEMIA] }), optional: true },
  },
  categories: [
    {
      id: 'unlikely',
      from: -2,
      interpretation: 'Stroke is unlikely (0 or less), but not excluded.',
    },
    {
      id: 'likely',
      from: 1,
      interpretation: 'Stroke is likely (1 or more).',
      action: { text: 'Immediate brain imaging and the stroke team.', source: 'NICE NG128' },
    },
  ],
  references: [
    {
      title: 'Nor AM et al. The Recognition of Stroke in the Emergency Room (ROSIER) scale',
      doi: '10.1016/S1474-4422(05)70201-5',
      year: 2005,
    },
  ],
  refuses({ glucose }) {
    return glucose !== undefined && glucose < HYPOGLYCEMIA
      ? { input: 'glucose', issue: 'below 3.5 mmol/L: treat hypoglycaemia and assess again' }
      : undefined;
  },
  compute: (v) =>
    sumOf({
      loss_of_consciousness: pointsIf(v.loss_of_consciousness, -1),
      seizure_activity: pointsIf(v.seizure_activity, -1),
      ...onePointEach(v, ROSIER_SIGNS),
    }),
});
