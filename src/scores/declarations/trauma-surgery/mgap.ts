import { choice, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** Points of the systolic pressure: below 60, 60 to 120, above 120 mmHg. */
const pressurePoints = (pressure: number) => (pressure > 120 ? 5 : pressure >= 60 ? 3 : 0);

const everyGcs = Array.from({ length: 12 }, (_, at) => at + 4);

/** In-hospital mortality by group in the derivation cohort (Sartorius 2010). */
const mortality = stepsFrom(0.48, [18, 0.15], [23, 0.028]);

/** In-hospital mortality of an injury from the prehospital phase (Sartorius 2010). */
export const mgap = defineScore({
  id: 'mgap',
  name: 'MGAP score (Mechanism, Glasgow Coma Scale, Age, arterial Pressure)',
  aliases: ['mgap_score'],
  group: 'trauma and surgery',
  purpose: 'Sorts injured patients before hospital by their risk of dying.',
  population: 'Adults with an injury, cared for by a prehospital physician team',
  unit: '{score}',
  decimals: 0,
  range: { min: 3, max: 29 },
  inputs: {
    injury_mechanism: choice('Mechanism of injury', { blunt: 'blunt', penetrating: 'penetrating' }),
    gcs: quantity('gcs', { cuts: everyGcs, monotone: 'rising' }),
    age: quantity('age', { min: 15, cuts: [60], monotone: 'falling' }),
    systolic_bp: quantity('systolic_bp', { min: 0, cuts: [60, 120], monotone: 'rising' }),
  },
  categories: [
    { id: 'high', from: 3, interpretation: 'High risk (below 18): 48 % died.' },
    { id: 'intermediate', from: 18, interpretation: 'Intermediate risk (18–22): 15 % died.' },
    { id: 'low', from: 23, interpretation: 'Low risk (23–29): 2.8 % died.' },
  ],
  references: [
    {
      title: 'Sartorius D et al. Mechanism, Glasgow Coma Scale, Age, and Arterial Pressure (MGAP)',
      doi: '10.1097/CCM.0b013e3181cc4a67',
      year: 2010,
    },
  ],
  compute(v) {
    const points = {
      injury_mechanism: pointsIf(v.injury_mechanism === 'blunt', 4),
      gcs: v.gcs,
      age: pointsIf(v.age < 60, 5),
      systolic_bp: pressurePoints(v.systolic_bp),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'death in hospital',
        probability: mortality(value),
        horizon: 'hospital stay',
      },
    };
  },
});
