import { defineScore } from '../../score.js';
import { aisSeverity, ISS_CATEGORIES, sumOfSquares } from './iss.js';

/** Anatomical severity from the three worst injuries, whatever the region (Osler 1997). */
export const niss = defineScore({
  id: 'niss',
  name: 'New Injury Severity Score',
  aliases: ['new_injury_severity_score'],
  group: 'trauma and surgery',
  purpose: 'Measures the anatomical severity of multiple injuries, also within one region.',
  population: 'Injured patients whose injuries are coded by the Abbreviated Injury Scale',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 75 },
  inputs: {
    ais_worst: aisSeverity('Worst injury, any region'),
    ais_second: aisSeverity('Second worst injury, any region'),
    ais_third: aisSeverity('Third worst injury, any region'),
  },
  categories: ISS_CATEGORIES,
  references: [
    {
      title: 'Osler T, Baker SP, Long W. A modification of the Injury Severity Score',
      doi: '10.1097/00005373-199712000-00009',
      year: 1997,
    },
  ],
  compute: (v) => ({ value: sumOfSquares(Object.values(v)) }),
});
