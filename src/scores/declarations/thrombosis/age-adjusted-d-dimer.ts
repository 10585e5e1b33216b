import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const OLD = 50;
const USUAL_LIMIT = 500;
const ADJUST_PE = 'ADJUST-PE, Righini 2014, 10.1001/jama.2014.2135';

/** D-dimer limit in ng/mL FEU by age in completed years: age × 10 above 50, else 500 (Righini 2014). */
export function ageAdjustedDDimerLimit(ageYears: number): number {
  const age = Math.floor(ageYears);
  return age > OLD ? age * 10 : USUAL_LIMIT;
}

/** D-dimer read by a limit that rises with age (Righini 2014). */
export const ageAdjustedDDimer = defineScore({
  id: 'age_adjusted_d_dimer',
  name: 'Age-adjusted D-dimer',
  aliases: ['d_dimer_age_adjusted'],
  group: 'thrombosis and bleeding',
  purpose: 'Gives the D-dimer limit for the age and says whether the D-dimer is below it.',
  population: 'Adults with suspected pulmonary embolism and a low or intermediate probability',
  unit: 'ng/mL',
  decimals: 0,
  range: { min: 500, max: 1300 },
  inputs: {
    age: quantity('age', { min: 18, cuts: [OLD + 1], monotone: 'rising' }),
    d_dimer: quantity('d_dimer', {
      help: 'In fibrinogen-equivalent units.',
      cuts: [USUAL_LIMIT, 1300],
    }),
  },
  categories: [
    {
      id: 'negative',
      interpretation: 'The D-dimer is below the limit for the age.',
      action: {
        text: 'With a low or intermediate probability: pulmonary embolism is ruled out.',
        source: ADJUST_PE,
      },
    },
    {
      id: 'positive',
      interpretation: 'The D-dimer is at or above the limit for the age.',
      action: { text: 'Imaging for pulmonary embolism.', source: ADJUST_PE },
    },
  ],
  references: [
    {
      title: 'Righini M et al. Age-adjusted D-dimer cutoff levels to rule out PE: ADJUST-PE',
      doi: '10.1001/jama.2014.2135',
      year: 2014,
    },
  ],
  compute(v) {
    const value = ageAdjustedDDimerLimit(v.age);
    return { value, category: v.d_dimer < value ? 'negative' : 'positive' };
  },
});
