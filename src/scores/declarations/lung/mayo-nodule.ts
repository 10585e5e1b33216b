import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const action = (text: string) => ({ text, source: 'ACCP lung cancer guideline 2013' });

/**
 * Malignancy of a solitary nodule in %: 100 · e^x / (1 + e^x), x = −6.8272 + 0.0391 · age + 0.7917 ·
 * smoker + 1.3388 · earlier cancer + 0.1274 · diameter (mm) + 1.0407 · spiculation + 0.7838 · upper
 * lobe. Swensen 1997; one reprint has −6.872 for the constant.
 */
export const mayoNodule = defineScore({
  id: 'mayo_nodule',
  name: 'Mayo model of the solitary pulmonary nodule',
  aliases: ['mayo_spn', 'solitary_pulmonary_nodule', 'swensen'],
  group: 'lung',
  purpose: 'Estimates the probability that a solitary pulmonary nodule is malignant.',
  population: 'Adults with a nodule of 4 to 30 mm and no cancer within five years',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    ever_smoked: ownFlag('Smokes or has smoked', { fixed: true }),
    cancer_over_5_years_ago: ownFlag('Cancer outside the chest, more than 5 years ago', {
      fixed: true,
    }),
    nodule_diameter: ownQuantity('Diameter of the nodule', 'mm', [4, 30], 1, {
      monotone: 'rising',
    }),
    spiculation: ownFlag('Spiculated edge'),
    upper_lobe: ownFlag('In an upper lobe'),
  },
  categories: [
    {
      id: 'very low',
      from: 0,
      interpretation: 'Below 5 %: malignancy is unlikely.',
      action: action('Follow with serial CT.'),
    },
    {
      id: 'low to moderate',
      from: 5,
      interpretation: 'Between 5 and 65 %.',
      action: action('PET where the nodule is larger than 8 mm; then biopsy or follow.'),
    },
    {
      id: 'high',
      from: 65,
      interpretation: 'Above 65 %: malignancy is likely.',
      action: action('Stage and think of surgical diagnosis.'),
    },
  ],
  references: [
    {
      title:
        'Swensen SJ et al. The probability of malignancy in solitary pulmonary nodules: ' +
        'application to small radiologically indeterminate nodules',
      doi: '10.1001/archinte.1997.00440290031002',
      year: 1997,
    },
    {
      title: 'Gould MK et al. Evaluation of individuals with pulmonary nodules: ACCP guideline',
      doi: '10.1378/chest.12-2351',
      year: 2013,
    },
  ],
  compute(v) {
    const x =
      -6.8272 +
      0.0391 * v.age +
      (v.ever_smoked ? 0.7917 : 0) +
      (v.cancer_over_5_years_ago ? 1.3388 : 0) +
      0.1274 * v.nodule_diameter +
      (v.spiculation ? 1.0407 : 0) +
      (v.upper_lobe ? 0.7838 : 0);
    return { value: rounded(100 / (1 + Math.exp(-x)), 1) };
  },
});
