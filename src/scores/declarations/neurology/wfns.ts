import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { POOR_GRADE_ACTION } from './subarachnoid-hemorrhage.js';

function gradeOf(gcs: number, deficit: boolean): number {
  if (gcs <= 6) return 5;
  if (gcs <= 12) return 4;
  if (gcs <= 14) return deficit ? 3 : 2;
  return 1;
}

/** Grade of a subarachnoid haemorrhage from GCS and focal deficit (WFNS 1988). */
export const wfns = defineScore({
  id: 'wfns',
  name: 'World Federation of Neurosurgical Societies grade',
  aliases: ['wfns_grade', 'wfns_scale', 'wfns_sah'],
  group: 'neurology',
  purpose: 'Grades a subarachnoid haemorrhage by the Glasgow Coma Scale and a focal deficit.',
  population: 'Patients with a subarachnoid haemorrhage that is not traumatic',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 5 },
  inputs: {
    gcs: quantity('gcs', { cuts: [7, 13, 15], monotone: 'falling' }),
    motor_deficit: ownFlag('Major focal deficit (aphasia, hemiparesis or hemiplegia)'),
  },
  categories: [
    { id: 'good-grade', from: 1, interpretation: 'Good grade (1–3): GCS of 13 or more.' },
    {
      id: 'poor-grade',
      from: 4,
      interpretation: 'Poor grade (4–5): GCS of 12 or less, with high mortality and disability.',
      action: POOR_GRADE_ACTION,
    },
  ],
  references: [
    {
      title:
        'Report of World Federation of Neurological Surgeons Committee on a universal ' +
        'subarachnoid hemorrhage grading scale',
      doi: '10.3171/jns.1988.68.6.0985',
      year: 1988,
    },
  ],
  compute: ({ gcs, motor_deficit }) => ({
    value: gradeOf(gcs, motor_deficit),
    ...(gcs === 15 &&
      motor_deficit && {
        warnings: ['the scale does not foresee a deficit at GCS 15; graded 1 by the GCS alone'],
      }),
  }),
});
