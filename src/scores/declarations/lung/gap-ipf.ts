import { ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import {
  type ComputedScore,
  defineScore,
  pointsIf,
  stepsAbove,
  stepsFrom,
  sumOf,
} from '../../score.js';

const age = stepsFrom(0, [61, 1], [66, 2]);
const fvc = stepsFrom(2, [50, 1], [76, 0]);
const dlco = stepsAbove(2, [35, 1], [55, 0]);

/** Deaths within one year by stage (Ley 2012). */
const oneYear = (value: number): number => (value <= 3 ? 0.056 : value <= 5 ? 0.162 : 0.392);
/** Within two and three years, %. */
const twoYears = (value: number): number => (value <= 3 ? 10.9 : value <= 5 ? 29.9 : 62.1);
const threeYears = (value: number): number => (value <= 3 ? 16.3 : value <= 5 ? 42.1 : 76.8);

/** Stage of idiopathic pulmonary fibrosis by gender, age and physiology (Ley 2012). */
export const gapIpf = defineScore({
  id: 'gap_ipf',
  name: 'GAP index of idiopathic pulmonary fibrosis',
  aliases: ['gap_index', 'gap', 'gap_score'],
  group: 'lung',
  purpose: 'Predicts the mortality of idiopathic pulmonary fibrosis.',
  population: 'Adults with idiopathic pulmonary fibrosis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    sex: sex(),
    age: quantity('age', { min: 18, cuts: age.cuts }),
    fvc_percent: ownQuantity('FVC, percent of predicted', '%', [10, 200], 1, { cuts: fvc.cuts }),
    dlco_percent: ownQuantity('DLCO, percent of predicted', '%', [5, 200], 1, {
      cuts: dlco.cuts,
      help: 'Not needed when the patient cannot perform the test.',
      optional: true,
    }),
    dlco_cannot_perform: {
      ...ownFlag('Too ill to perform the DLCO manoeuvre', {
        help: 'Not needed when dlco_percent is given.',
      }),
      optional: true,
    },
  },
  categories: [
    { id: 'stage I', from: 0, interpretation: 'Stage I: about 6 % die within a year.' },
    {
      id: 'stage II',
      from: 4,
      interpretation: 'Stage II: about 16 % die within a year.',
      action: { text: 'Refer for assessment for lung transplantation.', source: 'ISHLT 2021' },
    },
    {
      id: 'stage III',
      from: 6,
      interpretation: 'Stage III: about 39 % die within a year.',
      action: {
        text: 'List for transplantation where suitable; palliative care.',
        source: 'ISHLT 2021',
      },
    },
  ],
  references: [
    {
      title:
        'Ley B et al. A multidimensional index and staging system for idiopathic pulmonary fibrosis',
      doi: '10.7326/0003-4819-156-10-201205150-00004',
      year: 2012,
    },
  ],
  refuses({ dlco_percent: percent, dlco_cannot_perform: cannot }) {
    return cannot && percent !== undefined
      ? { input: 'dlco_percent', issue: 'was measured, yet the test could not be performed' }
      : undefined;
  },
  alsoNeeds({ dlco_percent: percent, dlco_cannot_perform: cannot }) {
    if (cannot || percent !== undefined) return [];
    return cannot === false ? ['dlco_percent'] : ['dlco_percent', 'dlco_cannot_perform'];
  },
  compute(v): ComputedScore {
    // Published in whole years and per cent: 75.4 % is read as 75 %.
    const { value, points } = sumOf({
      sex: pointsIf(v.sex === 'M'),
      age: age(Math.floor(v.age)),
      fvc_percent: fvc(Math.round(v.fvc_percent)),
      dlco_percent:
        v.dlco_cannot_perform || v.dlco_percent === undefined
          ? 0
          : dlco(Math.round(v.dlco_percent)),
      dlco_cannot_perform: pointsIf(v.dlco_cannot_perform === true, 3),
    });
    return {
      value,
      points,
      risk: { outcome: 'death', probability: oneYear(value), horizon: '1 year' },
      derived: [
        { name: 'two_year_mortality', value: twoYears(value), unit: '%' },
        { name: 'three_year_mortality', value: threeYears(value), unit: '%' },
      ],
    };
  },
});
