import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { processEnvironment } from '../../../src/appliance/config/load.js';
import type { Logger } from '../../../src/core/logger.js';
import { createSealedFile } from '../../../src/core/sealed-file.js';
import type { TranscribeInput } from '../../../src/dictation/worker/transcribe-contract.js';
import type { ReadImageInput } from '../../../src/imaging/worker/read-image-contract.js';
import { createModelPool, type ModelPool } from '../../../src/inference/model-pool.js';
import { MODEL_WORKER } from '../../../src/operations/model-worker/entry.js';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';
import { HANG_MS } from '../../support/hang.js';
import { base64Of, greyPicture } from '../../support/pictures.js';
import { silence } from '../../support/recordings.js';
import { rejectionOf } from '../../support/refusals.js';
import { speechModels } from '../../support/speech-models.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const pids: number[] = [];
const reasons: string[] = [];
const logger = {
  info: ({ pid }: { pid: number }) => void pids.push(pid),
  error: ({ reason }: { reason: string }) => void reasons.push(reason),
} as unknown as Logger;
const signalWorker = (signal: NodeJS.Signals) => process.kill(pids.at(-1)!, signal);

/** One worker on the tiny models; two may wait. */
function makePool(timeoutMs: number, models = FIXTURE_MODELS): ModelPool {
  return createModelPool({
    entry: MODEL_WORKER,
    workers: 1,
    queueLimit: 2,
    limits: { timeoutMs, memoryBytes: 2 ** 31 },
    setup: {
      packages: models,
      backend: 'cpu',
      allowSoftwareGpu: false,
      threads: 1,
    },
    environment: processEnvironment,
    clock: () => 0,
    logger,
  });
}

let encoded: Buffer;
const input = (changes: Partial<ReadImageInput> = {}): ReadImageInput => ({
  readerId: 'pattern-fp32',
  field: 'image_data',
  sent: { encoded: Buffer.from(encoded) },
  limits: { fileBytes: 1_000_000, megapixels: 1 },
  expected: { modality: 'DX' },
  wantHeatmap: false,
  ...changes,
});

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + HANG_MS;
  while (!condition() && performance.now() < end) await sleep(25);
  if (!condition()) throw new Error('it did not come to this');
}

