import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const SEIZURE = { focal_absence_myoclonic: 0, generalized_convulsive: 1, nonconvulsive_in_coma: 2 };

/** Survival of a status epilepticus (Rossetti 2008). */
export const stess = defineScore({
  id: 'stess',
  name: 'Status Epilepticus Severity Score (STESS)',
  aliases: ['status_epilepticus_severity_score'],
  group: 'neurology',
  purpose: 'Identifies patients who are likely to survive a status epilepticus.',
  population: 'Adults with status epilepticus, not after cardiac arrest, before treatment',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 6 },
  inputs: {
    stupor_or_coma: ownFlag('Stuporous or comatose', {
      help: 'Alert, somnolent or confused is no',
    }),
    worst_seizure_type: choice('Worst seizure type', {
      focal_absence_myoclonic: 'focal, absence or myoclonic',
      generalized_convulsive: 'generalised convulsive',
      nonconvulsive_in_coma: 'nonconvulsive status epilepticus in coma',
    }),
    age: quantity('age', { min: 16, cuts: [65], monotone: 'rising' }),
    history_of_seizures: ownFlag('Seizures before this event', {
      fixed: true,
      help: 'No where it is not known: unknown scores a point as well',
    }),
  },
  categories: [
    { id: 'favourable', from: 0, interpretation: 'Favourable (0–2): 97 % survive.' },
    { id: 'unfavourable', from: 3, interpretation: 'Unfavourable (3–6): higher mortality.' },
  ],
  references: [
    {
      title: 'Rossetti AO et al. Status Epilepticus Severity Score (STESS)',
      doi: '10.1007/s00415-008-0989-1',
      year: 2008,
    },
  ],
  compute: (v) =>
    sumOf({
      stupor_or_coma: pointsIf(v.stupor_or_coma),
      worst_seizure_type: SEIZURE[v.worst_seizure_type],
      age: pointsIf(v.age >= 65, 2),
      history_of_seizures: pointsIf(!v.history_of_seizures),
    }),
});
