import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Of many laboratories, and what calculators take where none is stated. */
const USUAL_UPPER_LIMIT = 40;

/** Upper limit of normal of the AST, as the laboratory states it. */
const AST_UPPER_LIMIT = ownQuantity('Upper limit of normal AST', 'U/L', [10, 200], 1, {
  monotone: 'falling',
  help: 'Of the laboratory; 40 U/L is taken where it is not given.',
  optional: true,
});

/** AST to platelet ratio index: AST / upper limit · 100 / platelets (Wai 2003). */
export const apri = defineScore({
  id: 'apri',
  name: 'AST to platelet ratio index (APRI)',
  aliases: ['apri_score', 'ast_platelet_ratio'],
  group: 'liver and gut',
  purpose: 'Estimates fibrosis and cirrhosis in chronic viral hepatitis.',
  population: 'Adults with chronic hepatitis C or B',
  unit: '1',
  decimals: 2,
  range: { min: 0, max: 300_000 },
  inputs: {
    ast: quantity('ast', { monotone: 'rising' }),
    ast_upper_limit: AST_UPPER_LIMIT,
    platelets: quantity('platelets', { monotone: 'falling' }),
  },
  categories: [
    { id: 'low', interpretation: 'Significant fibrosis is unlikely (0.5 or below).' },
    { id: 'indeterminate', interpretation: 'Between the limits for significant fibrosis.' },
    {
      id: 'significant fibrosis',
      interpretation: 'Significant fibrosis is likely (above 1.5).',
      action: {
        text: 'Measure stiffness; assess for treatment.',
        source: 'WHO hepatitis guideline',
      },
    },
    {
      id: 'cirrhosis',
      interpretation: 'Cirrhosis is likely (above 2.0).',
      action: {
        text: 'Treat as cirrhosis: look for varices and liver cancer.',
        source: 'WHO hepatitis guideline 2015',
      },
    },
  ],
  references: [
    {
      title:
        'Wai CT et al. A simple noninvasive index can predict both significant fibrosis and ' +
        'cirrhosis in patients with chronic hepatitis C',
      doi: '10.1053/jhep.2003.50346',
      year: 2003,
    },
    {
      title:
        'World Health Organization. Guidelines for the prevention, care and treatment of persons ' +
        'with chronic hepatitis B infection',
      url: 'https://www.who.int/publications/i/item/9789241549059',
      year: 2015,
    },
  ],
  compute(v) {
    const upperLimit = v.ast_upper_limit ?? USUAL_UPPER_LIMIT;
    const value = rounded(((v.ast / upperLimit) * 100) / v.platelets, 2);
    const positive = value > 2 ? 'cirrhosis' : 'significant fibrosis';
    return {
      value,
      category: value > 1.5 ? positive : value > 0.5 ? 'indeterminate' : 'low',
      warnings:
        v.ast_upper_limit === undefined ? ['ast_upper_limit was not given: 40 U/L was used'] : [],
    };
  },
});
