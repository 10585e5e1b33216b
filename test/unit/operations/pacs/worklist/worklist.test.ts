import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../../src/audit/audit-log.js';
import { createSilentLogger } from '../../../../../src/core/logger.js';
import type { ArrivedImage } from '../../../../../src/operations/pacs/worklist/item.js';
import { enterImage } from '../../../../../src/operations/pacs/worklist/route-item.js';
import { Worklist } from '../../../../../src/operations/pacs/worklist/worklist.js';
import { createAuditRepository } from '../../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../../src/store/create-commit.js';
import { createDicomObjectRepository } from '../../../../../src/store/dicom-object-repository.js';
import { createWorklistRepository } from '../../../../../src/store/dicom-worklist-repository.js';
import type { WaitingJob } from '../../../../../src/store/job.js';
import { MIGRATIONS } from '../../../../../src/store/migrations.js';
import { DATABASE_FILE, openDatabase } from '../../../../../src/store/open.js';
import SqliteDatabase from '../../../../../src/store/sqlite.js';
import { perform } from '../../../../../src/store/steps.js';
import type { Conclusion, Decision, Write } from '../../../../../src/store/unit-of-work.js';
import { auditQueue } from '../../../../support/audit-queue.js';
import { arrived, route } from '../../../../support/pacs/routing.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const QUIET_MS = 30_000;
const ROUTES = [
  route({ name: 'head', image_type: 'head_ct', match: { modality: ['CT'] }, priority: 'urgent' }),
  route({ name: 'chest', match: { modality: ['DX'], view: ['PA'] } }),
];

function* take(at: number): Decision<Conclusion<WaitingJob | undefined, AuditEvent>> {
  return { value: yield* perform({ kind: 'job.take', without: [], at }), records: [] };
}

type Arrived = ArrivedImage & { readonly sopClassUid: string };

/** A worklist with its own time and jobs that the test carries out. */
function opened(folder = scratchFolder()) {
  const database = openDatabase(folder);
  const time = { now: NOON };
  const clock = () => time.now;
  const commit = createCommit({ database, queue: auditQueue(database, clock) });
  const repository = createWorklistRepository(database);
  const objects = createDicomObjectRepository(database);
  const rules = { routes: ROUTES, quietMs: QUIET_MS };
  const queued = { count: 0 };
  const worklist = new Worklist({
    repository,
    objects,
    commit,
    rules,
    clock,
    logger: createSilentLogger(),
    onQueued: () => {
      queued.count += 1;
    },
  });
  const write = (...writes: Write[]) =>
    commit({ wait: 'written', work: { value: undefined, writes, records: [] } });
  return {
    time,
    worklist,
    repository,
    objects,
    queued,
    write,
    events: () => [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event)),
    async arrive(image: Arrived) {
      const at = clock();
      const { mode, studyUid, seriesUid, instanceUid, sopClassUid, callingAeTitle } = image;
      objects.insert({
        ...{ mode, studyUid, seriesUid, instanceUid, sopClassUid, callingAeTitle },
        transferSyntaxUid: '1.2.840.10008.1.2.1',
        header: JSON.stringify(image.header),
        sha256: '0'.repeat(64),
        file: {
          name: `${mode}-${instanceUid}`,
          bytes: 1,
          key: new Uint8Array(1),
          counter: new Uint8Array(1),
        },
        receivedAt: at,
      });
      await commit({
        wait: 'written',
        work: function* work() {
          const { records } = yield* enterImage(image, rules, at);
          return { value: undefined, records };
        },
      });
    },
    take: () => commit({ wait: 'written', work: () => take(clock()) }),
    requeue: ({ jobId }: WaitingJob) =>
      write({
        kind: 'job.move',
        jobId,
        move: { from: ['running'], to: 'queued', at: clock() },
      }),
    end: ({ jobId }: WaitingJob, to: 'succeeded' | 'failed' = 'succeeded', more: Write[] = []) =>
      write(...more, { kind: 'job.move', jobId, move: { from: ['running'], to, at: clock() } }),
    listed: () => repository.list(50).map(({ state, reason }) => [state, reason]),
  };
}

const orderIn = (job: WaitingJob) =>
  JSON.parse((JSON.parse(job.request) as { text: string }).text) as {
    series_uid: string;
    instance_uid?: string;
  };

const conclusion = (job: WaitingJob, readObjects: number): Write => ({
  kind: 'dicom-worklist.conclude',
  jobId: job.jobId,
  state: 'read',
  reason: null,
  readObjects,
  analysisId: 'im_1',
  urgency: 'urgent',
  at: NOON,
});

