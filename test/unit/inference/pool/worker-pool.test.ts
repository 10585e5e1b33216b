import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GroupSetup } from '../../../../src/inference/pool/group-options.js';
import { type PoolOptions, WorkerPool } from '../../../../src/inference/pool/worker-pool.js';
import {
  type FakeWorker,
  type FakeWorkers,
  fakeWorkers,
  settled,
} from '../../../support/fake-workers.js';
import { rejectionOf } from '../../../support/refusals.js';

interface Tasks {
  readonly read: { readonly input: string; readonly output: string; readonly caller: object };
  readonly hear: Tasks['read'];
}

const PATIENCE_MS = 30_000;
const LANES: Array<[string, 'usual' | 'long']> = [
  ['read', 'usual'],
  ['hear', 'long'],
];
const setup = (packages: string, wanted = packages): GroupSetup<string> => ({
  setupOf: (index) => `${packages} ${index}`,
  refuse: (report) => (report === wanted ? undefined : `it has ${report} open`),
});

let made: FakeWorkers;
const worker = (index: number): FakeWorker => made.workers[index]!;
const open = (index: number, packages = 'old') => worker(index).ready(packages, LANES);
const inHand = (index: number) => worker(index).inHand.map(({ input }) => input);

function poolOptions(): PoolOptions {
  const { transport, logger } = made;
  const lane = { limit: 2, patienceMs: PATIENCE_MS };
  return {
    transport,
    logger,
    label: 'worker',
    workers: 1,
    startedFirst: 1,
    capacity: 1,
    limits: { timeoutMs: 60_000, memoryBytes: 100 },
    lanes: { quick: lane, usual: lane, long: lane },
    lostCode: 'overloaded',
    clock: () => 7,
  };
}

const poolOf = (options: Partial<PoolOptions> = {}) =>
  new WorkerPool<Tasks, string>({ ...poolOptions(), ...options }, setup('old'));

/** A pool whose workers are all up. */
async function fullPool(options: Partial<PoolOptions> = {}) {
  const pool = poolOf({ startedFirst: options.workers ?? 1, ...options });
  const started = pool.start();
  made.workers.forEach((_, index) => {
    open(index);
  });
  await started;
  return pool;
}

const outcomes = (works: readonly Promise<unknown>[]) =>
  Promise.all(works.map(async (work) => (await rejectionOf(work)).code));

beforeEach(() => {
  vi.useFakeTimers();
  made = fakeWorkers();
});
afterEach(() => vi.useRealTimers());

describe('the start of workers', () => {
  it('waits for the first ones alone, and starts the others afterwards', async () => {
    const pool = poolOf({ workers: 3 });
    const started = pool.start();
    expect(made.workers.map(({ sent }) => sent)).toEqual([[{ type: 'setup', setup: 'old 0' }]]);
    expect(pool.load()).toEqual({ workers: 3, up: 0, busy: 0, queued: 0, lost: 0 });
    open(0);
    await started;
    expect(made.workers).toHaveLength(3);
    for (const index of [1, 2]) open(index);
    await settled();
    expect(pool.load()).toEqual({ workers: 3, up: 3, busy: 0, queued: 0, lost: 0 });
    expect(pool.reports()).toEqual(['old', 'old', 'old']);
  });

  it('asks nothing of a worker before what it has open has been checked', async () => {
    let tell = (_?: string) => {};
    const pool = new WorkerPool<Tasks, string>(poolOptions(), {
      setupOf: () => 'all',
      refuse: () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
    });
    const started = pool.start();
    open(0);
    await settled();
    void pool.run('read', 'a');
    expect(inHand(0)).toEqual([]);
    tell();
    await started;
    expect(inHand(0)).toEqual(['a']);
  });

  it('refuses a worker that has something else open, and tries again', async () => {
    const pool = poolOf();
    const started = pool.start();
    open(0, 'other');
    await started;
    await settled();
    expect(pool.load()).toMatchObject({ up: 0, lost: 1 });
    expect(made.ends).toEqual(['it has other open']);
    vi.advanceTimersByTime(100);
    open(1);
    await settled();
    expect(pool.load()).toMatchObject({ up: 1, lost: 0 });
  });

  it('is over when the first one ends before it is up', async () => {
    const pool = poolOf();
    const started = pool.start();
    worker(0).end('no memory');
    await started;
    vi.advanceTimersByTime(100);
    open(1);
    await settled();
    expect(pool.load().up).toBe(1);
  });
});

