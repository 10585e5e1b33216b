import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../support/fhir/client-story.js';
import { type Answered, type FhirDaemon, startFhirDaemon } from '../support/fhir/daemon.js';

let box: FhirDaemon;
let story: Answered;
beforeAll(async () => {
  box = await startFhirDaemon();
  story = await storyOf('./medplum-client.ts', box);
});
afterAll(() => box.stop());

const OUTCOME = { resourceType: 'OperationOutcome' };

describe("Medplum's client library, in a process of its own, over HTTPS", () => {
  it('finds what the server can do without a key', () => {
    expect(story.statement).toEqual(['CapabilityStatement', '4.0.1']);
    // Without clients in the configuration there is no SMART, and no login is asked for to say so.
    expect(story.smart).toEqual({ ...OUTCOME, code: 'not-found' });
  });

  it('creates once, updates, patches, and loses nothing of another', () => {
    expect(story.same).toBe(true);
    expect(story.created.meta.versionId).toBe('1');
    expect(story.updated).toMatchObject({ gender: 'female', meta: { versionId: '2' } });
    expect(story.lost).toEqual({ ...OUTCOME, code: 'conflict' });
    expect(story.patched).toMatchObject({ gender: 'female', birthDate: '1950-03-01' });
    expect(story.history).toEqual(['3', '2', '1']);
  });

  it('sends bundles, follows pages, and is told why something is refused', () => {
    expect(story.made).toEqual(Array(5).fill('201 Created'));
    expect(story.batch).toEqual(['200 OK', '404 Not Found']);
    expect(story.pages).toEqual([2, 2, 1]);
    expect(story.everything).toBe(6);
    const wrong = { severity: 'error', expression: ['Patient.gender'] };
    expect(story.checked.answered.issue).toContainEqual(expect.objectContaining(wrong));
    expect(story.gone).toEqual({ ...OUTCOME, code: 'deleted' });
    expect(story.nobody).toEqual({ ...OUTCOME, code: 'not-found' });
  });
});
