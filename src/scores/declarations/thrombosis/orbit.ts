import { quantity, sex } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { ANTIPLATELET, EARLIER_BLEEDING } from './shared-inputs.js';

/** "Above 74 years", in completed years. */
const age = stepsFrom(0, [75, 1]);
const egfr = stepsFrom(1, [60, 0]);
const MIN_HEMOGLOBIN = { M: 13, F: 12 } as const;
const MIN_HEMATOCRIT = { M: 40, F: 36 } as const;
const isBelow = (value: number | undefined, min: number) => value !== undefined && value < min;

/** Major bleeding on anticoagulation in atrial fibrillation (O'Brien 2015). */
export const orbit = defineScore({
  id: 'orbit',
  name: 'ORBIT bleeding score',
  aliases: ['orbit_bleeding', 'orbit_af', 'orbit_bleeding_risk_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates major bleeding on anticoagulation in atrial fibrillation.',
  population: 'Adults with atrial fibrillation who take or may take an anticoagulant',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    sex: sex(),
    hemoglobin: quantity('hemoglobin', {
      help: 'Not needed where the haematocrit is low already.',
      cuts: [12, 13],
      monotone: 'falling',
      optional: true,
    }),
    hematocrit: quantity('hematocrit', { cuts: [36, 40], monotone: 'falling', optional: true }),
    age: quantity('age', { min: 18, cuts: age.cuts, monotone: 'rising' }),
    earlier_bleeding: EARLIER_BLEEDING,
    egfr: quantity('egfr', { cuts: egfr.cuts, monotone: 'falling' }),
    antiplatelet: ANTIPLATELET,
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: 2.4 major bleeds per 100 patient-years.' },
    {
      id: 'medium',
      from: 3,
      interpretation: 'Medium risk: 4.7 major bleeds per 100 patient-years.',
    },
    { id: 'high', from: 4, interpretation: 'High risk: 8.1 major bleeds per 100 patient-years.' },
  ],
  references: [
    {
      title: "O'Brien EC et al. The ORBIT bleeding score: a simple bedside score in AF",
      doi: '10.1093/eurheartj/ehv476',
      year: 2015,
    },
  ],
  alsoNeeds: (v) =>
    v.sex !== undefined && isBelow(v.hematocrit, MIN_HEMATOCRIT[v.sex]) ? [] : ['hemoglobin'],
  compute(v) {
    const anemia =
      isBelow(v.hemoglobin, MIN_HEMOGLOBIN[v.sex]) || isBelow(v.hematocrit, MIN_HEMATOCRIT[v.sex]);
    const { value, points } = sumOf({
      hemoglobin: pointsIf(anemia, 2),
      age: age(v.age),
      earlier_bleeding: pointsIf(v.earlier_bleeding, 2),
      egfr: egfr(v.egfr),
      antiplatelet: pointsIf(v.antiplatelet),
    });
    const probability = value >= 4 ? 0.081 : value === 3 ? 0.047 : 0.024;
    return { value, points, risk: { outcome: 'major bleeding', probability, horizon: '1 year' } };
  },
});
