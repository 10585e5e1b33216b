import type { ReadPatient } from '../../../src/differential/evidence/read-evidence.js';
import type { DiseaseFacts } from '../../../src/differential/knowledge/schema.js';
import type { Differential } from '../../../src/differential/probability/diagnostician.js';
import type { Evidence } from '../../../src/differential/probability/evidence.js';
import type { Chart, FactValue } from '../../../src/patient-record/chart/fact.js';

export const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  person: {},
  setting: 'any',
  present: new Set(),
  absent: new Set(),
  courses: [],
  ...more,
});

export const patient = (more: Partial<ReadPatient> = {}): ReadPatient => ({
  ...evidence(),
  chart: new Map(),
  understood: [],
  statedPerson: {},
  unread: [],
  ...more,
});

export const chart = (facts: Readonly<Record<string, FactValue>>, from = 'vitals'): Chart =>
  new Map(
    Object.entries(facts).map(([name, value]) => [name, [{ value, given: { value }, from }]]),
  );

/** A differential of given probabilities, which says nothing of reasons. */
export const differential = (
  ranked: readonly (readonly [DiseaseFacts, number])[],
  other = 0,
): Differential => {
  const all = ranked.map(([disease, probability]) => ({ disease, probability }));
  const find = (id: string) => all.find(({ disease }) => disease.id === id);
  return { ranked: all, other, find, contributionsOf: () => [] };
};
