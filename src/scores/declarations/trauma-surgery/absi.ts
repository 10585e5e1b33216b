import { ownFlag, quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { burnArea, INHALATION_INJURY } from './burn-inputs.js';

const agePoints = stepsFrom(1, [21, 2], [41, 3], [61, 4], [81, 5]);
const areaPoints = stepsAbove(
  1,
  [10, 2],
  [20, 3],
  [30, 4],
  [40, 5],
  [50, 6],
  [60, 7],
  [70, 8],
  [80, 9],
  [90, 10],
);

/** Threat to life of a burn (Tobiasen 1982). */
export const absi = defineScore({
  id: 'absi',
  name: 'Abbreviated Burn Severity Index',
  aliases: ['abbreviated_burn_severity_index'],
  group: 'trauma and surgery',
  purpose: 'Grades the threat to life of a burn.',
  population: 'Patients with a burn of 1 % of the body surface or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 2, max: 18 },
  inputs: {
    sex: sex(),
    age: quantity('age', { cuts: agePoints.cuts, monotone: 'rising' }),
    inhalation_injury: INHALATION_INJURY,
    full_thickness_burn: ownFlag('Full-thickness (third-degree) burn'),
    burn_area_percent: { ...burnArea(areaPoints.cuts), min: 1 },
  },
  categories: [
    { id: 'very-low', from: 2, interpretation: 'Very low threat to life (2–3): 99 % survive.' },
    { id: 'moderate', from: 4, interpretation: 'Moderate threat to life (4–5): 98 % survive.' },
    {
      id: 'moderately-severe',
      from: 6,
      interpretation: 'Moderately severe threat to life (6–7): 80–90 % survive.',
    },
    { id: 'serious', from: 8, interpretation: 'Serious threat to life (8–9): 50–70 % survive.' },
    { id: 'severe', from: 10, interpretation: 'Severe threat to life (10–11): 20–40 % survive.' },
    { id: 'maximum', from: 12, interpretation: 'Maximum threat to life: 10 % or fewer survive.' },
  ],
  references: [
    {
      title: 'Tobiasen J, Hiebert JM, Edlich RF. The abbreviated burn severity index',
      doi: '10.1016/S0196-0644(82)80096-6',
      year: 1982,
    },
    {
      title: 'Forster NA et al. 30 years later: does the ABSI need revision?',
      doi: '10.1016/j.burns.2011.03.009',
      year: 2011,
    },
  ],
  compute: (v) =>
    sumOf({
      sex: pointsIf(v.sex === 'F'),
      age: agePoints(Math.floor(v.age)),
      inhalation_injury: pointsIf(v.inhalation_injury),
      full_thickness_burn: pointsIf(v.full_thickness_burn),
      burn_area_percent: areaPoints(v.burn_area_percent),
    }),
});
