import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { GFR_CATEGORIES } from './gfr-categories.js';

/**
 * eGFR of a child in mL/min/1.73 m²: 0.413 · height in cm / creatinine in mg/dL (enzymatic, IDMS).
 * Schwartz et al. 2009, doi:10.1681/ASN.2008030287.
 */
export function schwartzBedside(heightCm: number, creatinineMgPerDl: number) {
  return (0.413 * heightCm) / creatinineMgPerDl;
}

export const schwartz = defineScore({
  id: 'schwartz_bedside',
  name: 'Bedside Schwartz equation (CKiD 2009)',
  aliases: ['schwartz', 'revised_schwartz', 'egfr_child'],
  group: 'kidney',
  purpose: 'Estimates the glomerular filtration rate of a child from height and creatinine.',
  population: 'Children of 1 to 16 years with chronic kidney disease; used up to 17',
  unit: 'mL/min/{1.73_m2}',
  decimals: 0,
  inputs: {
    age: quantity('age', {
      min: 1,
      max: 17.99,
      optional: true,
      help: 'Not in the formula; only to see that the child is of the age it is for.',
    }),
    height: quantity('height', { min: 50, monotone: 'rising' }),
    creatinine: quantity('creatinine', { monotone: 'falling' }),
  },
  categories: GFR_CATEGORIES,
  references: [
    {
      title: 'Schwartz GJ et al. New equations to estimate GFR in children with CKD',
      doi: '10.1681/ASN.2008030287',
      year: 2009,
    },
  ],
  compute({ age, height, creatinine }) {
    const value = Math.round(schwartzBedside(height, creatinine));
    return {
      value,
      warnings: [
        ...(age !== undefined && age >= 17
          ? ['The equation was derived up to the age of 16.']
          : []),
        ...(value > 75
          ? ['It was derived at 15 to 75 mL/min/1.73 m² and is less exact above.']
          : []),
      ],
    };
  },
});
