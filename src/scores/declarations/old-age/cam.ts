import { ownFlag } from '../../input.js';
import { defineScore, pointsIf } from '../../score.js';

/** Delirium by the confusion assessment method: 1 and 2 with 3 or 4 (Inouye 1990). */
export function hasDelirium(features: {
  readonly acuteOrFluctuating: boolean;
  readonly inattention: boolean;
  readonly disorganizedThinking: boolean;
  readonly alteredConsciousness: boolean;
}): boolean {
  const { acuteOrFluctuating, inattention, disorganizedThinking, alteredConsciousness } = features;
  return acuteOrFluctuating && inattention && (disorganizedThinking || alteredConsciousness);
}

/** Features that the method and its form for intensive care share. */
export const ACUTE_OR_FLUCTUATING = ownFlag('Acute onset or fluctuating course', {
  help: 'Change from the usual mental state, or fluctuation in the last 24 hours.',
});
export const DISORGANIZED_THINKING = ownFlag('Disorganised thinking', {
  help:
    'Rambling, illogical, changes of subject; in intensive care more than one error in four ' +
    'questions and a command.',
});

export const CAM_CATEGORIES = [
  { id: 'negative', from: 0, interpretation: 'The criteria of delirium are not met.' },
  {
    id: 'positive',
    from: 1,
    interpretation: 'The criteria of delirium are met.',
    action: {
      text: 'Look for and treat the causes, review drugs, reorientate, mobilise, secure sleep.',
      source: 'NICE CG103 (2023)',
    },
  },
] as const;

export const cam = defineScore({
  id: 'cam',
  name: 'Confusion Assessment Method',
  aliases: ['confusion_assessment_method', 'cam_delirium'],
  group: 'old age',
  purpose: 'Determines whether the criteria of delirium are met.',
  population: 'Adults in hospital outside intensive care',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    acute_or_fluctuating: ACUTE_OR_FLUCTUATING,
    cam_inattention: ownFlag('Inattention', {
      help: 'Easily distracted, or loses track of what is said.',
    }),
    disorganized_thinking: DISORGANIZED_THINKING,
    altered_consciousness: ownFlag('Altered consciousness', {
      help: 'Anything but alert: vigilant, lethargic, stuporous, comatose.',
    }),
  },
  categories: CAM_CATEGORIES,
  references: [
    {
      title:
        'Inouye SK et al. Clarifying confusion: the confusion assessment method. A new method for ' +
        'detection of delirium',
      doi: '10.7326/0003-4819-113-12-941',
      year: 1990,
    },
  ],
  compute: (v) => ({
    value: pointsIf(
      hasDelirium({
        acuteOrFluctuating: v.acute_or_fluctuating,
        inattention: v.cam_inattention,
        disorganizedThinking: v.disorganized_thinking,
        alteredConsciousness: v.altered_consciousness,
      }),
    ),
  }),
});
