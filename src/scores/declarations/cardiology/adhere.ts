import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const BUN = 43;
const SYSTOLIC = 115;
const CREATININE = 2.75;

/** Death in hospital (%) by leaf of the regression tree (Fonarow 2005, derivation cohort). */
function mortality(bun: number, systolic: number, creatinine: number): number {
  if (bun < BUN) return systolic < SYSTOLIC ? 5.5 : 2.1;
  if (systolic >= SYSTOLIC) return 6.4;
  return rounded(creatinine, 2) < CREATININE ? 12.4 : 21.9;
}

/** Death in hospital in decompensated heart failure (Fonarow 2005). */
export const adhere = defineScore({
  id: 'adhere',
  name: 'ADHERE risk tree',
  aliases: ['adhere_hf'],
  group: 'cardiology',
  purpose: 'Estimates death in hospital in acutely decompensated heart failure.',
  population: 'Adults admitted with acutely decompensated heart failure',
  unit: '%',
  decimals: 1,
  range: { min: 2.1, max: 21.9 },
  inputs: {
    bun: quantity('bun', { cuts: [BUN], monotone: 'rising' }),
    systolic_bp: quantity('systolic_bp', { cuts: [SYSTOLIC], monotone: 'falling' }),
    creatinine: quantity('creatinine', {
      help: 'Needed only when BUN is 43 mg/dL or more and the systolic pressure below 115 mmHg.',
      cuts: [CREATININE],
      monotone: 'rising',
      optional: true,
    }),
  },
  categories: [
    { id: 'low', from: 2.1, interpretation: 'Low risk: 2.1 % died in hospital.' },
    {
      id: 'intermediate',
      from: 5.5,
      interpretation: 'Intermediate risk: 5.5 to 12.4 % died in hospital.',
    },
    { id: 'high', from: 21.9, interpretation: 'High risk: 21.9 % died in hospital.' },
  ],
  references: [
    {
      title: 'Fonarow GC et al. Risk stratification for in-hospital mortality in ADHF (ADHERE)',
      doi: '10.1001/jama.293.5.572',
      year: 2005,
    },
  ],
  alsoNeeds: ({ bun = BUN, systolic_bp = 0 }) =>
    bun >= BUN && systolic_bp < SYSTOLIC ? ['creatinine'] : [],
  compute(v) {
    const value = mortality(v.bun, v.systolic_bp, v.creatinine ?? 0);
    return {
      value,
      risk: { outcome: 'death', probability: value / 100, horizon: 'in hospital' },
    };
  },
});
