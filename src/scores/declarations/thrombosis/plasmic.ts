import { flag, ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

const ISTH = 'ISTH 2020 guideline on the diagnosis of TTP, 10.1111/jth.15006';
const SAMPLE_FIRST = 'Take the ADAMTS13 sample before plasma exchange or any blood product.';

const platelets = stepsFrom(1, [30, 0]);
const mcv = stepsFrom(1, [90, 0]);
const inr = stepsFrom(1, [1.5, 0]);
const creatinine = stepsFrom(1, [2, 0]);

/** One point for each of seven items (Bendapudi 2017). */
export const plasmic = defineScore({
  id: 'plasmic',
  name: 'PLASMIC score',
  aliases: ['plasmic_score'],
  group: 'thrombosis and bleeding',
  purpose:
    'Estimates how likely severe ADAMTS13 deficiency, and so thrombotic thrombocytopenic purpura, is.',
  population:
    'Adults with thrombotic microangiopathy: schistocytes, and platelets below 150 (10*3/uL)',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    platelets: quantity('platelets', { max: 149, cuts: platelets.cuts, monotone: 'falling' }),
    hemolysis: ownFlag('Haemolysis', {
      help: 'Reticulocytes above 2.5 %, haptoglobin undetectable, or indirect bilirubin above 2 mg/dL.',
    }),
    active_cancer: flag('active_cancer', { help: 'Treated within the past year.' }),
    transplant_history: ownFlag('Transplant of a solid organ or of stem cells, ever', {
      fixed: true,
    }),
    mcv: ownQuantity('Mean corpuscular volume', 'fL', [40, 160], 1, {
      cuts: mcv.cuts,
      monotone: 'falling',
    }),
    inr: quantity('inr', { precision: 0.01, cuts: inr.cuts, monotone: 'falling' }),
    creatinine: quantity('creatinine', { cuts: creatinine.cuts, monotone: 'falling' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation:
        'Severe deficiency in 0 of 84 patients of the derivation and 2 of 47 of the external cohort.',
      action: { text: `Look for other causes. ${SAMPLE_FIRST}`, source: ISTH },
    },
    {
      id: 'intermediate',
      from: 5,
      interpretation:
        'Severe deficiency in 2 of 44 patients of the derivation and 6 of 25 of the external cohort.',
      action: {
        text: `${SAMPLE_FIRST} Consider exchange and steroids; caplacizumab only after the result.`,
        source: ISTH,
      },
    },
    {
      id: 'high',
      from: 6,
      interpretation:
        'Severe deficiency in 58 of 72 patients of the derivation and 61 of 74 of the external cohort.',
      action: {
        text: `${SAMPLE_FIRST} Start exchange and steroids without waiting for its result.`,
        source: ISTH,
      },
    },
  ],
  references: [
    {
      title:
        'Bendapudi PK et al. Derivation and external validation of the PLASMIC score for rapid ' +
        'assessment of adults with thrombotic microangiopathies: a cohort study. Lancet Haematology',
      doi: '10.1016/S2352-3026(17)30026-1',
      year: 2017,
    },
    {
      title:
        'Zheng XL et al. ISTH guidelines for the diagnosis of thrombotic thrombocytopenic purpura. ' +
        'Journal of Thrombosis and Haemostasis',
      doi: '10.1111/jth.15006',
      year: 2020,
    },
  ],
  compute: (v) =>
    sumOf({
      platelets: platelets(v.platelets),
      hemolysis: pointsIf(v.hemolysis),
      active_cancer: pointsIf(!v.active_cancer),
      transplant_history: pointsIf(!v.transplant_history),
      mcv: mcv(v.mcv),
      inr: inr(v.inr),
      creatinine: creatinine(v.creatinine),
    }),
});
