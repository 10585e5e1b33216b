import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../support/fhir/client-story.js';
import { type Answered, type FhirDaemon, startFhirDaemon } from '../support/fhir/daemon.js';

let box: FhirDaemon;
let story: Answered;
beforeAll(async () => {
  box = await startFhirDaemon();
  story = await storyOf('./kit-client.ts', box);
});
afterAll(() => box.stop());

const OUTCOME = { resourceType: 'OperationOutcome' };

describe('a client library of others, in a process of its own, over HTTPS', () => {
  it('creates, reads, updates and patches, and loses nothing of another', () => {
    const { single: told } = story;
    const { id, meta, ...rest } = told.created;
    expect({ ...rest, meta: {} }).toEqual({ ...told.sent, meta: {} });
    expect(told.location).toBe(`${box.base}/Patient/${id}/_history/1`);
    expect([told.etag, meta.versionId]).toEqual(['W/"1"', '1']);
    expect(told.read).toEqual(told.created);
    expect(told.updated).toMatchObject({ id, gender: 'female', meta: { versionId: '2' } });
    expect(told.lost).toEqual({ status: 412, ...OUTCOME, code: 'conflict' });
    expect(told.patched).toMatchObject({ gender: 'female', birthDate: '1950-03-01' });
    expect(told.impossible).toMatchObject({ status: 422, ...OUTCOME });
    expect(told.second).toEqual(told.updated);
    expect(told.history).toEqual(['3', '2', '1']);
    expect(told.gone).toEqual({ status: 410, ...OUTCOME, code: 'deleted' });
    expect(told.methods).toEqual(['DELETE', 'PATCH', 'PUT', 'POST']);
  });

  it('sends transactions and batches, and follows the pages of a search', () => {
    const { together: told } = story;
    expect(told.made).toEqual(Array(24).fill('201 Created'));
    expect(told.again).toEqual(['200 OK']);
    expect(told.half).toEqual({ status: 422, ...OUTCOME, code: 'code-invalid' });
    expect(told.batch).toEqual(['200 OK', '404 Not Found', '200 OK']);
    expect(told.neverMade).toBe(0);
    expect(told.pages.map(({ length }: string[]) => length)).toEqual([10, 10, 3]);
    const times = told.pages.flat();
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(23);
    expect(told.subjects).toEqual(Array(23).fill({ reference: told.patient }));
    expect(told.resolved).toBe(told.patient);
    expect(told.posted).toBe(4);
    expect(told.withPatient).toEqual([
      ...Array(2).fill(['Observation', 'match']),
      ['Patient', 'include'],
    ]);
    expect(told.everything).toEqual([20, 4]);
  });

  it('changes by criteria, asks what would be refused, and is told why something is', () => {
    const { others: told } = story;
    expect([told.fhirVersion, told.url]).toEqual(['4.0.1', box.base]);
    expect(told.ids[0]).toBe(told.ids[1]);
    expect(told.versions).toEqual(['1', '2']);
    expect(told.checked).toContainEqual(['error', ['Patient.gender']]);
    // Four versions of the first patient, one of the second, two of the last.
    expect(told.ofType).toBe(7);
    expect(told.stranger).toEqual({ status: 401, ...OUTCOME, code: 'login' });
    expect(told.nobody).toEqual({ status: 404, ...OUTCOME, code: 'not-found' });
    expect(told.notOffered).toMatchObject({ status: 405, ...OUTCOME });
    expect(told.badValue).toMatchObject({ status: 400, ...OUTCOME });
  });
});
