import { quantity } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';
import { nihssTotal } from './stroke-inputs.js';

/** Age plus NIH Stroke Scale; positive from 100 on (Saposnik 2013). */
export const span100 = defineScore({
  id: 'span_100',
  name: 'SPAN-100 index (Stroke Prognostication using Age and NIHSS)',
  aliases: ['span', 'span100', 'span_100_index'],
  group: 'neurology',
  purpose: 'Predicts outcome and haemorrhage of an acute ischaemic stroke from age and severity.',
  population: 'Adults with acute ischaemic stroke considered for thrombolysis',
  unit: '{score}',
  decimals: 0,
  range: { min: 18, max: 172 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    nihss: { ...nihssTotal([]), monotone: 'rising' },
  },
  categories: [
    {
      id: 'negative',
      from: 0,
      interpretation:
        'SPAN-100 negative: with alteplase 55 % recovered well against 40 % without (NINDS trials).',
    },
    {
      id: 'positive',
      from: 100,
      interpretation:
        'SPAN-100 positive: few recover well (6 % with, 4 % without alteplase); haemorrhage in 42 %.',
      action: {
        text: 'Thrombolysis is not to be withheld for the index alone.',
        source: 'SPAN-100 re-evaluation 2018, 10.1186/s12883-018-1126-0',
      },
    },
  ],
  references: [
    {
      title: 'Saposnik G et al. Stroke prognostication using age and NIH Stroke Scale: SPAN-100',
      doi: '10.1212/WNL.0b013e31827b1ace',
      year: 2013,
    },
    {
      title: 'Re-evaluation of the SPAN-100 index in patients given intravenous thrombolysis',
      doi: '10.1186/s12883-018-1126-0',
      year: 2018,
    },
  ],
  compute: (v) => sumOf({ age: Math.floor(v.age), nihss: v.nihss }),
});