describe('a pool of one worker', () => {
  it('gives it as many at a time as it may have, in order, and hands back the answers', async () => {
    const pool = await fullPool({ capacity: 2 });
    const answers = ['a', 'b', 'c', 'd'].map((name) => pool.run('read', name));
    expect(inHand(0)).toEqual(['a', 'b']);
    expect(worker(0).inHand[0]?.now).toBe(7);
    expect(pool.load()).toEqual({ workers: 1, up: 1, busy: 1, queued: 2, lost: 0 });
    for (const answer of ['A', 'B', 'C', 'D']) {
      worker(0).answer(answer);
      await settled();
    }
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D']);
    expect(pool.load()).toMatchObject({ busy: 0, queued: 0 });
  });

  it('refuses what is more than may wait, with a time to try again', async () => {
    const pool = await fullPool();
    for (const name of ['a', 'b', 'c']) void pool.run('read', name).catch(() => undefined);
    const { code, retryAfterSeconds } = await rejectionOf(pool.run('read', 'd'));
    expect([code, retryAfterSeconds]).toEqual(['overloaded', 2]);
    // Another lane has room of its own.
    void pool.run('hear', 'e').catch(() => undefined);
    expect(pool.load().queued).toBe(3);
  });

  it('refuses what has waited too long; what is in hand is not touched', async () => {
    const pool = await fullPool({ limits: { timeoutMs: PATIENCE_MS * 2, memoryBytes: 100 } });
    const begun = pool.run('read', 'a');
    const waits = outcomes([pool.run('read', 'b')]);
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(await waits).toEqual(['overloaded']);
    worker(0).answer('A');
    expect(await begun).toBe('A');
    expect(pool.load().queued).toBe(0);
  });

  it('drops aborted calls that wait, and aborts running ones in the worker', async () => {
    const pool = await fullPool();
    const { signal, abort } = controlled();
    const both = outcomes(['a', 'b'].map((name) => pool.run('read', name, { signal })));
    expect(pool.load()).toMatchObject({ busy: 1, queued: 1 });
    abort();
    expect(await both).toEqual(['client_closed_request', 'client_closed_request']);
    expect(pool.load()).toMatchObject({ busy: 1, queued: 0 });
    expect(worker(0).sent.at(-1)?.type).toBe('cancel');
    expect(await outcomes([pool.run('read', 'c', { signal })])).toEqual(['client_closed_request']);
    worker(0).answer('late');
    await settled();
    expect(pool.load().busy).toBe(0);
  });

  it('keeps the background past the time that others wait, and past their number', async () => {
    const pool = await fullPool();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const answers = names.map((name) => pool.run('read', name, { background: true }));
    worker(0).answer('a');
    await settled();
    vi.advanceTimersByTime(PATIENCE_MS + 1);
    for (const name of names.slice(1)) {
      worker(0).answer(name);
      await settled();
    }
    expect(await Promise.all(answers)).toEqual(names);
  });

  it('lets long background work share with foreground work', async () => {
    const pool = await fullPool();
    void pool.run('hear', 'later', { background: true });
    for (const name of ['a', 'b']) void pool.run('read', name);
    void pool.run('read', 'later too', { background: true });
    expect(inHand(0)).toEqual(['later', 'a']);
    expect(pool.load()).toMatchObject({ busy: 1, queued: 2 });
  });

  it('rejects what a worker could not finish, and continues with the next one', async () => {
    const pool = await fullPool({ capacity: 2 });
    const gone = outcomes([pool.run('read', 'a'), pool.run('read', 'b')]);
    const waits = pool.run('read', 'c');
    worker(0).end('crash');
    expect(await gone).toEqual(['overloaded', 'overloaded']);
    expect(pool.load()).toEqual({ workers: 1, up: 0, busy: 0, queued: 1, lost: 1 });
    expect(pool.reports()).toEqual(['old']);
    vi.advanceTimersByTime(100);
    open(1);
    await settled();
    worker(1).answer('C');
    expect(await waits).toBe('C');
  });
});

function controlled() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('a worker that ends', () => {
  it('is replaced after a pause, which grows while they keep ending', async () => {
    const pool = await fullPool();
    for (const [end, pause] of [100, 200, 400].entries()) {
      worker(end).end('crash');
      await settled();
      expect(pool.load()).toMatchObject({ up: 0, lost: 1 });
      vi.advanceTimersByTime(pause - 1);
      expect(made.workers).toHaveLength(end + 1);
      vi.advanceTimersByTime(1);
      expect(made.workers).toHaveLength(end + 2);
    }
    open(3);
    await settled();
    expect(pool.load()).toMatchObject({ up: 1, lost: 0 });
    expect(made.ends).toEqual(['crash', 'crash', 'crash']);
  });
});

describe('the watchdog', () => {
  it('accepts idle workers that answer, and busy ones', async () => {
    const pool = await fullPool({ workers: 2 });
    expect(await pool.alive(1)).toBe(true);
    void pool.run('read', 'a');
    worker(0).answersPings = false;
    expect(await pool.alive(1)).toBe(true);
  });

  it('replaces an idle worker that does not answer, and gives it nothing more', async () => {
    const pool = await fullPool({ workers: 2 });
    worker(0).answersPings = false;
    const alive = pool.alive(1);
    vi.advanceTimersByTime(1);
    expect(await alive).toBe(false);
    void pool.run('read', 'a');
    expect([inHand(0), inHand(1)]).toEqual([[], ['a']]);
    vi.advanceTimersByTime(100);
    open(2);
    await settled();
    expect(await pool.alive(1)).toBe(true);
    expect(pool.load().up).toBe(2);
    expect(made.ends).toEqual(['it does not answer']);
  });

  it('leaves to the pool what has ended', async () => {
    const pool = await fullPool();
    worker(0).end('crash');
    await settled();
    expect(await pool.alive(1)).toBe(true);
  });
});

