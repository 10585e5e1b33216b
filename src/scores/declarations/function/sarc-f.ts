import { itemsOf } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

const DIFFICULTY = '0 none, 1 some, 2 much or unable';

/** Sarcopenia from five questions (Malmstrom 2013). */
export const sarcF = defineScore({
  id: 'sarc_f',
  name: 'SARC-F',
  aliases: ['sarcf', 'sarc_f_questionnaire'],
  group: 'function and frailty',
  purpose: 'Screens for sarcopenia with five questions.',
  population: 'Older adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    ...itemsOf({ sarc_strength: 'Strength: lifting and carrying 4.5 kg' }, [0, 2], DIFFICULTY),
    ...itemsOf(
      { sarc_walking: 'Assistance in walking: across a room' },
      [0, 2],
      '0 none, 1 some, 2 much, with aids or unable',
    ),
    ...itemsOf(
      { sarc_rising: 'Rising from a chair or bed' },
      [0, 2],
      '0 none, 1 some, 2 much or unable without help',
    ),
    ...itemsOf({ sarc_stairs: 'Climbing a flight of ten stairs' }, [0, 2], DIFFICULTY),
    ...itemsOf(
      { sarc_falls: 'Falls in the last year' },
      [0, 2],
      '0 none, 1 one to three, 2 four or more',
    ),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'Below the threshold (0–3).' },
    {
      id: 'positive',
      from: 4,
      interpretation: 'Positive screen (4–10): sarcopenia and poor outcomes are more likely.',
      action: {
        text: 'Measure grip strength or rising from a chair.',
        source: 'EWGSOP2 (2019), 10.1093/ageing/afy169',
      },
    },
  ],
  references: [
    {
      title:
        'Malmstrom TK, Morley JE. SARC-F: a simple questionnaire to rapidly diagnose sarcopenia',
      doi: '10.1016/j.jamda.2013.05.018',
      year: 2013,
    },
  ],
  compute: (v) => sumOf(v),
});
