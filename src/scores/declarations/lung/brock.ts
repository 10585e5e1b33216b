import { choice, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const TYPE = { solid: 0, part_solid: 0.377, non_solid: -0.1276 } as const;
const action = (text: string) => ({ text, source: 'BTS guideline on pulmonary nodules 2015' });

/**
 * Cancer of a nodule in %, full model with spiculation (McWilliams 2013, model 2b): 100 / (1 + e^−x),
 * x = −6.7892 + 0.0287 · (age − 62) + 0.6011 · woman + 0.2961 · family history + 0.2953 · emphysema −
 * 5.3854 · ((mm / 10)^−0.5 − 1.58113883) + type + 0.6581 · upper lobe − 0.0824 · (count − 4) +
 * 0.7729 · spiculation.
 */
export const brock = defineScore({
  id: 'brock',
  name: 'Brock (PanCan) model of the pulmonary nodule',
  aliases: ['brock_university', 'pancan', 'brock_nodule', 'brock_model', 'mcwilliams'],
  group: 'lung',
  purpose: 'Estimates the probability that a pulmonary nodule on CT is cancer.',
  population: 'Current or former smokers of 50 to 75 years with a nodule on low-dose CT',
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: {
    age: quantity('age', { min: 18, monotone: 'rising' }),
    sex: sex(),
    family_history_lung_cancer: ownFlag('Family history of lung cancer', { fixed: true }),
    emphysema_on_ct: ownFlag('Emphysema on CT'),
    nodule_diameter: ownQuantity('Diameter of the nodule', 'mm', [1, 100], 1, {
      monotone: 'rising',
    }),
    nodule_type: choice('Type of the nodule', {
      solid: 'solid',
      part_solid: 'part-solid',
      non_solid: 'non-solid, ground glass',
    }),
    upper_lobe: ownFlag('In an upper lobe'),
    nodule_count: ownQuantity('Number of nodules', '1', [1, 50], 1, { monotone: 'falling' }),
    spiculation: ownFlag('Spiculated edge'),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below 10 %.',
      action: action('Follow by CT where the nodule is large enough for it.'),
    },
    {
      id: 'raised',
      from: 10,
      interpretation: '10 % or more.',
      action: action('PET-CT, then judge again with the Herder model.'),
    },
  ],
  references: [
    {
      title:
        'McWilliams A et al. Probability of cancer in pulmonary nodules detected on first ' +
        'screening CT',
      doi: '10.1056/NEJMoa1214726',
      year: 2013,
    },
    {
      title: 'Callister ME et al. British Thoracic Society guidelines for pulmonary nodules',
      doi: '10.1136/thoraxjnl-2015-207168',
      year: 2015,
    },
  ],
  compute(v) {
    const x =
      -6.7892 +
      0.0287 * (v.age - 62) +
      (v.sex === 'F' ? 0.6011 : 0) +
      (v.family_history_lung_cancer ? 0.2961 : 0) +
      (v.emphysema_on_ct ? 0.2953 : 0) -
      5.3854 * ((v.nodule_diameter / 10) ** -0.5 - 1.58113883) +
      TYPE[v.nodule_type] +
      (v.upper_lobe ? 0.6581 : 0) -
      0.0824 * (v.nodule_count - 4) +
      (v.spiculation ? 0.7729 : 0);
    return { value: rounded(100 / (1 + Math.exp(-x)), 1) };
  },
});
