import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';
import { nihssTotal } from './stroke-inputs.js';

const nihssPoints = stepsFrom(0, [11, 2], [21, 4]);
const agePoints = stepsFrom(0, [60, 1], [80, 2]);

/** Outcome after an acute ischaemic stroke (Flint 2010). */
export const thrive = defineScore({
  id: 'thrive',
  name: 'THRIVE score (Totaled Health Risks in Vascular Events)',
  aliases: ['thrive_score'],
  group: 'neurology',
  purpose: 'Predicts the outcome of an acute ischaemic stroke three months later.',
  population: 'Adults with acute ischaemic stroke (made for endovascular treatment)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 9 },
  inputs: {
    nihss: { ...nihssTotal(nihssPoints.cuts), monotone: 'rising' },
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'rising' }),
    hypertension: flag('hypertension'),
    diabetes: flag('diabetes'),
    atrial_fibrillation: flag('atrial_fibrillation'),
  },
  categories: [
    {
      id: 'good-outcome',
      from: 0,
      interpretation: 'A good outcome (mRS 0–2) in 65 %; 6 % died (0–2 points).',
    },
    { id: 'intermediate', from: 3, interpretation: 'Intermediate outcome (3–5 points).' },
    {
      id: 'poor-outcome',
      from: 6,
      interpretation: 'A good outcome (mRS 0–2) in 11 %; 56 % died (6–9 points).',
    },
  ],
  references: [
    {
      title:
        'Flint AC et al. Predicting long-term outcome after endovascular stroke treatment: THRIVE',
      doi: '10.3174/ajnr.A2050',
      year: 2010,
    },
  ],
  compute(v) {
    const points = {
      nihss: nihssPoints(v.nihss),
      age: agePoints(Math.floor(v.age)),
      hypertension: pointsIf(v.hypertension),
      diabetes: pointsIf(v.diabetes),
      atrial_fibrillation: pointsIf(v.atrial_fibrillation),
    };
    const { value } = sumOf(points);
    // The paper states the rates of the lowest and the highest group.
    const probability = value <= 2 ? 0.647 : value >= 6 ? 0.106 : undefined;
    return {
      value,
      points,
      ...(probability !== undefined && {
        risk: { outcome: 'good outcome (mRS 0–2)', probability, horizon: '3 months' },
      }),
    };
  },
});
