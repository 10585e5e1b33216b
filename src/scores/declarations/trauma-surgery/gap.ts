import { quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Points of the systolic pressure: below 60, 60 to 120, above 120 mmHg. */
const pressurePoints = (pressure: number) => (pressure > 120 ? 6 : pressure >= 60 ? 4 : 0);

const everyGcs = Array.from({ length: 12 }, (_, at) => at + 4);

/** In-hospital mortality of an injury from GCS, age and pressure (Kondo 2011). */
export const gap = defineScore({
  id: 'gap_trauma',
  name: 'GAP score (Glasgow Coma Scale, Age, systolic blood Pressure)',
  aliases: ['gap_trauma_score', 'glasgow_age_pressure'],
  group: 'trauma and surgery',
  purpose: 'Sorts injured patients by their risk of dying in hospital.',
  population: 'Injured patients of 15 years and over, on arrival in the emergency department',
  unit: '{score}',
  decimals: 0,
  range: { min: 3, max: 24 },
  inputs: {
    gcs: quantity('gcs', { cuts: everyGcs, monotone: 'rising' }),
    age: quantity('age', { min: 15, cuts: [60], monotone: 'falling' }),
    systolic_bp: quantity('systolic_bp', { min: 0, cuts: [60, 120], monotone: 'rising' }),
  },
  categories: [
    { id: 'high', from: 3, interpretation: 'High risk (3–10): mortality above 50 %.' },
    { id: 'moderate', from: 11, interpretation: 'Moderate risk (11–18): mortality 5–50 %.' },
    { id: 'low', from: 19, interpretation: 'Low risk (19–24): mortality below 5 %.' },
  ],
  references: [
    {
      title:
        'Kondo Y et al. Revised trauma scoring system to predict in-hospital mortality in the ' +
        'emergency department: GAP score',
      doi: '10.1186/cc10348',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      gcs: v.gcs,
      age: pointsIf(v.age < 60, 3),
      systolic_bp: pressurePoints(v.systolic_bp),
    }),
});
