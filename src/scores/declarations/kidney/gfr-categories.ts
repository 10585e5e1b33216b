import type { Category } from '../../score.js';

export const KDIGO_CKD_2024 =
  'KDIGO 2024 Clinical Practice Guideline for CKD, 10.1016/j.kint.2023.10.018';

/** KDIGO G categories by GFR in mL/min/1.73 m², as whole numbers. */
export const GFR_CATEGORIES: readonly Category[] = [
  {
    id: 'G5',
    from: 0,
    interpretation: 'Kidney failure.',
    action: {
      text: 'Refer to nephrology; plan kidney replacement or conservative care.',
      source: KDIGO_CKD_2024,
    },
  },
  {
    id: 'G4',
    from: 15,
    interpretation: 'Severely decreased.',
    action: {
      text: 'Refer to nephrology; review the dose of every renally cleared drug.',
      source: KDIGO_CKD_2024,
    },
  },
  {
    id: 'G3b',
    from: 30,
    interpretation: 'Moderately to severely decreased.',
    action: {
      text: 'Measure the urine albumin–creatinine ratio; review drug doses; treat risk factors.',
      source: KDIGO_CKD_2024,
    },
  },
  {
    id: 'G3a',
    from: 45,
    interpretation: 'Mildly to moderately decreased.',
    action: {
      text: 'Confirm over three months; measure the urine albumin–creatinine ratio.',
      source: KDIGO_CKD_2024,
    },
  },
  {
    id: 'G2',
    from: 60,
    interpretation: 'Mildly decreased; chronic kidney disease only with a sign of damage.',
  },
  {
    id: 'G1',
    from: 90,
    interpretation: 'Normal or high; chronic kidney disease only with a sign of damage.',
  },
];
