import {
  choice,
  day,
  flag,
  grade,
  ownFlag,
  ownQuantity,
  quantity,
} from '../../src/scores/input.js';
import { defineScore, stepsFrom, sumOf } from '../../src/scores/score.js';

const facts = {
  group: 'critical care',
  purpose: 'Serves the tests.',
  population: 'Nobody',
  references: [
    { title: 'A score that was made up for tests', url: 'https://example.org', year: 2026 },
  ],
} as const;

const pulse = stepsFrom(0, [100, 1], [130, 3]);

/** Points of a pulse, a habit and a mark: 0 to 6; `alarm` from 4 on, and from any single 3. */
export const toyPoints = defineScore({
  ...facts,
  id: 'toy_points',
  name: 'Toy points',
  aliases: ['toy'],
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    age: quantity('age', { min: 18, max: 100 }),
    heart_rate: quantity('heart_rate', { cuts: pulse.cuts }),
    current_smoker: flag('current_smoker'),
    mark: grade('Mark', [0, 2]),
    note: { ...ownFlag('Only remarked'), optional: true },
  },
  categories: [
    { id: 'calm', from: 0, interpretation: 'Nothing to be done.' },
    {
      id: 'alarm',
      from: 4,
      interpretation: 'Something is to be done.',
      action: { text: 'Do it.', source: 'The test' },
    },
  ],
  refuses: ({ note, mark }) =>
    note && mark === 0 ? { input: 'note', issue: 'needs a mark' } : undefined,
  compute(v) {
    const points = {
      heart_rate: pulse(v.heart_rate),
      current_smoker: v.current_smoker ? 1 : 0,
      mark: v.mark,
    };
    const { value } = sumOf(points);
    return { value, points, ...(points.heart_rate === 3 && value < 4 && { category: 'alarm' }) };
  },
});

/** The worse of two grades and smoking: at most 2, regardless of the other inputs. */
export const toyWorst = defineScore({
  ...facts,
  id: 'toy_worst',
  name: 'Toy worst',
  unit: '{score}',
  decimals: 0,
  inputs: {
    left: grade('Left', [0, 2]),
    right: grade('Right', [0, 2]),
    current_smoker: flag('current_smoker'),
  },
  categories: [
    { id: 'calm', from: 0, interpretation: 'Nothing to be done.' },
    { id: 'alarm', from: 2, interpretation: 'Something is to be done.' },
  ],
  compute: (v) => ({ value: Math.max(v.left, v.right, v.current_smoker ? 1 : 0) }),
});

/** A ratio, which falls with one input and rises with the other. */
export const toyRatio = defineScore({
  ...facts,
  id: 'toy_ratio',
  name: 'Toy ratio',
  unit: 'mg/dL',
  decimals: 1,
  inputs: {
    creatinine: quantity('creatinine', { monotone: 'rising' }),
    weight: quantity('weight', { monotone: 'falling' }),
    factor: choice('Factor', { one: '1', ten: '10' }),
    own: ownQuantity('A number of its own', 'mL', [1, 10], 1, { optional: true }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below one.' },
    { id: 'high', from: 1, interpretation: 'One and above.' },
  ],
  compute: ({ creatinine, weight, factor, own }) => ({
    value: ((creatinine * 100) / weight) * (factor === 'ten' ? 10 : 1) * (own ?? 1),
    derived: [{ name: 'double', value: (creatinine * 200) / weight, unit: 'mg/dL' }],
  }),
});

/** The day itself. */
export const toyDay = defineScore({
  ...facts,
  id: 'toy_day',
  name: 'Toy day',
  unit: '{date}',
  decimals: 0,
  inputs: { on: day('A day') },
  categories: [{ id: 'day', interpretation: 'A day.' }],
  compute: ({ on }) => ({ value: on, category: 'day' }),
});
