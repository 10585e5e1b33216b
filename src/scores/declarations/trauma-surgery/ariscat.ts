import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const agePoints = stepsFrom(0, [51, 3], [81, 16]);
const saturation = stepsFrom(24, [91, 8], [96, 0]);
const INCISION = { peripheral: 0, upper_abdominal: 15, intrathoracic: 24 } as const;
const risk = stepsFrom(0.016, [26, 0.133], [45, 0.421]);

/** Below 2 hours, 2 to 3 hours, above 3 hours. */
const duration = (hours: number) => (hours > 3 ? 23 : hours >= 2 ? 16 : 0);

const anemia = stepsAbove(11, [10, 0]);

/** Pulmonary complications after surgery (Canet 2010). */
export const ariscat = defineScore({
  id: 'ariscat',
  name: 'ARISCAT score for postoperative pulmonary complications',
  aliases: ['ariscat_score', 'canet'],
  group: 'trauma and surgery',
  purpose: 'Predicts pulmonary complications after surgery.',
  population: 'Adults before an operation under general, neuraxial or regional anaesthesia',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 123 },
  inputs: {
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'rising' }),
    oxygen_saturation: quantity('oxygen_saturation', {
      cuts: saturation.cuts,
      monotone: 'falling',
      help: 'Before the operation, breathing air, lying',
    }),
    respiratory_infection_last_month: ownFlag(
      'Respiratory infection in the last month with fever and antibiotics',
    ),
    hemoglobin: quantity('hemoglobin', { cuts: anemia.cuts, monotone: 'falling' }),
    surgical_incision: choice('Incision', {
      peripheral: 'peripheral',
      upper_abdominal: 'upper abdominal',
      intrathoracic: 'intrathoracic',
    }),
    surgery_duration_hours: ownQuantity('Duration of the operation', 'h', [0, 48], 0.1, {
      cuts: [2, 3],
      monotone: 'rising',
    }),
    emergency_surgery: ownFlag('Emergency surgery'),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk (below 26): 1.6 % had complications.' },
    {
      id: 'intermediate',
      from: 26,
      interpretation: 'Intermediate risk (26–44): 13.3 % had complications.',
    },
    { id: 'high', from: 45, interpretation: 'High risk (45 or more): 42.1 % had complications.' },
  ],
  references: [
    {
      title: 'Canet J et al. Prediction of postoperative pulmonary complications: ARISCAT',
      doi: '10.1097/ALN.0b013e3181fc6e0a',
      year: 2010,
    },
  ],
  compute(v) {
    const points = {
      age: agePoints(Math.floor(v.age)),
      oxygen_saturation: saturation(Math.round(v.oxygen_saturation)),
      respiratory_infection_last_month: pointsIf(v.respiratory_infection_last_month, 17),
      hemoglobin: anemia(rounded(v.hemoglobin, 2)),
      surgical_incision: INCISION[v.surgical_incision],
      surgery_duration_hours: duration(v.surgery_duration_hours),
      emergency_surgery: pointsIf(v.emergency_surgery, 8),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'postoperative pulmonary complication',
        probability: risk(value),
        horizon: 'hospital stay',
      },
    };
  },
});
