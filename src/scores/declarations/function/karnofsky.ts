import { defineScore } from '../../score.js';
import { KARNOFSKY } from './performance-inputs.js';

/** Function of a patient with cancer in steps of ten per cent (Karnofsky; Schag 1984). */
export const karnofsky = defineScore({
  id: 'karnofsky',
  name: 'Karnofsky performance status',
  aliases: ['kps', 'karnofsky_performance_status', 'karnofsky_index'],
  group: 'function and frailty',
  purpose: 'Grades the function of a patient with cancer in steps of ten per cent.',
  population: 'Adults with cancer or another chronic disease',
  unit: '%',
  decimals: 0,
  range: { min: 0, max: 100 },
  inputs: { karnofsky: { ...KARNOFSKY, monotone: 'rising' } },
  categories: [
    { id: 'dead', from: 0, interpretation: 'Dead.' },
    {
      id: 'unable to care for self',
      from: 10,
      interpretation: 'Unable to care for self (10–40 %): hospital care or its equivalent.',
    },
    {
      id: 'unable to work',
      from: 50,
      interpretation: 'Unable to work (50–70 %): lives at home with more or less help.',
    },
    {
      id: 'normal activity',
      from: 80,
      interpretation: 'Normal activity and work without special care (80–100 %).',
    },
  ],
  references: [
    {
      title:
        'Schag CC, Heinrich RL, Ganz PA. Karnofsky performance status revisited: reliability, ' +
        'validity, and guidelines',
      doi: '10.1200/JCO.1984.2.3.187',
      year: 1984,
    },
  ],
  refuses: ({ karnofsky: percent }) =>
    percent !== undefined && percent % 10 !== 0
      ? { input: 'karnofsky', issue: 'goes in steps of 10 %' }
      : undefined,
  compute: (v) => ({ value: v.karnofsky }),
});
