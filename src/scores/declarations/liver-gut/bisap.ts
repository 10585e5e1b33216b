import { flag, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';

const bun = stepsAbove(0, [25, 1]);

interface Inflammation {
  readonly temperature?: number | undefined;
  readonly heart_rate?: number | undefined;
  readonly respiratory_rate?: number | undefined;
  readonly wbc?: number | undefined;
  readonly paco2?: number | undefined;
  readonly bands?: number | undefined;
}

const below = (value: number | undefined, limit: number) => value !== undefined && value < limit;
const above = (value: number | undefined, limit: number) => value !== undefined && value > limit;

/** How many of the four signs of SIRS are known to be there (ACCP/SCCM 1992). */
function sirsSigns(v: Inflammation): number {
  return [
    below(v.temperature, 36) || above(v.temperature, 38),
    above(v.heart_rate, 90),
    above(v.respiratory_rate, 20) || below(v.paco2, 32),
    below(v.wbc, 4) || above(v.wbc, 12) || above(v.bands, 10),
  ].filter(Boolean).length;
}

/** Bedside index of severity in acute pancreatitis (Wu 2008). */
export const bisap = defineScore({
  id: 'bisap',
  name: 'BISAP',
  aliases: ['bisap_score'],
  group: 'liver and gut',
  purpose: 'Predicts death in hospital from acute pancreatitis within the first 24 hours.',
  population: 'Adults with acute pancreatitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    bun: quantity('bun', { cuts: bun.cuts }),
    altered_mental_status: flag('altered_mental_status', {
      help: 'Glasgow Coma Scale below 15.',
    }),
    sirs_two_or_more: {
      ...ownFlag('Two or more of the four signs of SIRS', {
        help: 'Can be given instead of temperature, heart_rate, respiratory_rate and wbc.',
      }),
      optional: true,
    },
    temperature: quantity('temperature', { cuts: [36, 38], optional: true }),
    heart_rate: quantity('heart_rate', { cuts: [90], optional: true }),
    respiratory_rate: quantity('respiratory_rate', { cuts: [20], optional: true }),
    wbc: quantity('wbc', { cuts: [4, 12], optional: true }),
    paco2: quantity('paco2', { cuts: [32], optional: true }),
    bands: quantity('bands', { cuts: [10], optional: true }),
    age: quantity('age', { min: 18, cuts: [61] }),
    pleural_effusion: flag('pleural_effusion', { help: 'On any imaging.' }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Low risk: fewer than 2 % die in hospital.' },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk of death, organ failure and necrosis.',
      action: { text: 'Treat in a high-dependency or intensive care bed.', source: 'Wu 2008' },
    },
  ],
  references: [
    {
      title:
        'Wu BU et al. The early prediction of mortality in acute pancreatitis: a large ' +
        'population-based study',
      doi: '10.1136/gut.2008.152702',
      year: 2008,
    },
    {
      title: 'Singh VK et al. A prospective evaluation of the BISAP score in assessing mortality',
      doi: '10.1038/ajg.2009.28',
      year: 2009,
    },
  ],
  refuses: (v) =>
    v.sirs_two_or_more === false && sirsSigns(v) >= 2
      ? { input: 'sirs_two_or_more', issue: 'cannot be false: two signs of SIRS are given' }
      : undefined,
  alsoNeeds: (v) =>
    v.sirs_two_or_more === undefined
      ? ['temperature', 'heart_rate', 'respiratory_rate', 'wbc']
      : [],
  compute(v) {
    const signs = sirsSigns(v);
    const sirs = v.sirs_two_or_more ?? signs >= 2;
    const { value, points } = sumOf({
      bun: bun(v.bun),
      altered_mental_status: pointsIf(v.altered_mental_status),
      age: pointsIf(Math.floor(v.age) > 60),
      pleural_effusion: pointsIf(v.pleural_effusion),
    });
    return {
      // Counted from the signs, the point of SIRS belongs to no single input.
      value: value + pointsIf(sirs),
      points: {
        ...points,
        ...(v.sirs_two_or_more !== undefined && { sirs_two_or_more: pointsIf(sirs) }),
      },
      derived: v.sirs_two_or_more === undefined ? [{ name: 'sirs_criteria', value: signs }] : [],
    };
  },
});
