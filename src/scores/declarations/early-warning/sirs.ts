import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Criteria of the systemic inflammatory response (ACCP/SCCM 1992): all cut-offs are strict. */
export const sirs = defineScore({
  id: 'sirs',
  name: 'SIRS criteria',
  aliases: ['systemic_inflammatory_response_syndrome', 'sirs_criteria'],
  group: 'early warning and sepsis',
  purpose: 'Counts the signs of a systemic inflammatory response.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    temperature: quantity('temperature', { cuts: [36, 38] }),
    heart_rate: quantity('heart_rate', { cuts: [90], monotone: 'rising' }),
    respiratory_rate: quantity('respiratory_rate', { cuts: [20], monotone: 'rising' }),
    paco2: quantity('paco2', {
      cuts: [32],
      monotone: 'falling',
      optional: true,
      help: 'Either this or the respiratory rate fulfils the criterion.',
    }),
    wbc: quantity('wbc', { cuts: [4, 12] }),
    bands: quantity('bands', {
      cuts: [10],
      monotone: 'rising',
      optional: true,
      help: 'Either this or the count fulfils the criterion.',
    }),
  },
  categories: [
    { id: 'negative', from: 0, interpretation: 'Fewer than two criteria: no SIRS.' },
    {
      id: 'positive',
      from: 2,
      interpretation: 'SIRS: two or more criteria; with an infection, sepsis as defined in 1992.',
      action: {
        text: 'Look for an infection and for organ dysfunction; measure lactate if one is suspected.',
        source: 'Surviving Sepsis Campaign 2021, 10.1097/CCM.0000000000005337',
      },
    },
  ],
  references: [
    {
      title:
        'Bone RC et al. Definitions for sepsis and organ failure and guidelines for the use of ' +
        'innovative therapies in sepsis (ACCP/SCCM Consensus Conference)',
      doi: '10.1378/chest.101.6.1644',
      year: 1992,
    },
    {
      title:
        'Levy MM et al. 2001 SCCM/ESICM/ACCP/ATS/SIS International Sepsis Definitions Conference',
      doi: '10.1097/01.CCM.0000050454.01978.3B',
      year: 2003,
    },
  ],
  compute: (v) => {
    const temperature = rounded(v.temperature, 1);
    return sumOf({
      temperature: pointsIf(temperature > 38 || temperature < 36),
      heart_rate: pointsIf(v.heart_rate > 90),
      respiratory_rate: pointsIf(v.respiratory_rate > 20 || (v.paco2 ?? 40) < 32),
      wbc: pointsIf(v.wbc > 12 || v.wbc < 4 || (v.bands ?? 0) > 10),
    });
  },
});
