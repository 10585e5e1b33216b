import { choice, flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';

/** ≤ 35 | 35.1–36.0 | 36.1–38.9, and from there 39.0–39.9 | ≥ 40. */
const cold = stepsAbove(2, [35, 1], [36, 0]);
const hot = stepsFrom(0, [39, 1], [40, 2]);
const MIND = { alert: 0, disoriented: 1, stuporous: 2, comatose: 4 } as const;

export const pittBacteremia = defineScore({
  id: 'pitt_bacteremia',
  name: 'Pitt bacteraemia score',
  aliases: ['pitt', 'pitt_bacteremia_score', 'pbs'],
  group: 'infection',
  purpose: 'Grades acute illness and the risk of early death in bloodstream infection.',
  population: 'Adults with bloodstream infection; worst values within two days of the culture',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 14 },
  inputs: {
    temperature: quantity('temperature', { cuts: [...cold.cuts, ...hot.cuts] }),
    acute_hypotension: ownFlag('Acute hypotension', {
      help: 'A fall of > 30 systolic and > 20 diastolic, systolic < 90 mmHg, or vasopressors.',
    }),
    mechanical_ventilation: flag('mechanical_ventilation'),
    cardiac_arrest: ownFlag('Cardiac arrest'),
    mental_status: choice('Mental status', {
      alert: 'alert',
      disoriented: 'disoriented',
      stuporous: 'stuporous',
      comatose: 'comatose',
    }),
  },
  categories: [
    { id: 'low', from: 0, interpretation: 'Below the usual threshold of critical illness.' },
    { id: 'high', from: 4, interpretation: 'Critical illness with a high risk of early death.' },
  ],
  references: [
    {
      title:
        'Henderson H et al. The Pitt bacteremia score predicts mortality in nonbacteremic infections',
      doi: '10.1093/cid/ciz528',
      year: 2020,
    },
    {
      title:
        'Battle SE et al. Derivation of a quick Pitt bacteremia score to predict mortality in ' +
        'patients with Gram-negative bloodstream infection',
      doi: '10.1007/s15010-019-01277-7',
      year: 2019,
    },
  ],
  compute: (v) => {
    const temperature = rounded(v.temperature, 1);
    return sumOf({
      temperature: cold(temperature) + hot(temperature),
      acute_hypotension: pointsIf(v.acute_hypotension, 2),
      mechanical_ventilation: pointsIf(v.mechanical_ventilation, 2),
      cardiac_arrest: pointsIf(v.cardiac_arrest, 4),
      mental_status: MIND[v.mental_status],
    });
  },
});
