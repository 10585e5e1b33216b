import { ownFlag } from '../../input.js';
import { defineScore, pointsIf } from '../../score.js';
import { RASS_GRADE } from '../mental-health/rass.js';
import { ACUTE_OR_FLUCTUATING, CAM_CATEGORIES, DISORGANIZED_THINKING, hasDelirium } from './cam.js';

/** Delirium in intensive care, ventilated patients included (Ely 2001). */
export const camIcu = defineScore({
  id: 'cam_icu',
  name: 'Confusion Assessment Method for the ICU',
  aliases: ['cam_icu_delirium', 'confusion_assessment_method_icu'],
  group: 'old age',
  purpose: 'Determines whether a patient in intensive care meets the criteria of delirium.',
  population: 'Adults in intensive care who respond to voice (RASS −3 to +4)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    rass: RASS_GRADE,
    acute_or_fluctuating: ACUTE_OR_FLUCTUATING,
    cam_icu_inattention: ownFlag('Inattention', {
      help: 'More than two errors in ten letters, squeezing the hand at each A.',
    }),
    disorganized_thinking: DISORGANIZED_THINKING,
  },
  categories: CAM_CATEGORIES,
  references: [
    {
      title:
        'Ely EW et al. Evaluation of delirium in critically ill patients: validation of the ' +
        'Confusion Assessment Method for the Intensive Care Unit (CAM-ICU)',
      doi: '10.1097/00003246-200107000-00012',
      year: 2001,
    },
    {
      title:
        'Ely EW et al. Delirium in mechanically ventilated patients: validity and reliability of ' +
        'the CAM-ICU',
      doi: '10.1001/jama.286.21.2703',
      year: 2001,
    },
  ],
  refuses({ rass }) {
    return rass !== undefined && rass <= -4
      ? { input: 'rass', issue: 'at −4 and −5 delirium cannot be assessed; try again later' }
      : undefined;
  },
  compute: (v) => ({
    value: pointsIf(
      hasDelirium({
        acuteOrFluctuating: v.acute_or_fluctuating,
        inattention: v.cam_icu_inattention,
        disorganizedThinking: v.disorganized_thinking,
        alteredConsciousness: Math.round(v.rass) !== 0,
      }),
    ),
  }),
});
