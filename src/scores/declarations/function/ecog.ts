import { defineScore } from '../../score.js';
import { ECOG } from './performance-inputs.js';

/** Karnofsky percentages that go with each grade (Oken 1982; tables of ECOG-ACRIN). */
const KARNOFSKY_RANGE = ['90–100', '70–80', '50–60', '30–40', '10–20', '0'];

/** Function of a patient with cancer in six grades (Oken 1982). */
export const ecog = defineScore({
  id: 'ecog',
  name: 'ECOG performance status',
  aliases: ['ecog_ps', 'ecog_performance_status', 'who_performance_status', 'zubrod'],
  group: 'function and frailty',
  purpose: 'Grades the function of a patient with cancer.',
  population: 'Adults with cancer',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: { ecog: ECOG },
  categories: [
    { id: 'fully active', from: 0, interpretation: 'Fully active, as before the disease.' },
    {
      id: 'restricted',
      from: 1,
      interpretation: 'Restricted in strenuous activity, able to do light work.',
    },
    {
      id: 'ambulatory',
      from: 2,
      interpretation: 'Cares for self, unable to work, up for more than half of the waking hours.',
    },
    {
      id: 'limited self-care',
      from: 3,
      interpretation: 'Limited self-care, in bed or chair for more than half of the waking hours.',
    },
    {
      id: 'completely disabled',
      from: 4,
      interpretation: 'Completely disabled, totally confined to bed or chair.',
    },
    { id: 'dead', from: 5, interpretation: 'Dead.' },
  ],
  references: [
    {
      title:
        'Oken MM et al. Toxicity and response criteria of the Eastern Cooperative Oncology Group',
      doi: '10.1097/00000421-198212000-00014',
      year: 1982,
    },
  ],
  compute(v) {
    const value = Math.round(v.ecog);
    const karnofsky = KARNOFSKY_RANGE[value] ?? '';
    return { value, derived: [{ name: 'karnofsky_equivalent', value: karnofsky, unit: '%' }] };
  },
});
