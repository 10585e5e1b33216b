import { grade } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

// More points are better: the total rises with each.
const subscale = (title: string, max: number, help: string) =>
  grade(title, [1, max], { help, monotone: 'rising' });

const NPIAP = 'EPUAP/NPIAP/PPPIA guideline (2019)';

/** Risk of a pressure ulcer from six subscales; the lower, the greater (Bergstrom 1987). */
export const braden = defineScore({
  id: 'braden',
  name: 'Braden scale',
  aliases: ['braden_scale', 'braden_score'],
  group: 'old age',
  purpose: 'Grades the risk of pressure ulcers.',
  population: 'Adults in hospital or in long-term care',
  unit: '{score}',
  decimals: 0,
  range: { min: 6, max: 23 },
  inputs: {
    sensory_perception: subscale(
      'Sensory perception',
      4,
      '1 completely limited, 2 very limited, 3 slightly limited, 4 no impairment',
    ),
    moisture: subscale(
      'Moisture',
      4,
      '1 constantly moist, 2 very moist, 3 occasionally moist, 4 rarely moist',
    ),
    activity: subscale(
      'Activity',
      4,
      '1 bedfast, 2 chairfast, 3 walks occasionally, 4 walks frequently',
    ),
    mobility: subscale(
      'Mobility',
      4,
      '1 completely immobile, 2 very limited, 3 slightly limited, 4 no limitation',
    ),
    nutrition: subscale(
      'Nutrition',
      4,
      '1 very poor, 2 probably inadequate, 3 adequate, 4 excellent',
    ),
    friction_shear: subscale(
      'Friction and shear',
      3,
      '1 problem, 2 potential problem, 3 no apparent problem',
    ),
  },
  categories: [
    {
      id: 'very high risk',
      from: 6,
      interpretation: 'Very high risk of pressure ulcers (6–9).',
      action: {
        text: 'Turning plan, high-specification support surface, heels off the bed, nutrition.',
        source: NPIAP,
      },
    },
    {
      id: 'high risk',
      from: 10,
      interpretation: 'High risk of pressure ulcers (10–12).',
      action: {
        text: 'Turning plan, high-specification support surface, heels off the bed.',
        source: NPIAP,
      },
    },
    {
      id: 'moderate risk',
      from: 13,
      interpretation: 'Moderate risk of pressure ulcers (13–14).',
      action: { text: 'Turning plan, support surface, daily look at the skin.', source: NPIAP },
    },
    {
      id: 'mild risk',
      from: 15,
      interpretation: 'Mild risk of pressure ulcers (15–18).',
      action: { text: 'Daily look at the skin; mobilise; repeat the scale.', source: NPIAP },
    },
    { id: 'no risk', from: 19, interpretation: 'No particular risk (19–23).' },
  ],
  references: [
    {
      title: 'Bergstrom N et al. The Braden Scale for predicting pressure sore risk',
      url: 'https://pubmed.ncbi.nlm.nih.gov/3299278/',
      year: 1987,
    },
  ],
  compute: (v) => sumOf(v),
});
