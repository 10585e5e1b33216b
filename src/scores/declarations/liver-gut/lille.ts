import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** µmol/L of bilirubin in one mg/dL: 584.66 g/mol; the authors' calculator has 17.1. */
const UMOL_PER_MG_DL = 17.1;
/** Creatinine above 115 µmol/L. */
const RENAL_MG_DL = 1.3;

/**
 * R = 3.19 − 0.101 · age + 0.147 · albumin (g/L) + 0.0165 · fall of bilirubin from day 0 to day 7
 * (µmol/L) − 0.206 · renal insufficiency − 0.0065 · bilirubin (µmol/L) − 0.0096 · PT (s);
 * Lille = e^−R / (1 + e^−R). The evolution is day 0 less day 7, so that a fall lowers the score.
 */
export const lille = defineScore({
  id: 'lille',
  name: 'Lille model',
  aliases: ['lille_model', 'lille_score'],
  group: 'liver and gut',
  purpose: 'Says after seven days whether corticosteroids help in severe alcoholic hepatitis.',
  population: 'Adults treated with corticosteroids for severe alcoholic hepatitis',
  unit: '1',
  decimals: 3,
  range: { min: 0, max: 1 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    albumin: quantity('albumin', { monotone: 'falling', help: 'On day 0.' }),
    bilirubin: quantity('bilirubin', { monotone: 'falling', help: 'On day 0.' }),
    bilirubin_day_7: ownQuantity('Total bilirubin on day 7', 'mg/dL', [0.05, 80], 0.1, {
      monotone: 'rising',
      like: 'bilirubin',
      help: 'Of treatment with corticosteroids.',
    }),
    creatinine: quantity('creatinine', { cuts: [RENAL_MG_DL], help: 'On day 0.' }),
    prothrombin_time: quantity('prothrombin_time', { monotone: 'rising', help: 'On day 0.' }),
  },
  categories: [
    {
      id: 'responder',
      from: 0,
      interpretation: 'Response: about 85 % live for six months.',
      action: { text: 'Complete 28 days of prednisolone.', source: 'EASL 2018; ACG 2024' },
    },
    {
      id: 'non-responder',
      from: 0.45,
      interpretation: 'No sufficient response: about 25 % live for six months.',
      action: {
        text: 'Stop corticosteroids; think of early transplantation in selected patients.',
        source: 'EASL 2018; ACG 2024',
      },
    },
  ],
  references: [
    {
      title:
        'Louvet A et al. The Lille model: a new tool for therapeutic strategy in patients with ' +
        'severe alcoholic hepatitis treated with steroids',
      doi: '10.1002/hep.21607',
      year: 2007,
    },
    {
      title: 'EASL clinical practice guidelines: management of alcohol-related liver disease',
      doi: '10.1016/j.jhep.2018.03.018',
      year: 2018,
    },
  ],
  compute(v) {
    const before = v.bilirubin * UMOL_PER_MG_DL;
    const fall = before - v.bilirubin_day_7 * UMOL_PER_MG_DL;
    const r =
      3.19 -
      0.101 * v.age +
      0.147 * v.albumin * 10 +
      0.0165 * fall -
      (rounded(v.creatinine, 2) > RENAL_MG_DL ? 0.206 : 0) -
      0.0065 * before -
      0.0096 * v.prothrombin_time;
    return { value: rounded(1 / (1 + Math.exp(r)), 3) };
  },
});
