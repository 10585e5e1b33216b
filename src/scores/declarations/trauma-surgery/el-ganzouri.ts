import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { MALLAMPATI } from './mallampati.js';

const MALLAMPATI_POINTS = { '1': 0, '2': 1, '3': 2, '4': 2 } as const;
const HISTORY = { none: 0, questionable: 1, definite: 2 } as const;
const mouth = stepsFrom(1, [4, 0]);
/** Above 6.5 cm, 6.0 to 6.5 cm, below 6.0 cm. */
const thyromental = (distance: number) => (distance > 6.5 ? 0 : distance >= 6 ? 1 : 2);
/** Above 90°, 80 to 90°, below 80°. */
const neck = (degrees: number) => (degrees > 90 ? 0 : degrees >= 80 ? 1 : 2);
/** Below 90 kg, 90 to 110 kg, above 110 kg. */
const weightSteps = { cuts: [90, 110] };
const heavier = stepsAbove(1, [110, 2]);
const weightPoints = (weight: number) => (weight < 90 ? 0 : heavier(weight));

/** Difficult intubation from seven findings (El-Ganzouri 1996). */
export const elGanzouri = defineScore({
  id: 'el_ganzouri',
  name: 'El-Ganzouri risk index for a difficult airway',
  aliases: ['egri', 'el_ganzouri_risk_index'],
  group: 'trauma and surgery',
  purpose: 'Predicts a difficult intubation.',
  population: 'Adults before general anaesthesia',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: {
    mouth_opening_cm: ownQuantity('Mouth opening between the incisors', 'cm', [0, 10], 0.1, {
      cuts: mouth.cuts,
      monotone: 'falling',
    }),
    thyromental_distance_cm: ownQuantity('Thyromental distance', 'cm', [0, 15], 0.1, {
      cuts: [6, 6.5],
      monotone: 'falling',
    }),
    mallampati_class: MALLAMPATI,
    neck_movement_degrees: ownQuantity('Range of movement of the neck', 'deg', [0, 180], 1, {
      cuts: [80, 90],
      monotone: 'falling',
    }),
    can_prognath: ownFlag('Can move the lower teeth in front of the upper'),
    weight: quantity('weight', { cuts: weightSteps.cuts, monotone: 'rising' }),
    difficult_intubation_history: choice('Earlier difficult intubation', {
      none: 'none',
      questionable: 'questionable',
      definite: 'definite',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'A difficult intubation is not predicted (0–3).' },
    {
      id: 'high',
      from: 4,
      interpretation: 'A difficult intubation is predicted (4 or more).',
      action: {
        text: 'Prepare for a difficult airway: video laryngoscope, or awake intubation.',
        source: 'ASA difficult airway guideline 2022, 10.1097/ALN.0000000000004002',
      },
    },
  ],
  references: [
    {
      title: 'El-Ganzouri AR et al. Preoperative airway assessment: a multivariate risk index',
      doi: '10.1097/00000539-199606000-00017',
      year: 1996,
    },
  ],
  compute: (v) =>
    sumOf({
      mouth_opening_cm: mouth(v.mouth_opening_cm),
      thyromental_distance_cm: thyromental(v.thyromental_distance_cm),
      mallampati_class: MALLAMPATI_POINTS[v.mallampati_class],
      neck_movement_degrees: neck(v.neck_movement_degrees),
      can_prognath: pointsIf(!v.can_prognath),
      weight: weightPoints(v.weight),
      difficult_intubation_history: HISTORY[v.difficult_intubation_history],
    }),
});