const ct = (n: number, series = '2.25.20') => arrived({ series, instance: `${series}.${n}` });
const film = (n: number, view = 'PA', mode: 'test' | 'live' = 'test') =>
  arrived({
    mode,
    series: '2.25.30',
    instance: `2.25.30.${n}`,
    header: { modality: 'DX', view },
    sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1',
  });

describe('the worklist', () => {
  it('reads a series once it is quiet, and a film at once', async () => {
    const box = opened();
    await box.arrive(ct(1));
    await box.arrive(ct(2));
    await box.worklist.routeAllDue();
    expect(box.listed()).toEqual([['receiving', null]]);
    await box.arrive(film(1));
    const first = await box.take();
    expect(orderIn(first!)).toMatchObject({ instance_uid: '2.25.30.1', route: 'chest' });
    box.time.now += QUIET_MS;
    await box.worklist.routeAllDue();
    expect(box.queued.count).toBe(1);
    const second = await box.take();
    expect(orderIn(second!)).toMatchObject({ series_uid: '2.25.20', route: 'head' });
    expect(orderIn(second!).instance_uid).toBeUndefined();
    expect(box.listed().map(([state]) => state)).toEqual(['reading', 'reading']);
    expect(await box.take()).toBeUndefined();
  });

  it('reads a series at once where its sender says that it is complete', async () => {
    const box = opened();
    await box.arrive(ct(1));
    await box.worklist.complete('live', '2.25.1', '2.25.20');
    expect(await box.take()).toBeUndefined();
    await box.worklist.complete('test', '2.25.1', '2.25.20');
    expect(await box.take()).toMatchObject({ operation: 'pacs.read', ownerId: 'wardbox' });
    await box.worklist.complete('test', '2.25.1', '2.25.20');
    expect(await box.take()).toBeUndefined();
  });

  it('takes urgent series before films that came earlier', async () => {
    const box = opened();
    await box.arrive(film(1));
    await box.arrive(ct(1));
    await box.worklist.complete('test', '2.25.1', '2.25.20');
    expect(orderIn((await box.take())!)).toMatchObject({ route: 'head' });
  });

  it('keeps what no route matches, with the reason, and records it without what it says', async () => {
    const box = opened();
    await box.arrive(film(1, 'LL'));
    expect(box.listed()).toEqual([['unroutable', 'no_route']]);
    expect(box.events()).toEqual([
      expect.objectContaining({
        action: 'dicom.route',
        outcome: 'refused',
        error_code: 'no_route',
        actor: { type: 'appliance', id: 'wardbox', mode: 'test' },
      }),
    ]);
    expect(JSON.stringify(box.events())).not.toContain('2.25.');
    expect(box.worklist.counts()).toEqual({ states: { unroutable: 1 }, urgent: 0 });
  });

  it('does not read reports, segmentations, or its own results that come back', async () => {
    const box = opened();
    for (const suffix of ['88.11', '66.4', '11.1', '104.1']) {
      await box.arrive({ ...film(1), sopClassUid: `1.2.840.10008.5.1.4.1.1.${suffix}` });
    }
    const own = { mode: 'test', instanceUid: '2.25.30.2', analysisId: 'im_1', at: NOON } as const;
    await box.write({ kind: 'dicom-result.insert', ...own });
    await box.arrive(film(2));
    expect(await box.take()).toBeUndefined();
    expect(new Set(box.listed().map(([state]) => state))).toEqual(new Set(['held', 'own_result']));
    expect(box.repository.list(9).find(({ state }) => state === 'own_result')).toMatchObject({
      objects: 1,
      analysisId: 'im_1',
      readings: 0,
    });
    expect(box.worklist.counts().states).toEqual({});
    await box.arrive(film(2, 'PA', 'live'));
    expect(await box.take()).toMatchObject({ mode: 'live' });
  });

  it('reads a series again with what came late, once per quiet time', async () => {
    const box = opened();
    await box.arrive(ct(1));
    box.time.now += QUIET_MS;
    await box.worklist.routeAllDue();
    const first = (await box.take())!;
    await box.arrive(ct(2));
    await box.arrive(ct(3));
    await box.end(first, 'succeeded', [conclusion(first, 1)]);
    expect(box.repository.list(1)).toMatchObject([{ state: 'read', lateObjects: 2, readings: 1 }]);
    await box.worklist.routeAllDue();
    expect(await box.take()).toBeUndefined();
    box.time.now += QUIET_MS;
    await box.worklist.routeAllDue();
    const second = (await box.take())!;
    await box.end(second, 'succeeded', [conclusion(second, 3)]);
    box.time.now += 1_000 * QUIET_MS;
    await box.worklist.routeAllDue();
    expect(await box.take()).toBeUndefined();
    expect(box.repository.list(1)).toMatchObject([{ state: 'read', lateObjects: 0, readings: 2 }]);
  });

  it('shows a reading that failed with its code, and one that was cancelled', async () => {
    const box = opened();
    await box.arrive(film(1));
    await box.arrive(film(2));
    const [failed, cancelled] = [(await box.take())!, (await box.take())!];
    const at = NOON;
    const error = JSON.stringify({ code: 'model_unavailable' });
    await box.write(
      {
        kind: 'job.move',
        jobId: failed.jobId,
        move: { from: ['running'], to: 'failed', at, error },
      },
      {
        kind: 'job.move',
        jobId: cancelled.jobId,
        move: { from: ['running'], to: 'cancelled', at },
      },
    );
    const rows = box.repository.list(9).map(({ state, errorCode }) => `${state} ${errorCode}`);
    expect(rows.sort()).toEqual(['failed cancelled', 'failed model_unavailable']);
    expect(box.worklist.counts().states).toEqual({ failed: 2 });
  });

  it('lists urgent results first', async () => {
    const box = opened();
    await box.arrive(film(1));
    const job = (await box.take())!;
    await box.end(job, 'succeeded', [conclusion(job, 1)]);
    box.time.now += 1_000;
    await box.arrive(film(2));
    expect(box.repository.list(9)).toMatchObject([{ urgency: 'urgent' }, { state: 'waiting' }]);
    expect(box.worklist.counts()).toEqual({ states: { read: 1, waiting: 1 }, urgent: 1 });
  });

  it('waits anew after a restart for a series that was being sent', async () => {
    const box = opened();
    await box.arrive(ct(1));
    box.time.now += 10 * QUIET_MS;
    await box.worklist.start();
    await box.worklist.stop();
    await box.worklist.routeAllDue();
    expect(box.listed()).toEqual([['receiving', null]]);
    box.time.now += QUIET_MS;
    await box.worklist.routeAllDue();
    expect(box.listed()).toEqual([['waiting', null]]);
  });
});

