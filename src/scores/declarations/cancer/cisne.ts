import { flag, ownFlag, ownQuantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';
import { ECOG_OF_THE_LIVING } from '../function/performance-inputs.js';

const CARMONA = 'Carmona-Bayonas 2015, 10.1200/JCO.2014.57.2347';

/** Observed serious complications by class, Carmona-Bayonas 2015 (1383 episodes). */
const COMPLICATIONS = { low: 0.011, intermediate: 0.062, high: 0.36 } as const;

const classOf = (value: number) => (value >= 3 ? 'high' : value >= 1 ? 'intermediate' : 'low');

/** Serious complications of febrile neutropenia that seems stable (Carmona-Bayonas 2015). */
export const cisne = defineScore({
  id: 'cisne',
  name: 'CISNE: Clinical Index of Stable Febrile Neutropenia',
  aliases: ['cisne_score', 'clinical_index_of_stable_febrile_neutropenia'],
  group: 'cancer',
  purpose: 'Estimates serious complications of febrile neutropenia in patients who seem stable.',
  population:
    'Adult outpatients with a solid tumour and febrile neutropenia who have been stable for three ' +
    'hours, without acute organ failure, septic shock or severe infection',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 8 },
  inputs: {
    ecog: { ...ECOG_OF_THE_LIVING, monotone: 'rising' },
    stress_hyperglycemia: ownFlag('Stress-induced hyperglycaemia', {
      help: 'First glucose 121 mg/dL or more; 250 with diabetes or corticosteroids.',
    }),
    copd: flag('copd'),
    chronic_cardiovascular_disease: ownFlag('Chronic cardiovascular disease', {
      help: 'Not a single uncomplicated episode of atrial fibrillation.',
    }),
    mucositis_grade_2: ownFlag('Mucositis of NCI grade 2 or more'),
    monocytes: ownQuantity('Monocyte count', '10*3/uL', [0, 100], 0.01, {
      cuts: [0.2],
      monotone: 'falling',
      help: 'Below 0.2 (200/µL) counts.',
    }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk (0): 1.1 % have serious complications.',
      action: { text: 'Treatment as an outpatient can be considered.', source: CARMONA },
    },
    {
      id: 'intermediate',
      from: 1,
      interpretation: 'Intermediate risk (1–2): 6.2 % have serious complications.',
      action: { text: 'Observe longer before deciding, or admit.', source: CARMONA },
    },
    {
      id: 'high',
      from: 3,
      interpretation: 'High risk (3–8): 36 % have serious complications.',
      action: { text: 'Admit.', source: CARMONA },
    },
  ],
  references: [
    {
      title:
        'Carmona-Bayonas A et al. Prediction of serious complications in patients with seemingly ' +
        'stable febrile neutropenia: validation of the Clinical Index of Stable Febrile Neutropenia',
      doi: '10.1200/JCO.2014.57.2347',
      year: 2015,
    },
  ],
  compute(v) {
    const { value, points } = sumOf({
      ecog: pointsIf(v.ecog >= 2, 2),
      stress_hyperglycemia: pointsIf(v.stress_hyperglycemia, 2),
      copd: pointsIf(v.copd),
      chronic_cardiovascular_disease: pointsIf(v.chronic_cardiovascular_disease),
      mucositis_grade_2: pointsIf(v.mucositis_grade_2),
      monocytes: pointsIf(v.monocytes < 0.2),
    });
    const probability = COMPLICATIONS[classOf(value)];
    return {
      value,
      points,
      risk: { outcome: 'serious complication', probability, horizon: 'episode' },
    };
  },
});
