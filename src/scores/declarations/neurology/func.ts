import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { hematomaVolume } from './stroke-inputs.js';

const agePoints = stepsFrom(2, [70, 1], [80, 0]);
const LOCATION = { lobar: 2, deep: 1, infratentorial: 0 } as const;

/** Less than 30 mL, 30 to 60 mL, more than 60 mL. */
const volumePoints = (volume: number) => (volume < 30 ? 4 : volume <= 60 ? 2 : 0);

/** Independence after 90 days among all patients by score (Rost 2008). */
const independence = stepsFrom(0, [5, 0.13], [8, 0.42], [9, 0.66], [11, 0.82]);

/** Functional independence 90 days after an intracerebral haemorrhage (Rost 2008). */
export const func = defineScore({
  id: 'func',
  name: 'FUNC score',
  aliases: ['func_score', 'ich_func'],
  group: 'neurology',
  purpose: 'Predicts functional independence 90 days after an intracerebral haemorrhage.',
  population: 'Adults with a primary intracerebral haemorrhage, at presentation',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 11 },
  inputs: {
    hematoma_volume: { ...hematomaVolume([30, 60]), monotone: 'falling' },
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'falling' }),
    hematoma_location: choice('Location of the haematoma', {
      lobar: 'lobar',
      deep: 'deep',
      infratentorial: 'below the tentorium',
    }),
    gcs: quantity('gcs', { cuts: [9], monotone: 'rising' }),
    prior_cognitive_impairment: ownFlag('Cognitive impairment before the haemorrhage', {
      fixed: true,
    }),
  },
  categories: [
    { id: '0-4', from: 0, interpretation: 'None became independent within 90 days.' },
    { id: '5-7', from: 5, interpretation: '13 % became independent (29 % of survivors).' },
    { id: '8', from: 8, interpretation: '42 % became independent (48 % of survivors).' },
    { id: '9-10', from: 9, interpretation: '66 % became independent (75 % of survivors).' },
    { id: '11', from: 11, interpretation: '82 % became independent (95 % of survivors).' },
  ],
  references: [
    {
      title: 'Rost NS et al. Prediction of functional outcome in primary intracerebral hemorrhage',
      doi: '10.1161/STROKEAHA.107.512202',
      year: 2008,
    },
  ],
  compute(v) {
    const points = {
      hematoma_volume: volumePoints(v.hematoma_volume),
      age: agePoints(v.age),
      hematoma_location: LOCATION[v.hematoma_location],
      gcs: pointsIf(v.gcs >= 9, 2),
      prior_cognitive_impairment: pointsIf(!v.prior_cognitive_impairment),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'functional independence (Glasgow Outcome Scale 4 or more)',
        probability: independence(value),
        horizon: '90 days',
      },
    };
  },
});
