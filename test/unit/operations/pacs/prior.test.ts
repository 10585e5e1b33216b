import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HeldObject } from '../../../../src/core/held-object.js';
import { createSilentLogger } from '../../../../src/core/logger.js';
import type { PriorSearch, RetrievedImage } from '../../../../src/core/prior-query.js';
import type { ReceivedObject, Reception } from '../../../../src/core/received-object.js';
import { createSealedFile } from '../../../../src/core/sealed-file.js';
import { inspectObjectsTask } from '../../../../src/imaging/worker/inspect-objects.js';
import { Priors } from '../../../../src/operations/pacs/prior.js';
import { reasonFor } from '../../../../src/operations/pacs/prior-reason.js';
import { film } from '../../../support/pacs/hold-object.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const UIDS = { studyUid: '2.25.10', seriesUid: '2.25.20', instanceUid: '2.25.30' };
const never = new AbortController().signal;

/** The film that is to be read. */
const NOW: HeldObject = {
  studyUid: '2.25.1',
  seriesUid: '2.25.2',
  instanceUid: '2.25.3',
  sopClassUid: '1.2.840.10008.5.1.4.1.1.1',
  header: {
    patient: { id: 'P-1', issuer: 'WARD', birthDate: '19600102' },
    study: { date: '20260601' },
    series: { modality: 'CR' },
  },
  file: { path: '', bytes: 0, key: new Uint8Array(), counter: new Uint8Array() },
};

interface Sent {
  readonly id?: string;
  readonly issuer?: string;
  readonly date?: string;
  readonly instance?: string;
  readonly sopClass?: string;
}

/** The file of an earlier film, as a service sends it. */
function earlierFilm({ id = 'P-1', issuer = 'WARD', date = '20260501', ...sent }: Sent = {}) {
  const { instance = UIDS.instanceUid, sopClass } = sent;
  const more = [
    { tag: '00080020', vr: 'DA', value: date },
    { tag: '00100020', vr: 'LO', value: id },
    { tag: '00100021', vr: 'LO', value: issuer },
    ...(sopClass === undefined ? [] : [{ tag: '00080016', vr: 'UI', value: sopClass }]),
  ];
  return film({ study: UIDS.studyUid, series: UIDS.seriesUid, instance, more });
}

/** What becomes of a film that a service sends. */
async function fetched(bytes: Uint8Array, reception: Reception = 'kept') {
  const writer = createSealedFile(scratchFolder());
  await writer.write(bytes);
  const file = await writer.finish();
  const held: ReceivedObject[] = [];
  const priors = new Priors({
    logger: createSilentLogger(),
    engine: {
      run: async (_: string, input: never) =>
        inspectObjectsTask.run(
          input,
          { now: 0, signal: never, onProgress: () => undefined, caller: {} },
          undefined,
        ) as never,
    },
    objects: {
      async keep(received) {
        if (reception === 'kept' || reception === 'same') held.push(received);
        return reception;
      },
      async object(_, instanceUid) {
        const one = held.find(({ header }) => header.sopInstanceUid === instanceUid);
        if (one === undefined) return undefined;
        const { header } = one;
        return { ...UIDS, sopClassUid: header.sopClassUid, header, file: one.file };
      },
    },
    async search(_, __, caller): Promise<PriorSearch> {
      expect(await caller.expect(UIDS.instanceUid)).toBe(true);
      expect(priors.isExpected('test', UIDS.instanceUid)).toBe(true);
      const image: RetrievedImage = { ...UIDS, file };
      return caller.keep(image);
    },
  });
  const prior = await priors.retrieve('web', NOW, 'test', never);
  expect(priors.isExpected('test', UIDS.instanceUid)).toBe(false);
  return { prior, held, isThere: existsSync(file.path) };
}

describe('an earlier film that a service has sent', () => {
  it('is held as it was sent', async () => {
    const { prior, held, isThere } = await fetched(earlierFilm());
    expect(prior).toEqual({ instanceUid: UIDS.instanceUid });
    expect(held).toMatchObject([{ callingAeTitle: 'WADO-RS', header: { patient: { id: 'P-1' } } }]);
    expect(isThere).toBe(true);
  });

  it('is held once, where it came another way meanwhile', async () => {
    const { prior, isThere } = await fetched(earlierFilm(), 'same');
    expect(prior).toEqual({ instanceUid: UIDS.instanceUid });
    expect(isThere).toBe(false);
  });

  it.each<[string, Uint8Array, string]>([
    ['of another patient', earlierFilm({ id: 'P-2' }), 'issuer, birth date or sex contradict'],
    ['of another issuer', earlierFilm({ issuer: 'X' }), 'issuer, birth date or sex contradict'],
    ['of a later day', earlierFilm({ date: '20260701' }), 'no comparable earlier image'],
    ['with another UID', earlierFilm({ instance: '2.25.31' }), 'image: it sent another one'],
    ['that is no DICOM file', Buffer.from('<html>'), 'cannot be understood'],
    ['of a class that is not stored', earlierFilm({ sopClass: '1.2.3' }), 'is not stored here'],
  ])('is not held %s', async (_, bytes, reason) => {
    const { prior, held, isThere } = await fetched(bytes);
    expect(prior).toEqual({ reason: expect.stringContaining(reason) });
    expect(held).toEqual([]);
    expect(isThere).toBe(false);
  });

  it.each<[Reception, string]>([
    ['full', 'there is no room for it'],
    ['conflict', 'it sent another one'],
  ])('is not held where that gives %s', async (reception, reason) => {
    const { prior, isThere } = await fetched(earlierFilm(), reception);
    expect(prior).toEqual({ reason: `the PACS did not deliver the earlier image: ${reason}` });
    expect(isThere).toBe(false);
  });
});

describe('why no earlier film is compared', () => {
  it.each([
    ['http_503', 'it answered with HTTP status 503'],
    ['http_302', 'it answered with HTTP status 302, a redirection, which is not followed'],
    ['status_A801', 'it answered with DICOM status A801'],
    ['timeout', 'no answer in time'],
  ] as const)('says %s in words', (obstacle, words) => {
    expect(reasonFor({ refusal: 'unreachable', obstacle })).toBe(
      `the PACS could not be searched for an earlier image: ${words}`,
    );
  });
});
