import { describe, expect, it } from 'vitest';
import { readFile } from '../../../../src/operations/filing/read-file.js';
import type { FhirResource } from '../../../../src/patient-record/chart/schema.js';
import { carryOutRead, carryOutSteps } from '../../../../src/store/carry-out-steps.js';
import type { StoreQuery } from '../../../../src/store/fhir/filter.js';
import type { FhirReader } from '../../../../src/store/fhir/store.js';

const row = (resource: FhirResource, n: number) => ({
  type: String(resource.resourceType),
  id: String(resource.id),
  version: 1,
  updated: 0,
  ...({ method: 'POST', deleted: false, body: JSON.stringify(resource), key: [n] } as const),
});

/** A store that holds these, each type in its order. */
function readerOf(resources: readonly FhirResource[]) {
  const asked: StoreQuery[] = [];
  const reader = {
    search(query: StoreQuery) {
      asked.push(query);
      const all = resources.filter(({ resourceType }) => resourceType === query.type).map(row);
      const rest = all.slice(Number(query.after?.[0] ?? -1) + 1);
      return { rows: rest.slice(0, query.limit), more: rest.length > query.limit };
    },
    readMany: (wanted: readonly { type: string; id: string }[]) =>
      resources
        .filter(({ resourceType, id }) =>
          wanted.some((one) => one.type === resourceType && one.id === id),
        )
        .map(row),
  } as unknown as FhirReader;
  return { reader, asked };
}

/** Reads a patient's record from a store. */
const readFrom = (reader: FhirReader) =>
  carryOutSteps(readFile(PATIENT, 'p'), (step) => carryOutRead(step, reader));

const PATIENT = { resourceType: 'Patient', id: 'p' };
const observations = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ resourceType: 'Observation', id: `o${n}` }));

describe('reading a file', () => {
  it('asks for what is tied to the patient, observations newest first', () => {
    const { reader, asked } = readerOf([]);
    readFrom(reader);
    expect(asked.map(({ where }) => 'parameter' in where && where.parameter)).toEqual([
      'Observation?subject',
      'Condition?subject',
      'MedicationStatement?subject',
      'MedicationRequest?subject',
      'AllergyIntolerance?patient',
    ]);
    expect(asked[0]?.order).toMatchObject([{ descending: true }]);
    expect(asked.every(({ where }) => JSON.stringify(where).includes('"target":"p"'))).toBe(true);
  });

  it.each([0, 499, 500, 501, 1_999, 2_000])('takes all of %d observations', (count) => {
    const file = readFrom(readerOf(observations(count)).reader);
    expect(file.observations).toHaveLength(count);
    expect(new Set(file.observations.map(({ id }) => id)).size).toBe(count);
    expect(file.unread).toEqual([]);
  });

  it('stops at its limit and says so', () => {
    const file = readFrom(readerOf(observations(2_001)).reader);
    expect(file.observations).toHaveLength(2_000);
    expect(file.unread).toEqual([
      { what: 'Observation', reason: expect.stringContaining('newest 2000') },
    ]);
  });

  it('names medicines given by reference, stored or contained', () => {
    const request = (id: string, reference: string, more: object = {}) => ({
      resourceType: 'MedicationRequest',
      id,
      medicationReference: { reference },
      ...more,
    });
    const stored = { resourceType: 'Medication', id: 'm', code: { text: 'warfarin' } };
    const { reader } = readerOf([
      stored,
      request('a', 'Medication/m'),
      request('b', 'Medication/m/_history/1'),
      request('c', '#here', { contained: [{ ...stored, id: 'here', code: { text: 'aspirin' } }] }),
      request('d', 'Medication/gone'),
    ]);
    const { medicines } = readFrom(reader);
    expect(medicines.map(({ medicationCodeableConcept }) => medicationCodeableConcept)).toEqual([
      { text: 'warfarin' },
      { text: 'warfarin' },
      { text: 'aspirin' },
      undefined,
    ]);
  });
});
