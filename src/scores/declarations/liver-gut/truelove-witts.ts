import { ownQuantity, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** ECCO asks for a «normal» CRP in mild disease: 5 mg/L is the upper limit of most laboratories. */
const NORMAL_CRP = 5;

/** 1 mild, 2 moderate, 3 severe ulcerative colitis (Truelove 1955 as modified by ECCO). */
export const trueloveWitts = defineScore({
  id: 'truelove_witts',
  name: 'Truelove and Witts criteria',
  aliases: ['truelove_and_witts'],
  group: 'liver and gut',
  purpose: 'Finds acute severe ulcerative colitis, which needs admission.',
  population: 'Adults with a flare of ulcerative colitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    bloody_stools_per_day: ownQuantity('Bloody stools a day', '1', [0, 50], 1, { cuts: [4, 6] }),
    heart_rate: quantity('heart_rate', { cuts: [90] }),
    temperature: quantity('temperature', { cuts: [37.5, 37.8] }),
    hemoglobin: quantity('hemoglobin', { cuts: [10.5, 11.5] }),
    esr: ownQuantity('Erythrocyte sedimentation rate', 'mm/h', [0, 200], 1, {
      cuts: [20, 30],
      optional: true,
      help: 'This or crp is needed.',
    }),
    crp: quantity('crp', { cuts: [5, 30], optional: true, help: 'Can be given instead of esr.' }),
  },
  categories: [
    { id: 'mild', from: 1, interpretation: 'Mild: fewer than 4 bloody stools, no toxicity.' },
    { id: 'moderate', from: 2, interpretation: 'Moderate: between mild and severe.' },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe: 6 bloody stools or more with a sign of systemic toxicity.',
      action: {
        text: 'Admit; intravenous corticosteroids, stool culture, heparin; review on day 3.',
        source: 'BSG 2019; ECCO 2017',
      },
    },
  ],
  references: [
    {
      title: 'Truelove SC, Witts LJ. Cortisone in ulcerative colitis: final report',
      doi: '10.1136/bmj.2.4947.1041',
      year: 1955,
    },
    {
      title: 'Magro F et al. Third European evidence-based consensus on ulcerative colitis, part 1',
      doi: '10.1093/ecco-jcc/jjx008',
      year: 2017,
    },
  ],
  alsoNeeds: (v) => (v.esr === undefined && v.crp === undefined ? ['esr'] : []),
  compute(v) {
    const toxic =
      v.heart_rate > 90 ||
      v.temperature > 37.8 ||
      v.hemoglobin < 10.5 ||
      (v.esr !== undefined && v.esr > 30) ||
      (v.crp !== undefined && v.crp > 30);
    const calm = v.esr !== undefined ? v.esr < 20 : v.crp !== undefined && v.crp <= NORMAL_CRP;
    const quiet =
      v.heart_rate < 90 && v.temperature < 37.5 && v.hemoglobin > 11.5 && calm && !toxic;
    if (v.bloody_stools_per_day >= 6 && toxic) return { value: 3 };
    return { value: v.bloody_stools_per_day < 4 && quiet ? 1 : 2 };
  },
});
