import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const pao2 = stepsFrom(1, [60, 0]);
const wbc = stepsAbove(0, [15, 1]);
const urea = stepsAbove(0, [16, 1]);
const albumin = stepsFrom(1, [3.2, 0]);
/** mg/dL of calcium in one mmol/L. */
const CALCIUM_MG_DL = 4.0078;

/** Severity of pancreatitis of any cause: PANCREAS (Blamey 1984, modified by Corfield 1985). */
export const glasgowImrie = defineScore({
  id: 'glasgow_imrie',
  name: 'Modified Glasgow (Imrie) criteria',
  aliases: ['imrie', 'glasgow_pancreatitis', 'modified_glasgow', 'glasgow_imrie_criteria'],
  group: 'liver and gut',
  purpose: 'Predicts severe acute pancreatitis within 48 hours.',
  population: 'Adults with acute pancreatitis from gallstones or alcohol',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    pao2: quantity('pao2', { cuts: pao2.cuts }),
    age: quantity('age', { min: 16, cuts: [56] }),
    wbc: quantity('wbc', { cuts: wbc.cuts }),
    calcium: quantity('calcium', { cuts: [8] }),
    urea: quantity('urea', {
      cuts: urea.cuts,
      help: 'Urea, not urea nitrogen: send blood urea nitrogen as bun.',
    }),
    ldh: quantity('ldh', { cuts: [600] }),
    ast: quantity('ast', {
      cuts: [200],
      optional: true,
      help: 'Above 200 U/L corresponds to an LDH above 600 U/L.',
    }),
    albumin: quantity('albumin', { cuts: albumin.cuts }),
    glucose: quantity('glucose', { cuts: [180] }),
  },
  categories: [
    { id: 'mild', from: 0, interpretation: 'Severe pancreatitis is unlikely.' },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe pancreatitis is likely.',
      action: { text: 'Refer to high-dependency or intensive care.', source: 'UK guideline 2005' },
    },
  ],
  references: [
    {
      title: 'Blamey SL et al. Prognostic factors in acute pancreatitis',
      doi: '10.1136/gut.25.12.1340',
      year: 1984,
    },
    {
      title: 'UK Working Party on Acute Pancreatitis. UK guidelines for the management',
      doi: '10.1136/gut.2004.057026',
      year: 2005,
    },
  ],
  compute: (v) =>
    sumOf({
      pao2: pao2(v.pao2),
      age: pointsIf(Math.floor(v.age) > 55),
      wbc: wbc(v.wbc),
      // The limits are 2 mmol/L and 10 mmol/L; 8.0 mg/dL is 2.00 and 180 mg/dL 10.0.
      calcium: pointsIf(rounded(v.calcium / CALCIUM_MG_DL, 2) < 2),
      urea: urea(rounded(v.urea, 2)),
      ldh: pointsIf(v.ldh > 600 || (v.ast !== undefined && v.ast > 200)),
      albumin: albumin(v.albumin),
      glucose: pointsIf(Math.round(v.glucose) > 180),
    }),
});