/** How many migrations there were before there was a worklist, and before old objects were put on it. */
const WITHOUT_WORKLIST = 13;
const WITH_WORKLIST = 15;
const HOUR_MS = 3_600_000;

/** A data folder of an earlier version that holds these images, each an hour younger than the last. */
function heldBefore(version: number, images: readonly Arrived[], more = ''): string {
  const folder = scratchFolder();
  const old = new SqliteDatabase(join(folder, DATABASE_FILE));
  for (const statements of MIGRATIONS.slice(0, version)) old.exec(statements);
  old.pragma(`user_version = ${version}`);
  const insert = old.prepare(`
    INSERT INTO dicom_objects (mode, instance_uid, study_uid, series_uid, sop_class_uid, transfer_syntax_uid,
      header, sha256, file, file_bytes, file_key, file_counter, calling_ae_title, received_at)
    VALUES (@mode, @instanceUid, @studyUid, @seriesUid, @sopClassUid, '1.2.840.10008.1.2.1',
      @header, zeroblob(32), @instanceUid, 1, x'00', x'00', @callingAeTitle, @at)`);
  images.forEach((image, n) => {
    const at = NOON - (images.length - n) * HOUR_MS;
    insert.run({ ...image, header: JSON.stringify(image.header), at });
  });
  old.exec(more);
  old.close();
  return folder;
}

