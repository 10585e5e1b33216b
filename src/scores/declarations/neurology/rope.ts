import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const agePoints = stepsFrom(5, [30, 4], [40, 3], [50, 2], [60, 1], [70, 0]);

/** By score: share of strokes due to the foramen ovale, stroke or TIA within 2 years. Kent 2013. */
const ATTRIBUTABLE = [0, 0, 0, 0, 0.38, 0.34, 0.62, 0.72, 0.84, 0.88, 0.88];
const RECURRENCE = [0.2, 0.2, 0.2, 0.2, 0.12, 0.07, 0.08, 0.06, 0.06, 0.02, 0.02];

/** Whether a foramen ovale caused a cryptogenic stroke (Kent 2013). */
export const rope = defineScore({
  id: 'rope',
  name: 'RoPE score (Risk of Paradoxical Embolism)',
  aliases: ['rope_score', 'risk_of_paradoxical_embolism'],
  group: 'neurology',
  purpose: 'Estimates whether a patent foramen ovale is the cause of a cryptogenic stroke.',
  population: 'Adults with a cryptogenic stroke and a patent foramen ovale',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    hypertension: flag('hypertension'),
    diabetes: flag('diabetes'),
    earlier_stroke_or_tia: ownFlag('Stroke or TIA before this one', { fixed: true }),
    current_smoker: flag('current_smoker'),
    cortical_infarct: ownFlag('Cortical infarct on imaging'),
    age: quantity('age', { min: 18, cuts: agePoints.cuts, monotone: 'falling' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation:
        'Low score (0–6): the share of strokes due to the foramen ovale is nil at 0–3 points, about ' +
        'a third at 4–5, and 62 % at 6.',
      action: {
        text:
          'Look for another cause; by PASCAL, closure is worth discussing only where the shunt is ' +
          'large or the septum aneurysmal.',
        source: 'Kent 2021 (SCOPE), 10.1001/jama.2021.20956',
      },
    },
    {
      id: 'high',
      from: 7,
      interpretation:
        'High score (7–10): the foramen ovale is probably the cause (72–88 % of such strokes).',
      action: {
        text: 'Discuss closure with a cardiologist, with the anatomy of the foramen (PASCAL).',
        source: 'Kent 2021 (SCOPE), 10.1001/jama.2021.20956',
      },
    },
  ],
  references: [
    {
      title:
        'Kent DM et al. An index to identify stroke-related vs incidental patent foramen ovale in ' +
        'cryptogenic stroke',
      doi: '10.1212/WNL.0b013e3182a08d59',
      year: 2013,
    },
  ],
  compute(v) {
    const points = {
      hypertension: pointsIf(!v.hypertension),
      diabetes: pointsIf(!v.diabetes),
      earlier_stroke_or_tia: pointsIf(!v.earlier_stroke_or_tia),
      current_smoker: pointsIf(!v.current_smoker),
      cortical_infarct: pointsIf(v.cortical_infarct),
      age: agePoints(v.age),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: {
        outcome: 'stroke or TIA',
        probability: RECURRENCE[value] ?? 0,
        horizon: '2 years',
      },
      derived: [{ name: 'pfo_attributable_fraction', value: ATTRIBUTABLE[value] ?? 0, unit: '1' }],
    };
  },
});
