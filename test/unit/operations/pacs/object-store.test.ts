import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HeldObject } from '../../../../src/core/held-object.js';
import type { ReceivedObject } from '../../../../src/core/received-object.js';
import { createSealedFile, readSealedFile } from '../../../../src/core/sealed-file.js';
import { ObjectStore } from '../../../../src/operations/pacs/object-store.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import { createDicomObjectRepository } from '../../../../src/store/dicom-object-repository.js';
import { createVerificationRepository } from '../../../../src/store/dicom-verification-repository.js';
import { createWorklistRepository } from '../../../../src/store/dicom-worklist-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

function opened({ maxBytes = 1_000, low = false } = {}) {
  const folder = join(scratchFolder(), 'dicom');
  const database = openDatabase(scratchFolder());
  const time = { now: NOON };
  const clock = () => time.now;
  const repository = createDicomObjectRepository(database);
  const store = new ObjectStore({
    folder,
    repository,
    commit: createCommit({ database, queue: auditQueue(database, clock) }),
    clock,
    maxBytes,
    isDiskLow: () => low,
    keptMs: 72 * HOUR_MS,
    routing: { routes: [], quietMs: 30_000 },
    onQueued: () => undefined,
  });
  const events = () =>
    [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
  const worklist = createWorklistRepository(database);
  const verifications = createVerificationRepository(database);
  return { folder, time, store, repository, worklist, verifications, events };
}

async function received(
  folder: string,
  instance: string,
  content = 'pixels',
): Promise<ReceivedObject> {
  const writer = createSealedFile(folder);
  await writer.write(Buffer.from(content));
  return {
    header: {
      sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
      sopInstanceUid: instance,
      studyInstanceUid: '2.25.1',
      seriesInstanceUid: '2.25.2',
      transferSyntaxUid: '1.2.840.10008.1.2.1',
      patient: { id: 'MARKER', name: 'MARKER' },
      study: {},
      series: { modality: 'CT' },
    },
    file: await writer.finish(),
    sha256: Buffer.from(content.padEnd(32, '.')).toString('hex'),
    callingAeTitle: 'CT1',
    remoteAddress: '10.1.0.7',
  };
}

describe('objects that were received', () => {
  it('are kept apart for test and live data, and recorded without what they say', async () => {
    const { folder, store, repository, worklist, events } = opened();
    expect(await store.keep(await received(folder, '2.25.3'), 'test')).toBe('kept');
    expect(await store.keep(await received(folder, '2.25.3', 'other'), 'live')).toBe('kept');
    expect(repository.find('test', '2.25.3')?.sha256).not.toBe(
      repository.find('live', '2.25.3')?.sha256,
    );
    expect(worklist.list(10).map(({ mode, objects }) => [mode, objects])).toEqual(
      expect.arrayContaining([
        ['test', 1],
        ['live', 1],
      ]),
    );
    expect(events().map(({ action, actor }) => [action, actor.mode])).toEqual([
      ['dicom.store', 'test'],
      ['dicom.store', 'live'],
    ]);
    expect(JSON.stringify(events())).not.toMatch(/MARKER|2\.25\./);
  });

  it('are found by their own UID, that of their series and that of their study', async () => {
    const { folder, store } = opened();
    const one = await received(folder, '2.25.4');
    await store.keep(one, 'test');
    await store.keep(await received(folder, '2.25.3'), 'test');
    await store.keep(await received(folder, '2.25.5'), 'live');
    const found = await store.object('test', '2.25.4');
    expect(found).toMatchObject({
      studyUid: '2.25.1',
      seriesUid: '2.25.2',
      instanceUid: '2.25.4',
      header: { patient: { id: 'MARKER' }, series: { modality: 'CT' } },
    });
    expect(found && (await readSealedFile(found.file)).toString()).toBe('pixels');
    const uids = async (objects: Promise<readonly HeldObject[]>) =>
      (await objects).map(({ instanceUid }) => instanceUid);
    expect(await uids(store.series('test', '2.25.2'))).toEqual(['2.25.3', '2.25.4']);
    expect(await uids(store.study('test', '2.25.1'))).toEqual(['2.25.3', '2.25.4']);
    expect(await uids(store.series('live', '2.25.2'))).toEqual(['2.25.5']);
    expect(await store.series('test', '2.25.1')).toEqual([]);
    expect(await store.object('live', '2.25.4')).toBeUndefined();
  });

  it('are the same, or in conflict with what is held', async () => {
    const { folder, store, events } = opened();
    const results = [];
    for (const content of ['pixels', 'pixels', 'changed']) {
      results.push(await store.keep(await received(folder, '2.25.3', content), 'test'));
    }
    expect(results).toEqual(['kept', 'same', 'conflict']);
    expect(events().map(({ outcome }) => outcome)).toEqual(['success', 'success', 'refused']);
    expect(store.counts()).toMatchObject({ objects: 1, bytes: 6 });
  });

  it('that are verified reports are linked to the readings that they cite, and recorded', async () => {
    const { folder, store, worklist, verifications, events } = opened();
    const result = { mode: 'test', instanceUid: '2.25.9', analysisId: 'im_1', at: NOON } as const;
    worklist.insertResult(result);
    const report = async (instance: string, verified: boolean, cites: readonly string[]) => {
      const object = await received(folder, instance);
      const header = { ...object.header, report: { verified, cites } };
      return store.keep({ ...object, header }, 'test');
    };
    await report('2.25.10', false, ['2.25.9']);
    await report('2.25.11', true, ['2.25.404']);
    expect(verifications.reportsOf('im_1')).toEqual([]);
    await report('2.25.12', true, ['2.25.404', '2.25.9']);
    await report('2.25.12', true, ['2.25.9']);
    expect(verifications.reportsOf('im_1')).toEqual(['2.25.12']);
    expect(events().filter(({ action }) => action === 'dicom.verified')).toMatchObject([
      { outcome: 'success', actor: { type: 'dicom_node', id: 'CT1' }, result_id: 'im_1' },
    ]);
  });

  it('are refused where there is no room, and nothing is recorded as kept', async () => {
    const little = opened({ maxBytes: 10 });
    expect(await little.store.keep(await received(little.folder, '2.25.3'), 'test')).toBe('kept');
    expect(await little.store.keep(await received(little.folder, '2.25.4'), 'test')).toBe('full');
    const low = opened({ low: true });
    expect(await low.store.keep(await received(low.folder, '2.25.3'), 'test')).toBe('full');
    expect(low.repository.totals()).toEqual({ objects: 0, bytes: 0 });
  });

  it('are deleted when their time is over, with files that belong to none', async () => {
    const { folder, time, store, events } = opened();
    await store.keep(await received(folder, '2.25.3'), 'test');
    time.now += 71 * HOUR_MS;
    await store.keep(await received(folder, '2.25.4'), 'test');
    const stray = join(folder, 'stray.sealed');
    writeFileSync(stray, 'x');
    utimesSync(stray, (NOON - HOUR_MS) / 1_000, (NOON - HOUR_MS) / 1_000);
    time.now += 2 * HOUR_MS;
    expect(await store.forgetOld()).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(store.counts()).toMatchObject({ objects: 1 });
    expect(events().at(-1)).toMatchObject({ action: 'dicom.expire', count: 1 });
    expect(await store.forgetOld()).toBe(0);
    expect(events().filter(({ action }) => action === 'dicom.expire')).toHaveLength(1);
  });

  it('are forgotten and reported where their files are lost, at the start', async () => {
    const { folder, store, repository, events } = opened();
    const first = await received(folder, '2.25.3');
    await store.keep(first, 'test');
    await store.keep(await received(folder, '2.25.4'), 'test');
    await received(folder, '2.25.5');
    await rm(first.file.path);
    expect(await store.sweep()).toBe(1);
    expect(repository.find('test', '2.25.3')).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(1);
    expect(events().at(-1)).toMatchObject({ action: 'dicom.lost', outcome: 'failed', count: 1 });
    expect(await store.sweep()).toBe(0);
  });
});
