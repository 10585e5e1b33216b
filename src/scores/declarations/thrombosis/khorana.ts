import { choice, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

const SITE = { very_high: 2, high: 1, other: 0 } as const;
const platelets = stepsFrom(0, [350, 1]);
const leukocytes = stepsAbove(0, [11, 1]);
const bmiBands = stepsFrom(0, [35, 1]);
/** Calculated from weight and height, 30 may come out as 29.9999999. */
const bmi = (kgPerM2: number) => bmiBands(rounded(kgPerM2, 2));
const ANEMIA = 10;

/** Venous thromboembolism on chemotherapy (Khorana 2008). */
export const khorana = defineScore({
  id: 'khorana',
  name: 'Khorana score',
  aliases: ['khorana_score'],
  group: 'thrombosis and bleeding',
  purpose: 'Estimates venous thromboembolism of outpatients who start chemotherapy.',
  population: 'Outpatients with a solid tumour or lymphoma, before chemotherapy',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    cancer_site: choice('Site of the cancer', {
      very_high: 'stomach or pancreas',
      high: 'lung, lymphoma, gynaecological, bladder or testicular',
      other: 'any other',
    }),
    platelets: quantity('platelets', { cuts: platelets.cuts, monotone: 'rising' }),
    hemoglobin: quantity('hemoglobin', { cuts: [ANEMIA], monotone: 'falling' }),
    erythropoietin: ownFlag('Takes an erythropoiesis-stimulating agent'),
    wbc: quantity('wbc', { cuts: leukocytes.cuts, monotone: 'rising' }),
    bmi: quantity('bmi', { cuts: bmiBands.cuts, monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk: 0.3 % (validation) to 0.8 % (derivation) in 2.5 months.',
    },
    {
      id: 'intermediate',
      from: 1,
      interpretation: 'Intermediate risk (1 to 2): 1.8 to 2.0 % in 2.5 months.',
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk (3 and above): 6.7 to 7.1 % in 2.5 months.',
    },
  ],
  references: [
    {
      title: 'Khorana AA et al. A predictive model for chemotherapy-associated thrombosis',
      doi: '10.1182/blood-2007-10-116327',
      year: 2008,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      cancer_site: SITE[v.cancer_site],
      platelets: platelets(v.platelets),
      hemoglobin: pointsIf(v.hemoglobin < ANEMIA || v.erythropoietin),
      wbc: leukocytes(v.wbc),
      bmi: bmi(v.bmi),
    });
    const probability = value >= 3 ? 0.067 : value >= 1 ? 0.02 : 0.003;
    return {
      value,
      points,
      risk: { outcome: 'venous thromboembolism', probability, horizon: '2.5 months' },
    };
  },
});
