import { grade } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';

// More points are better: the total rises with each.
const subscale = (title: string, help: string) =>
  grade(title, [1, 4], { help, monotone: 'rising' });

const NPIAP = 'EPUAP/NPIAP/PPPIA guideline (2019)';

/**
 * Risk of a pressure ulcer from five subscales; the lower, the greater (Norton 1962).
 *
 * 14 and below is the limit of risk of its author; the finer bands are those in common use.
 */
export const norton = defineScore({
  id: 'norton',
  name: 'Norton scale',
  aliases: ['norton_scale', 'norton_score', 'norton_pressure_sore'],
  group: 'old age',
  purpose: 'Grades the risk of pressure ulcers.',
  population: 'Older adults in hospital or in long-term care',
  unit: '{score}',
  decimals: 0,
  range: { min: 5, max: 20 },
  inputs: {
    physical_condition: subscale('Physical condition', '4 good, 3 fair, 2 poor, 1 very bad'),
    mental_condition: subscale('Mental condition', '4 alert, 3 apathetic, 2 confused, 1 stuporous'),
    norton_activity: subscale(
      'Activity (Norton)',
      '4 ambulant, 3 walks with help, 2 chair-bound, 1 in bed',
    ),
    norton_mobility: subscale(
      'Mobility (Norton)',
      '4 full, 3 slightly limited, 2 very limited, 1 immobile',
    ),
    norton_continence: subscale(
      'Incontinence',
      '4 none, 3 occasional, 2 usually of urine, 1 of urine and faeces',
    ),
  },
  categories: [
    {
      id: 'very high risk',
      from: 5,
      interpretation: 'Very high risk of pressure ulcers (5–9).',
      action: {
        text: 'Turning plan, high-specification support surface, heels off the bed, nutrition.',
        source: NPIAP,
      },
    },
    {
      id: 'high risk',
      from: 10,
      interpretation: 'High risk of pressure ulcers (10–14).',
      action: { text: 'Turning plan, support surface, daily look at the skin.', source: NPIAP },
    },
    {
      id: 'medium risk',
      from: 15,
      interpretation: 'Medium risk of pressure ulcers (15–18).',
      action: { text: 'Daily look at the skin; mobilise; repeat the scale.', source: NPIAP },
    },
    { id: 'low risk', from: 19, interpretation: 'Low risk of pressure ulcers (19–20).' },
  ],
  references: [
    {
      title:
        'Norton D, McLaren R, Exton-Smith AN. An investigation of geriatric nursing problems in ' +
        'hospital',
      url: 'https://search.worldcat.org/search?q=An+investigation+of+geriatric+nursing+problems+in+hospital',
      year: 1962,
    },
  ],
  compute: (v) => sumOf(v),
});
