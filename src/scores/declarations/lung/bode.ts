import { quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import { MMRC } from './mmrc-dyspnea.js';

const fev1 = stepsFrom(3, [36, 2], [50, 1], [65, 0]);
const walk = stepsFrom(3, [150, 2], [250, 1], [350, 0]);
const dyspnea = stepsFrom(0, [2, 1], [3, 2], [4, 3]);
const bmi = stepsAbove(1, [21, 0]);

/** Deaths within four years by quartile, as read off the survival curves of Celli 2004. */
const fourYears = (value: number): number =>
  value <= 2 ? 0.2 : value <= 4 ? 0.33 : value <= 6 ? 0.43 : 0.82;

/** Multidimensional prognosis of COPD (Celli 2004). */
export const bode = defineScore({
  id: 'bode',
  name: 'BODE index',
  aliases: ['bode_index'],
  group: 'lung',
  purpose: 'Grades COPD by body mass, obstruction, dyspnoea and exercise, to predict survival.',
  population: 'Adults with stable chronic obstructive pulmonary disease',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    bmi: quantity('bmi', { cuts: bmi.cuts }),
    fev1_percent: quantity('fev1_percent', {
      cuts: fev1.cuts,
      help: 'After a bronchodilator.',
    }),
    mmrc_dyspnea: { ...MMRC, cuts: dyspnea.cuts },
    six_minute_walk: quantity('six_minute_walk', { cuts: walk.cuts }),
  },
  categories: [
    {
      id: 'quartile 1',
      from: 0,
      interpretation: 'First quartile: about 80 % live for four years.',
    },
    {
      id: 'quartile 2',
      from: 3,
      interpretation: 'Second quartile: about 67 % live for four years.',
    },
    {
      id: 'quartile 3',
      from: 5,
      interpretation: 'Third quartile: about 57 % live for four years.',
      action: {
        text: 'Refer for assessment for lung transplantation where there is no contraindication.',
        source: 'ISHLT 2021 consensus on lung transplant candidates (BODE 5–6: refer)',
      },
    },
    {
      id: 'quartile 4',
      from: 7,
      interpretation: 'Fourth quartile: about 18 % live for four years.',
      action: {
        text: 'List for lung transplantation where suitable; talk about goals of care.',
        source: 'ISHLT 2021 consensus on lung transplant candidates (BODE 7–10: list)',
      },
    },
  ],
  references: [
    {
      title:
        'Celli BR et al. The body-mass index, airflow obstruction, dyspnea, and exercise capacity ' +
        'index in chronic obstructive pulmonary disease',
      doi: '10.1056/NEJMoa021322',
      year: 2004,
    },
    {
      title: 'Leard LE et al. Consensus document for the selection of lung transplant candidates',
      doi: '10.1016/j.healun.2021.07.005',
      year: 2021,
    },
  ],
  // The bands of the paper are in whole per cent and metres: 64.6 % is read as 65 %.
  compute(v) {
    const { value, points } = sumOf({
      bmi: bmi(v.bmi),
      fev1_percent: fev1(Math.round(v.fev1_percent)),
      mmrc_dyspnea: dyspnea(v.mmrc_dyspnea),
      six_minute_walk: walk(Math.round(v.six_minute_walk)),
    });
    return {
      value,
      points,
      risk: { outcome: 'death', probability: fourYears(value), horizon: '4 years' },
    };
  },
});
