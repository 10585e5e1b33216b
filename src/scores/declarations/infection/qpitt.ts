import { flag, ownFlag, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

/** Below 36 °C. */
const cold = stepsFrom(1, [36, 0]);
/** Predicted death by day 28 for 0, 1, 2, 3 and ≥ 4 points (Battle 2022, Staphylococcus aureus). */
const DEATH = [0.03, 0.09, 0.22, 0.45, 0.7];

/** Five binary signs, one point each (Battle 2019). */
export const qpitt = defineScore({
  id: 'qpitt',
  name: 'Quick Pitt bacteraemia score',
  aliases: ['quick_pitt', 'quick_pitt_bacteremia_score'],
  group: 'infection',
  purpose: 'Finds patients with a bloodstream infection who are acutely and severely ill.',
  population: 'Adults in hospital with a bloodstream infection',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    temperature: quantity('temperature', { cuts: cold.cuts, monotone: 'falling' }),
    hypotension_or_vasopressor: ownFlag('Systolic pressure below 90 mmHg or vasopressor use'),
    tachypnea_or_ventilation: ownFlag('Respiratory rate of 25/min or more, or ventilated', {
      help: 'Mechanical ventilation counts whatever the rate.',
    }),
    cardiac_arrest: ownFlag('Cardiac arrest'),
    altered_mental_status: flag('altered_mental_status'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below the threshold of critical illness; few such patients die.',
    },
    {
      id: 'high',
      from: 2,
      interpretation:
        'Critically ill; death is about twice as frequent when the first antibiotic does not cover the organism.',
    },
  ],
  references: [
    {
      title:
        'Battle SE et al. Derivation of a quick Pitt bacteremia score to predict mortality in ' +
        'patients with Gram-negative bloodstream infection',
      doi: '10.1007/s15010-019-01277-7',
      year: 2019,
    },
    {
      title:
        'Battle SE et al. Prediction of mortality in Staphylococcus aureus bloodstream infection ' +
        'using quick Pitt bacteremia score (predicted mortality by points)',
      doi: '10.1016/j.jinf.2021.12.002',
      year: 2022,
    },
  ],
  compute: (v) => {
    const { value, points } = sumOf({
      temperature: cold(rounded(v.temperature, 1)),
      hypotension_or_vasopressor: pointsIf(v.hypotension_or_vasopressor),
      tachypnea_or_ventilation: pointsIf(v.tachypnea_or_ventilation),
      cardiac_arrest: pointsIf(v.cardiac_arrest),
      altered_mental_status: pointsIf(v.altered_mental_status),
    });
    const probability = DEATH[Math.min(value, 4)] ?? 0;
    return {
      value,
      points,
      risk: {
        outcome: 'death, as predicted in Staphylococcus aureus bacteraemia',
        probability,
        horizon: '28 days',
      },
    };
  },
});