describe('other packages', () => {
  it('take later calls; earlier calls end on the previous workers', async () => {
    const pool = await fullPool();
    const before = ['a', 'b'].map((name) => pool.run('read', name));
    const renewed = pool.renew(setup('new'));
    await settled();
    const alsoBefore = pool.run('read', 'c');
    open(1, 'new');
    expect(await renewed).toBe(true);
    expect(pool.reports()).toEqual(['new']);
    const after = pool.run('read', 'd');
    expect([inHand(0), inHand(1)]).toEqual([['a'], ['d']]);
    expect(pool.load()).toMatchObject({ workers: 1, up: 1, busy: 2, queued: 2 });
    for (const answer of ['A', 'B', 'C']) {
      expect(worker(0).ended).toBe(false);
      worker(0).answer(answer);
      await settled();
    }
    expect(await Promise.all([...before, alsoBefore])).toEqual(['A', 'B', 'C']);
    expect(worker(0).ended).toBe(true);
    worker(1).answer('D');
    expect(await after).toBe('D');
    expect([worker(1).ended, made.ends]).toEqual([false, []]);
  });

  it('end a worker at once that has nothing in hand, another with what it has', async () => {
    const pool = await fullPool({ workers: 2 });
    const { signal, abort } = controlled();
    const begun = pool.run('read', 'a');
    void pool.run('read', 'b').catch(() => undefined);
    const waits = outcomes([pool.run('read', 'c', { signal })]);
    const renewed = pool.renew(setup('new'));
    await settled();
    for (const index of [2, 3]) open(index, 'new');
    await renewed;
    // Nothing waits for them any more.
    abort();
    expect(await waits).toEqual(['client_closed_request']);
    worker(1).answer('B');
    await settled();
    expect([worker(0).ended, worker(1).ended]).toEqual([false, true]);
    worker(0).answer('A');
    expect(await begun).toBe('A');
    await settled();
    expect(worker(0).ended).toBe(true);
  });

  it('are not waited for by what the workers of before leave behind when they crash', async () => {
    const pool = await fullPool();
    const works = outcomes([pool.run('read', 'a'), pool.run('read', 'b', { background: true })]);
    const renewed = pool.renew(setup('new'));
    await settled();
    open(1, 'new');
    await renewed;
    worker(0).end('crash');
    expect(await works).toEqual(['overloaded', 'overloaded']);
    vi.advanceTimersByTime(60_000);
    expect(made.workers).toHaveLength(2);
    expect(made.ends).toEqual(['crash']);
  });

  it('that no worker can open leave those of before as they are', async () => {
    const pool = await fullPool();
    const renewed = pool.renew(setup('new'));
    await settled();
    worker(1).end('broken');
    expect(await renewed).toBe(false);
    const answer = pool.run('read', 'a');
    worker(0).answer('A');
    expect(await answer).toBe('A');
    vi.advanceTimersByTime(60_000);
    expect(made.workers).toHaveLength(2);
  });

  it('are taken over one after the other', async () => {
    const pool = await fullPool();
    const renewals = [pool.renew(setup('new')), pool.renew(setup('newest'))];
    await settled();
    expect(made.workers).toHaveLength(2);
    open(1, 'new');
    await settled();
    open(2, 'newest');
    expect(await Promise.all(renewals)).toEqual([true, true]);
    expect(made.workers.map(({ ended }) => ended)).toEqual([true, true, false]);
  });

  it('are waited for, with those that are asked for meanwhile', async () => {
    const pool = await fullPool();
    void pool.renew(setup('new'));
    let isRenewed = false;
    const renewed = pool.renewed().then(() => {
      isRenewed = true;
    });
    void pool.renew(setup('newest'));
    await settled();
    open(1, 'new');
    await settled();
    expect(isRenewed).toBe(false);
    open(2, 'newest');
    await renewed;
    expect(isRenewed).toBe(true);
  });
});

describe('the stop', () => {
  it('refuses what waits and what comes, and ends the workers', async () => {
    const pool = await fullPool();
    const works = outcomes(['a', 'b'].map((name) => pool.run('read', name)));
    await pool.stop();
    expect(await works).toEqual(['overloaded', 'shutting_down']);
    expect(await outcomes([pool.run('read', 'c')])).toEqual(['shutting_down']);
    vi.advanceTimersByTime(60_000);
    expect(made.workers.map(({ ended }) => ended)).toEqual([true]);
    expect(await pool.renew(setup('new'))).toBe(false);
  });

  it('ends workers that are being opened, those that leave, and those to come', async () => {
    const pool = await fullPool();
    void pool.run('read', 'a').catch(() => undefined);
    const first = pool.renew(setup('new'));
    await settled();
    open(1, 'new');
    await first;
    worker(1).end('crash');
    const second = pool.renew(setup('newest'));
    await settled();
    await pool.stop();
    expect(await second).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(made.workers.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('before all are started starts no more', async () => {
    const pool = poolOf({ workers: 2 });
    const started = pool.start();
    await pool.stop();
    await started;
    await settled();
    expect(made.workers).toHaveLength(1);
  });
});
