import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

export const ureaReductionRatio = defineScore({
  id: 'urea_reduction_ratio',
  name: 'Urea reduction ratio',
  aliases: ['urr'],
  group: 'kidney',
  purpose: 'Share of urea that a haemodialysis removed: (before − after) / before.',
  population: 'Adults on thrice-weekly haemodialysis',
  unit: '%',
  decimals: 0,
  inputs: {
    bun_before: ownQuantity('Blood urea nitrogen before dialysis', 'mg/dL', [5, 300], 1, {
      like: 'bun',
      monotone: 'rising',
    }),
    bun_after: ownQuantity('Blood urea nitrogen after dialysis', 'mg/dL', [1, 300], 1, {
      like: 'bun',
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'below target',
      from: -6000,
      interpretation: 'Below 65 %: less than the minimum dose of dialysis.',
      action: {
        text: 'Look for access recirculation, short time or low flow; adjust the prescription.',
        source: 'KDOQI haemodialysis adequacy 2015, 10.1053/j.ajkd.2015.07.015',
      },
    },
    { id: 'adequate', from: 65, interpretation: '65 % or more: the minimum dose is reached.' },
  ],
  references: [
    {
      title: 'KDOQI Clinical Practice Guideline for Hemodialysis Adequacy: 2015 update',
      doi: '10.1053/j.ajkd.2015.07.015',
      year: 2015,
    },
  ],
  compute({ bun_before, bun_after }) {
    return {
      value: rounded((1 - bun_after / bun_before) * 100, 1),
      warnings:
        bun_after >= bun_before ? ['Urea did not fall: check the order of the samples.'] : [],
    };
  },
});
