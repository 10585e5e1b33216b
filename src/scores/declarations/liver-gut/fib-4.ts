import { quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const AASLD = 'AASLD practice guidance on NAFLD 2023; EASL 2021 non-invasive tests';

/**
 * FIB-4: age · AST / (platelets · √ALT).
 *
 * @param age years; @param ast U/L; @param alt U/L; @param platelets 10⁹/L
 * @see Sterling 2006, doi:10.1002/hep.21178
 */
export function fib4Index(age: number, ast: number, alt: number, platelets: number): number {
  return (age * ast) / (platelets * Math.sqrt(alt));
}

/** Where Sterling 2006 drew the lines, in hepatitis C with HIV: below 1.45 and above 3.25. */
function sterlingBand(value: number): string {
  if (value < 1.45) return 'below 1.45: advanced fibrosis unlikely';
  return value > 3.25 ? 'above 3.25: advanced fibrosis likely' : '1.45 to 3.25: indeterminate';
}

export const fib4 = defineScore({
  id: 'fib_4',
  name: 'FIB-4 index',
  aliases: ['fib4', 'fibrosis_4', 'fib_4_score'],
  group: 'liver and gut',
  purpose: 'Estimates whether there is advanced fibrosis of the liver.',
  population: 'Adults with chronic hepatitis or fatty liver; less sure below 35 years',
  unit: '1',
  decimals: 2,
  range: { min: 0, max: 4_000_000 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    ast: quantity('ast', { monotone: 'rising' }),
    alt: quantity('alt', { monotone: 'falling' }),
    platelets: quantity('platelets', { monotone: 'falling' }),
  },
  categories: [
    {
      id: 'low',
      interpretation: 'Advanced fibrosis is unlikely (below 1.30; below 2.0 from 65 years on).',
      action: { text: 'Repeat in two to three years, sooner with diabetes.', source: AASLD },
    },
    {
      id: 'indeterminate',
      interpretation: 'Between the limits: advanced fibrosis can be neither excluded nor assumed.',
      action: { text: 'Measure stiffness (elastography) or ELF.', source: AASLD },
    },
    {
      id: 'high',
      interpretation: 'Advanced fibrosis is likely (above 2.67).',
      action: { text: 'Refer to hepatology; measure liver stiffness.', source: AASLD },
    },
  ],
  references: [
    {
      title:
        'Sterling RK et al. Development of a simple noninvasive index to predict significant ' +
        'fibrosis in patients with HIV/HCV coinfection',
      doi: '10.1002/hep.21178',
      year: 2006,
    },
    {
      title:
        'McPherson S et al. Age as a confounding factor for the accurate non-invasive diagnosis ' +
        'of advanced NAFLD fibrosis',
      doi: '10.1038/ajg.2016.453',
      year: 2017,
    },
    {
      title: 'Rinella ME et al. AASLD practice guidance on nonalcoholic fatty liver disease',
      doi: '10.1097/HEP.0000000000000323',
      year: 2023,
    },
  ],
  compute(v) {
    const value = rounded(fib4Index(v.age, v.ast, v.alt, v.platelets), 2);
    const low = v.age >= 65 ? 2 : 1.3;
    return {
      value,
      category: value > 2.67 ? 'high' : value < low ? 'low' : 'indeterminate',
      derived: [{ name: 'viral_hepatitis_band', value: sterlingBand(value) }],
      warnings: v.age < 35 ? ['below 35 years FIB-4 is not accurate'] : [],
    };
  },
});
