import { flag, quantity, type Variable } from '../variable.js';

/** History and findings of a patient with chest pain at rest, under exercise and at angiography. */
export const EXERCISE_TEST = [
  {
    kind: 'choice',
    name: 'chest_pain_type',
    title: 'Kind of chest pain',
    options: {
      typical: 'typical angina: retrosternal, on exertion, relieved by rest or nitrates',
      atypical: 'atypical angina: two of the three',
      nonanginal: 'one of the three, or none',
      asymptomatic: 'no chest pain',
    },
    spellings: {
      typical_angina: 'typical',
      atypical_angina: 'atypical',
      non_anginal: 'nonanginal',
    },
  },
  flag('fasting_glucose_over_120', 'Fasting glucose above 120 mg/dL'),
  {
    kind: 'choice',
    name: 'resting_ecg',
    title: 'Resting ECG',
    options: {
      normal: 'normal',
      st_t_abnormality: 'T-wave inversion or ST deviation above 0.05 mV',
      lvh: 'left ventricular hypertrophy by the Estes criteria',
    },
  },
  flag('exercise_angina', 'Angina brought on by exercise'),
  quantity('st_depression', 'ST depression under exercise against rest', 'mm', [0, 10], 0.1, {
    synonyms: ['oldpeak'],
  }),
  {
    kind: 'choice',
    name: 'st_slope',
    title: 'Slope of the ST segment at peak exercise',
    options: { up: 'upsloping', flat: 'flat', down: 'downsloping' },
  },
  quantity('fluoroscopy_vessels', 'Major vessels calcified at fluoroscopy', '{score}', [0, 3], 1),
  {
    kind: 'choice',
    name: 'thallium_defect',
    title: 'Thallium scan',
    options: { normal: 'normal', fixed: 'fixed defect', reversible: 'reversible defect' },
  },
] as const satisfies readonly Variable[];
