import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { LDH_ABOVE_NORMAL } from './lymphoma-inputs.js';

/** Deaths within 5 years by stage (survival 82, 62, 40 %), Palumbo 2015. */
const DEATHS = [0.18, 0.38, 0.6];

/**
 * Stage of myeloma by the International Staging System, Greipp 2005: I, II or III as 1 to 3.
 *
 * @param microglobulin beta-2 microglobulin in mg/L
 * @param albumin in g/dL
 */
export function internationalStage(microglobulin: number, albumin: number): 1 | 2 | 3 {
  if (microglobulin >= 5.5) return 3;
  return microglobulin < 3.5 && albumin >= 3.5 ? 1 : 2;
}

/** Stage of newly diagnosed myeloma (Palumbo 2015). */
export const rIss = defineScore({
  id: 'r_iss',
  name: 'Revised International Staging System for multiple myeloma',
  aliases: ['riss', 'revised_iss_myeloma', 'iss_myeloma', 'myeloma_staging'],
  group: 'cancer',
  purpose: 'Stages multiple myeloma by survival.',
  population: 'Adults with newly diagnosed multiple myeloma',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    beta_2_microglobulin: ownQuantity('Beta-2 microglobulin in serum', 'mg/L', [0.1, 200], 0.1, {
      cuts: [3.5, 5.5],
      monotone: 'rising',
    }),
    albumin: quantity('albumin', { cuts: [3.5], monotone: 'falling' }),
    ldh_above_normal: LDH_ABOVE_NORMAL,
    high_risk_myeloma_cytogenetics: ownFlag('High-risk cytogenetics by FISH', {
      help: 'del(17p), t(4;14) or t(14;16).',
    }),
  },
  categories: [
    { id: 'stage I', from: 1, interpretation: 'Stage I: 82 % live 5 years.' },
    { id: 'stage II', from: 2, interpretation: 'Stage II: 62 % live 5 years.' },
    { id: 'stage III', from: 3, interpretation: 'Stage III: 40 % live 5 years.' },
  ],
  references: [
    {
      title:
        'Palumbo A et al. Revised International Staging System for multiple myeloma: a report from ' +
        'International Myeloma Working Group',
      doi: '10.1200/JCO.2015.61.2267',
      year: 2015,
    },
    {
      title: 'Greipp PR et al. International staging system for multiple myeloma',
      doi: '10.1200/JCO.2005.04.242',
      year: 2005,
    },
  ],
  compute(v) {
    const stage = internationalStage(rounded(v.beta_2_microglobulin, 2), rounded(v.albumin, 2));
    const adverse = v.ldh_above_normal || v.high_risk_myeloma_cytogenetics;
    const value = stage === 1 && !adverse ? 1 : stage === 3 && adverse ? 3 : 2;
    const probability = DEATHS[value - 1] ?? 0;
    return {
      value,
      risk: { outcome: 'death', probability, horizon: '5 years' },
      derived: [{ name: 'iss_stage', value: stage }],
    };
  },
});
