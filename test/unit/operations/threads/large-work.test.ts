import { describe, expect, it } from 'vitest';
import { entitiesRequest } from '../../../../src/dictation/schema.js';
import { InferenceProvider } from '../../../../src/inference/inference-provider.js';
import { medicationsRequest } from '../../../../src/medications/schema.js';
import { createLargeWork, NO_LARGE_WORK } from '../../../../src/operations/threads/large-work.js';
import { riskRequest } from '../../../../src/scores/schema.js';

const inference = new InferenceProvider({
  models: () => [],
  run: () => Promise.reject(new Error('no models')),
});
const { signal } = new AbortController();

/** Large work of which a test sees what goes to threads. */
function largeWork(ready = true) {
  const sent: string[] = [];
  const pool = {
    run: async (name: string) => {
      sent.push(name);
      return undefined as never;
    },
  };
  return { sent, work: createLargeWork({ pool: () => (ready ? pool : undefined), inference }) };
}

const linesOf = (count: number, text = 'aspirin 75 mg') =>
  medicationsRequest.parse({ medications: Array.from({ length: count }, () => text) });
const textOf = (length: number) => entitiesRequest.parse({ text: 'a'.repeat(length) });
const patientOf = (lines: number) =>
  riskRequest.parse({
    patient_data: { symptoms: Array.from({ length: lines }, () => 'x'.repeat(1_000)) },
  });
const bundleOf = (bytes: number) => ({ bytes: new Uint8Array(bytes), maxEntries: 10, base: '' });
const resourceOf = (length: number) => ({
  text: `{"resourceType":"Patient","id":"${'a'.repeat(length)}"}`,
  expected: {},
  terms: { timeZone: 'UTC', bases: [] },
});

describe('what a thread does', () => {
  it('is what is large, and nothing else', async () => {
    const { sent, work } = largeWork();
    expect(work.checkMedications({ request: linesOf(30) }, signal)).toBeUndefined();
    expect(work.readEntities(textOf(9_999), signal)).toBeUndefined();
    expect(work.assessRisk(patientOf(9), signal)).toBeUndefined();
    expect(work.checkResource(resourceOf(30_000))).toBeUndefined();
    expect(sent).toEqual([]);
    await work.checkMedications({ request: linesOf(31) }, signal);
    await work.checkMedications({ request: linesOf(9, 'x'.repeat(500)) }, signal);
    await work.readEntities(textOf(10_000), signal);
    await work.assessRisk(patientOf(11), signal);
    await work.checkResource(resourceOf(33_000));
    expect(sent).toEqual([
      'check-medications',
      'check-medications',
      'read-entities',
      'assess-risk',
      'check-resource',
    ]);
  });

  it('is work on what a large resource or Bundle is, too', async () => {
    const { sent, work } = largeWork();
    const patch = [{ op: 'add', path: ['a'], value: 'x'.repeat(40_000) }] as const;
    expect(work.isLarge(30_000)).toBe(false);
    expect(work.validateResource(resourceOf(30_000))).toBeUndefined();
    expect(work.patchResource({ ...resourceOf(30_000), patch: [] })).toBeUndefined();
    expect(work.readBundle({ ...bundleOf(500_000) })).toBeUndefined();
    expect(sent).toEqual([]);
    expect(work.isLarge(33_000)).toBe(true);
    await work.validateResource(resourceOf(33_000));
    await work.patchResource({ ...resourceOf(33_000), patch: [] });
    await work.patchResource({ ...resourceOf(10), patch });
    await work.readBundle(bundleOf(600_000));
    expect(sent).toEqual(['validate-resource', 'patch-resource', 'patch-resource', 'read-bundle']);
  });

  it('is nothing before there is one, and where there are none', () => {
    for (const work of [largeWork(false).work, NO_LARGE_WORK]) {
      expect(work.checkMedications({ request: linesOf(200) }, signal)).toBeUndefined();
      expect(work.readEntities(textOf(100_000), signal)).toBeUndefined();
      expect(work.assessRisk(patientOf(100), signal)).toBeUndefined();
      expect(work.checkResource(resourceOf(100_000))).toBeUndefined();
      expect(work.readBundle(bundleOf(600_000))).toBeUndefined();
      expect(work.isLarge(100_000)).toBe(false);
    }
  });
});
