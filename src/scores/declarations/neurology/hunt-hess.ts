import { choice } from '../../input.js';
import { defineScore } from '../../score.js';
import { AHA_SAH_2023, POOR_GRADE_ACTION } from './subarachnoid-hemorrhage.js';

/** In-hospital mortality by grade: Lantigua 2015, 1200 patients; grades 1 and 2 together. */
const MORTALITY = { '1': 0.03, '2': 0.03, '3': 0.09, '4': 0.24, '5': 0.71 } as const;

/** Clinical grade of an aneurysmal subarachnoid haemorrhage (Hunt and Hess 1968). */
export const huntHess = defineScore({
  id: 'hunt_hess',
  name: 'Hunt and Hess grade',
  aliases: ['hunt_and_hess', 'hunt_hess_scale', 'hunt_hess_classification'],
  group: 'neurology',
  purpose: 'Grades a subarachnoid haemorrhage by its clinical severity.',
  population: 'Patients with a subarachnoid haemorrhage that is not traumatic',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 5 },
  inputs: {
    hunt_hess_grade: choice('Clinical picture, the worst that fits', {
      '1': 'no symptoms, or mild headache and slight stiffness of the neck',
      '2': 'moderate to severe headache, stiff neck, no deficit but a cranial nerve palsy',
      '3': 'drowsy or confused, or a mild focal deficit',
      '4': 'stupor, moderate to severe hemiparesis',
      '5': 'deep coma, decerebrate rigidity, moribund',
    }),
  },
  categories: [
    {
      id: 'good-grade',
      from: 1,
      interpretation: 'Good clinical grade (1–3).',
      action: {
        text: 'Secure the aneurysm as early as feasible, best within 24 hours; nimodipine.',
        source: AHA_SAH_2023,
      },
    },
    {
      id: 'poor-grade',
      from: 4,
      interpretation: 'Poor clinical grade (4–5): high mortality, but recovery is possible.',
      action: POOR_GRADE_ACTION,
    },
  ],
  references: [
    {
      title:
        'Hunt WE, Hess RM. Surgical risk as related to time of intervention in the repair of ' +
        'intracranial aneurysms',
      doi: '10.3171/jns.1968.28.1.0014',
      year: 1968,
    },
    {
      title: 'Lantigua H et al. Subarachnoid hemorrhage: who dies, and why?',
      doi: '10.1186/s13054-015-1036-0',
      year: 2015,
    },
  ],
  compute: ({ hunt_hess_grade }) => ({
    value: Number(hunt_hess_grade),
    risk: {
      outcome: 'death in hospital',
      probability: MORTALITY[hunt_hess_grade],
      horizon: 'hospital stay',
    },
  }),
});
