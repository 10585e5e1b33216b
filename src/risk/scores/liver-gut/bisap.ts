import { flag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, sumOf } from '../../score.js';

const bun = stepsAbove(0, [25, 1]);

interface Inflammation {
  readonly temperature: number;
  readonly heart_rate: number;
  readonly respiratory_rate: number;
  readonly wbc: number;
  readonly paco2?: number | undefined;
  readonly bands?: number | undefined;
}

/** How many of the four signs of SIRS there are (ACCP/SCCM 1992). */
function sirsSigns(v: Inflammation): number {
  return [
    v.temperature < 36 || v.temperature > 38,
    v.heart_rate > 90,
    v.respiratory_rate > 20 || (v.paco2 !== undefined && v.paco2 < 32),
    v.wbc < 4 || v.wbc > 12 || (v.bands !== undefined && v.bands > 10),
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
    temperature: quantity('temperature', { cuts: [36, 38] }),
    heart_rate: quantity('heart_rate', { cuts: [90] }),
    respiratory_rate: quantity('respiratory_rate', { cuts: [20] }),
    wbc: quantity('wbc', { cuts: [4, 12] }),
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
  compute(v) {
    const signs = sirsSigns(v);
    const { value, points } = sumOf({
      bun: bun(v.bun),
      altered_mental_status: pointsIf(v.altered_mental_status),
      age: pointsIf(Math.floor(v.age) > 60),
      pleural_effusion: pointsIf(v.pleural_effusion),
    });
    return {
      // The point of SIRS belongs to no single input.
      value: value + pointsIf(signs >= 2),
      points,
      derived: [{ name: 'sirs_criteria', value: signs }],
    };
  },
});
