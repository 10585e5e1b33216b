import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { hematomaVolume, INTRAVENTRICULAR } from './stroke-inputs.js';

const gcsPoints = stepsFrom(2, [5, 1], [13, 0]);

/** 30-day mortality by score: Hemphill 2001, figure; no patient of that cohort had 6. */
const MORTALITY = [0, 0.13, 0.26, 0.72, 0.97, 1, 1];

const AHA_2022 = 'AHA/ASA spontaneous ICH guideline 2022, 10.1161/STR.0000000000000407';
const NO_LIMITS =
  'Do not use the score alone to limit treatment: full care at least until the second full day.';

/** 30-day mortality of a spontaneous intracerebral haemorrhage (Hemphill 2001). */
export const ichScore = defineScore({
  id: 'ich_score',
  name: 'ICH score',
  aliases: ['ich', 'intracerebral_hemorrhage_score', 'hemphill'],
  group: 'neurology',
  purpose: 'Estimates the 30-day mortality of a spontaneous intracerebral haemorrhage.',
  population: 'Adults with spontaneous (not traumatic) intracerebral haemorrhage',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    gcs: quantity('gcs', { cuts: gcsPoints.cuts, monotone: 'falling' }),
    age: quantity('age', { min: 18, cuts: [80], monotone: 'rising' }),
    hematoma_volume: { ...hematomaVolume([30]), monotone: 'rising' },
    intraventricular_hemorrhage: INTRAVENTRICULAR,
    infratentorial_origin: ownFlag('Origin below the tentorium (brainstem or cerebellum)'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'No or few deaths within 30 days in the original cohort (0–13 %).',
      action: { text: `Stroke unit or intensive care. ${NO_LIMITS}`, source: AHA_2022 },
    },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'About a quarter died within 30 days in the original cohort (26 %).',
      action: { text: `Stroke unit or intensive care. ${NO_LIMITS}`, source: AHA_2022 },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'Most died within 30 days in the original cohort (72 % or more).',
      action: { text: `Intensive care; speak with the family. ${NO_LIMITS}`, source: AHA_2022 },
    },
  ],
  references: [
    {
      title: 'Hemphill JC et al. The ICH score: a simple, reliable grading scale',
      doi: '10.1161/01.STR.32.4.891',
      year: 2001,
    },
    {
      title: 'Greenberg SM et al. 2022 guideline for spontaneous intracerebral hemorrhage',
      doi: '10.1161/STR.0000000000000407',
      year: 2022,
    },
  ],
  compute(v) {
    const points = {
      gcs: gcsPoints(v.gcs),
      age: pointsIf(v.age >= 80),
      hematoma_volume: pointsIf(v.hematoma_volume >= 30),
      intraventricular_hemorrhage: pointsIf(v.intraventricular_hemorrhage),
      infratentorial_origin: pointsIf(v.infratentorial_origin),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: { outcome: 'death', probability: MORTALITY[value] ?? 1, horizon: '30 days' },
      ...(value === 6 && {
        warnings: ['no patient of the original cohort had 6 points; the mortality is that of 5'],
      }),
    };
  },
});
