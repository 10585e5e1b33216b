import { answers, item, pointsOfAnswers } from '../../questionnaire.js';
import { defineScore, sumOf } from '../../score.js';

/** Screen for dementia from three words and a clock (Borson 2000, 2003). */
export const miniCog = defineScore({
  id: 'mini_cog',
  name: 'Mini-Cog',
  aliases: ['minicog', 'mini_cog_test'],
  group: 'old age',
  purpose: 'Screens for dementia in three minutes.',
  population: 'Older adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    mini_cog_recall: item(
      'Words recalled',
      [0, 3],
      'A point for each of three words recalled without a cue after the clock.',
    ),
    mini_cog_clock: answers('Clock drawing', {
      '0': 'abnormal or refused',
      '2': 'normal: all numbers in place, hands at ten past eleven',
    }),
  },
  categories: [
    {
      id: 'positive',
      from: 0,
      interpretation: 'Positive screen (0–2): dementia is more likely.',
      action: {
        text: 'Full cognitive assessment; look for delirium, depression and drugs.',
        source: 'Borson 2003, 10.1046/j.1532-5415.2003.51465.x',
      },
    },
    {
      id: 'negative',
      from: 3,
      interpretation: 'Negative screen (3–5); at 3 a milder impairment is still possible.',
    },
  ],
  references: [
    {
      title:
        'Borson S et al. The Mini-Cog: a cognitive “vital signs” measure for dementia screening in ' +
        'multi-lingual elderly',
      doi: '10.1002/1099-1166(200011)15:11<1021::AID-GPS234>3.0.CO;2-6',
      year: 2000,
    },
    {
      title:
        'Borson S et al. The Mini-Cog as a screen for dementia: validation in a population-based ' +
        'sample',
      doi: '10.1046/j.1532-5415.2003.51465.x',
      year: 2003,
    },
  ],
  compute: (v) => sumOf(pointsOfAnswers(v)),
});