describe('images that are held since before there was a worklist', () => {
  const restart = async (box: ReturnType<typeof opened>) => {
    await box.worklist.start();
    await box.worklist.stop();
  };

  it('are routed at the start, once: films at once, series when nothing more comes', async () => {
    const many = Array.from({ length: 450 }, (_, n) => ct(n + 1));
    const report = { ...film(9), sopClassUid: '1.2.840.10008.5.1.4.1.1.88.11' };
    const images = [film(1), film(2, 'LL'), film(3, 'PA', 'live'), report, ...many];
    const folder = heldBefore(WITHOUT_WORKLIST, images);
    const box = opened(folder);
    await restart(box);
    expect(box.listed().map(String).sort()).toEqual(
      ['held,', 'receiving,', 'unroutable,no_route', 'waiting,', 'waiting,'].sort(),
    );
    expect(box.queued.count).toBe(1);
    expect(box.events().map(({ outcome }) => outcome)).toEqual(['success', 'refused', 'success']);
    await restart(box);
    await restart(opened(folder));
    const [one, two] = [await box.take(), await box.take()];
    expect([one?.mode, two?.mode].sort()).toEqual(['live', 'test']);
    expect(await box.take()).toBeUndefined();
    box.time.now += QUIET_MS;
    await box.worklist.routeAllDue();
    expect(orderIn((await box.take())!)).toMatchObject({ series_uid: '2.25.20', route: 'head' });
    expect(box.repository.ofUid('2.25.20')).toMatchObject([{ objects: many.length }]);
    expect(await box.take()).toBeUndefined();
  });

  it('are told from earlier films that were fetched for a comparison', async () => {
    // The second one is on the worklist; the third was fetched for it.
    const folder = heldBefore(
      WITH_WORKLIST,
      [film(1), film(2), film(3)],
      `INSERT INTO dicom_worklist (mode, series_uid, instance_uid, study_uid, calling_ae_title, state, urgent,
         objects, read_objects, readings, first_at, last_at)
       VALUES ('test', '2.25.30', '2.25.30.2', '2.25.1', 'CT1', 'read', 0, 1, 1, 1,
         ${NOON - 2 * HOUR_MS}, ${NOON - 2 * HOUR_MS})`,
    );
    const box = opened(folder);
    await restart(box);
    expect(orderIn((await box.take())!)).toMatchObject({ instance_uid: '2.25.30.1' });
    expect(await box.take()).toBeUndefined();
    expect(
      box
        .listed()
        .map(([state]) => state)
        .sort(),
    ).toEqual(['held', 'read', 'reading']);
  });

  it('are none where all came after there was one', async () => {
    const box = opened();
    await box.arrive(film(1));
    await restart(box);
    expect(box.objects.unrouted(9)).toEqual([]);
    expect(box.repository.ofUid('2.25.30.1')).toMatchObject([{ objects: 1 }]);
  });
});

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('image'), series: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('film') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.nat(90) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('commitment'), series: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash') }) },
) as fc.Arbitrary<{ do: string; series?: number; seconds?: number }>;

/** A box in which a script of arrivals, waits, jobs and crashes happens; it notes every reading. */
class Story {
  readonly #box = opened();
  readonly #arrived = new Map<string, number>();
  readonly readings = new Map<string, number[]>();
  #running: { job: WaitingJob; had: number }[] = [];
  #films = 0;

  async play({
    do: what,
    series = 0,
    seconds = 0,
  }: {
    do: string;
    series?: number;
    seconds?: number;
  }) {
    const box = this.#box;
    const seriesUid = `2.25.2${series}`;
    if (what === 'image') {
      const n = this.#add(seriesUid);
      await box.arrive(ct(n, seriesUid));
    } else if (what === 'film') {
      this.#films += 1;
      this.#add(`2.25.30.${this.#films}`);
      await box.arrive(film(this.#films));
    } else if (what === 'wait') {
      box.time.now += seconds * 1_000;
      await box.worklist.routeAllDue();
    } else if (what === 'commitment') await box.worklist.complete('test', '2.25.1', seriesUid);
    else if (what === 'begin') await this.begin();
    else if (what === 'end') await this.end();
    else await this.#crash();
  }

  async begin(): Promise<boolean> {
    const job = await this.#box.take();
    if (job === undefined) return false;
    this.#running.push({ job, had: this.#arrived.get(this.#unitOf(job)) ?? 0 });
    return true;
  }

  async end(): Promise<void> {
    const next = this.#running.shift();
    if (next === undefined) return;
    const { job, had } = next;
    await this.#box.end(job, 'succeeded', [conclusion(job, had)]);
    const unit = this.#unitOf(job);
    this.readings.set(unit, [...(this.readings.get(unit) ?? []), had]);
  }

  /** The daemon dies before what runs is committed, and takes it up again. */
  async #crash(): Promise<void> {
    for (const { job } of this.#running) await this.#box.requeue(job);
    this.#running = [];
    await this.#box.worklist.start();
    await this.#box.worklist.stop();
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    for (let round = 0; round < 20; round += 1) {
      this.#box.time.now += 200 * QUIET_MS;
      await this.#box.worklist.routeAllDue();
      while (await this.begin());
      while (this.#running.length > 0) await this.end();
    }
    return this.#arrived;
  }

  #add(unit: string): number {
    const count = (this.#arrived.get(unit) ?? 0) + 1;
    this.#arrived.set(unit, count);
    return count;
  }

  #unitOf(job: WaitingJob): string {
    const { series_uid, instance_uid } = orderIn(job);
    return instance_uid ?? series_uid;
  }
}

describe('whatever happens in whatever order', () => {
  it('every image is read, and nothing is read twice as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (script) => {
        const story = new Story();
        for (const one of script) await story.play(one);
        const arrivedImages = await story.finish();
        expect([...story.readings.keys()].sort()).toEqual([...arrivedImages.keys()].sort());
        for (const [unit, counts] of story.readings) {
          expect(counts.at(-1)).toBe(arrivedImages.get(unit));
          expect(new Set(counts).size).toBe(counts.length);
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
