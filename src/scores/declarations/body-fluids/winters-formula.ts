import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Expected PaCO2 in mmHg in metabolic acidosis: 1.5 · HCO3 + 8 (± 2). Albert, Dell, Winters 1967. */
export function wintersPaco2(bicarbonate: number): number {
  return 1.5 * bicarbonate + 8;
}

export const wintersFormula = defineScore({
  id: 'winters_formula',
  name: "Winters' formula",
  aliases: ['winters', 'expected_paco2'],
  group: 'body and fluids',
  purpose: 'PaCO₂ that breathing should reach in metabolic acidosis; shows a second disorder.',
  population: 'Metabolic acidosis',
  unit: 'mm[Hg]',
  decimals: 2,
  range: { min: 8, max: 120 },
  inputs: {
    bicarbonate: quantity('bicarbonate', { monotone: 'rising' }),
    paco2: quantity('paco2', { optional: true }),
  },
  categories: [
    {
      id: 'expected',
      from: 0,
      interpretation: 'The expected PaCO₂ (± 2); compare it with the measured one.',
    },
    {
      id: 'respiratory alkalosis',
      interpretation: 'The measured PaCO₂ is lower than expected: a respiratory alkalosis as well.',
    },
    { id: 'compensated', interpretation: 'The measured PaCO₂ is as expected.' },
    {
      id: 'respiratory acidosis',
      interpretation: 'The measured PaCO₂ is higher than expected: a respiratory acidosis as well.',
    },
  ],
  references: [
    {
      title:
        'Albert MS, Dell RB, Winters RW. Quantitative displacement of acid-base equilibrium in ' +
        'metabolic acidosis',
      doi: '10.7326/0003-4819-66-2-312',
      year: 1967,
    },
  ],
  compute({ bicarbonate, paco2 }) {
    const value = rounded(wintersPaco2(bicarbonate), 2);
    const low = rounded(value - 2, 2);
    const high = rounded(value + 2, 2);
    const measured =
      paco2 === undefined
        ? 'expected'
        : paco2 < low
          ? 'respiratory alkalosis'
          : paco2 > high
            ? 'respiratory acidosis'
            : 'compensated';
    return {
      value,
      category: measured,
      derived: [
        { name: 'expected_paco2_low', value: low, unit: 'mm[Hg]' },
        { name: 'expected_paco2_high', value: high, unit: 'mm[Hg]' },
      ],
      warnings:
        bicarbonate >= 22 ? ['Bicarbonate is not low: the formula is for metabolic acidosis.'] : [],
    };
  },
});