describe('a pool of one worker', () => {
  let pool: ModelPool;
  beforeAll(async () => {
    encoded = Buffer.from(await base64Of(greyPicture(100, 100).png()));
    pool = makePool(20_000);
    await pool.start();
  });
  afterAll(() => pool.stop());

  it('is up, idle and alive, and knows its models', async () => {
    expect(pool.load()).toEqual({ workers: 1, up: 1, busy: 0, queued: 0, lost: 0 });
    expect(await pool.alive(5_000)).toBe(true);
    const models = pool.models().map(({ id, state }) => [id, state]);
    expect(models.sort()).toEqual([
      ['pattern-fp32', 'ready'],
      ['pattern-int8', 'ready'],
    ]);
  });

  it('gives answers, and the worker’s refusals as they are', async () => {
    expect(await pool.run('read-image', input())).toMatchObject({
      models: [{ id: 'pattern-fp32', backend: 'cpu' }],
    });
    const broken = await rejectionOf(
      pool.run('read-image', input({ sent: { encoded: Buffer.from('??') } })),
    );
    expect(broken.code).toBe('validation_error');
    expect(broken.issues).toEqual([{ field: 'image_data', issue: 'must be base64' }]);
    const unknown = await rejectionOf(pool.run('read-image', input({ readerId: 'none' })));
    expect(unknown.code).toBe('model_unavailable');
    const unseen = await rejectionOf(pool.run('read-image', input({ segmenterId: 'none' })));
    expect(unseen.code).toBe('model_unavailable');
    expect(pool.load()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('lets two wait, refuses the next, and drops one whose client has gone', async () => {
    const client = new AbortController();
    signalWorker('SIGSTOP');
    const first = pool.run('read-image', input());
    const leaving = pool.run('read-image', input(), { signal: client.signal });
    const waiting = pool.run('read-image', input());
    expect(pool.load()).toMatchObject({ busy: 1, queued: 2 });
    const refusal = await rejectionOf(pool.run('read-image', input()));
    expect(refusal).toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
    client.abort();
    expect((await rejectionOf(leaving)).code).toBe('client_closed_request');
    expect(pool.load()).toMatchObject({ busy: 1, queued: 1 });
    signalWorker('SIGCONT');
    await Promise.all([first, waiting]);
    expect(pool.load()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('does not start for a client that has gone before', async () => {
    const signal = AbortSignal.abort();
    expect((await rejectionOf(pool.run('read-image', input(), { signal }))).code).toBe(
      'client_closed_request',
    );
  });

  it('lets go of a picture as soon as it was read', async () => {
    const references: WeakRef<Uint8Array>[] = [];
    const sendOne = async () => {
      const picture = Buffer.from(encoded);
      references.push(new WeakRef(picture));
      await pool.run('read-image', input({ sent: { encoded: picture } }));
    };
    for (let round = 0; round < 3; round += 1) await sendOne();
    await until(() => {
      collectGarbage();
      return references.every((reference) => reference.deref() === undefined);
    });
  });

  it('replaces a worker that was killed and takes what was waiting', async () => {
    signalWorker('SIGSTOP');
    const lost = pool.run('read-image', input());
    const waiting = pool.run('read-image', input());
    const before = pids.length;
    signalWorker('SIGKILL');
    expect(await rejectionOf(lost)).toMatchObject({
      code: 'model_unavailable',
      retryAfterSeconds: 2,
    });
    expect(await pool.alive(100)).toBe(false);
    expect(pool.models()).toHaveLength(2);
    expect(await waiting).toMatchObject({
      models: [{ id: 'pattern-fp32', backend: 'cpu' }],
    });
    expect(pids.length).toBe(before + 1);
    expect(reasons.at(-1)).toMatch(/ended unexpectedly/);
  });
});

describe('a pool that is drained or stopped', () => {
  it('ends work that takes too long, rejects waiting calls, and then stops', async () => {
    const pool = makePool(400);
    await pool.start();
    signalWorker('SIGSTOP');
    const slow = rejectionOf(pool.run('read-image', input()));
    const waiting = rejectionOf(pool.run('read-image', input()));
    expect(await slow).toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('longer than allowed'),
    });
    expect((await waiting).code).toBe('overloaded');
    await until(() => pool.load().up === 1);
    signalWorker('SIGSTOP');
    const cut = rejectionOf(pool.run('read-image', input()));
    const queued = rejectionOf(pool.run('read-image', input()));
    await pool.stop();
    expect((await queued).code).toBe('shutting_down');
    expect((await cut).message).toContain('the appliance is stopping');
    expect((await rejectionOf(pool.run('read-image', input()))).code).toBe('shutting_down');
    expect(pool.load().up).toBe(0);
    expect(await pool.alive(100)).toBe(false);
  });
});

describe('background work', () => {
  it('comes after all other; a recording shares its worker with foreground work', async () => {
    const models = speechModels();
    onTestFinished(models.remove);
    cpSync(FIXTURE_MODELS, models.dir, { recursive: true });
    const pool = makePool(20_000, models.dir);
    await pool.start();
    onTestFinished(() => pool.stop());
    const writer = createSealedFile(models.dir);
    await writer.write(silence(30));
    const recording: TranscribeInput = {
      modelId: 'whisper-digits',
      audio: await writer.finish(),
      field: 'audio',
      limits: { maxSeconds: 60 },
      vocabulary: [],
      style: 'dictation',
      language: 'en-US',
    };
    const background = { background: true };
    const done: string[] = [];
    const noted = async (name: string, work: Promise<unknown>) => {
      await work;
      done.push(name);
    };
    signalWorker('SIGSTOP');
    const all = [noted('recording', pool.run('transcribe', recording, background))];
    expect(pool.load()).toMatchObject({ busy: 1, queued: 0 });
    all.push(noted('later', pool.run('read-image', input(), background)));
    expect(pool.load()).toMatchObject({ busy: 1, queued: 1 });
    all.push(noted('first', pool.run('read-image', input())));
    expect(pool.load()).toMatchObject({ busy: 1, queued: 1 });
    all.push(noted('second', pool.run('read-image', input())));
    expect(pool.load()).toMatchObject({ busy: 1, queued: 2 });
    signalWorker('SIGCONT');
    await Promise.all(all);
    expect(done.filter((name) => name !== 'recording')).toEqual(['first', 'second', 'later']);
    expect(pool.load()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('is not refused for a full queue or a long wait', async () => {
    const pool = makePool(1_000);
    await pool.start();
    signalWorker('SIGSTOP');
    const works = [pool.run('read-image', input())];
    for (let nth = 0; nth < 5; nth += 1) {
      works.push(pool.run('read-image', input(), { background: true }));
    }
    expect(pool.load()).toMatchObject({ busy: 1, queued: 5 });
    // The one that holds the worker is ended, and the others outlive their patience.
    expect((await rejectionOf(works[0]!)).code).toBe('model_unavailable');
    await Promise.all(works.slice(1));
    await pool.stop();
  });
});
