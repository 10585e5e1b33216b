import { describe, expect, it } from 'vitest';
import { createSilentLogger } from '../../../src/core/logger.js';
import type { WorkerPool } from '../../../src/inference/pool.js';
import { createRenewablePool } from '../../../src/inference/renewable-pool.js';
import type { PackageSources } from '../../../src/packages/sources.js';

interface FakePool extends WorkerPool {
  readonly name: string;
  stopped: boolean;
  started: boolean;
  up: number;
  /** Answers the oldest question. */
  answer(): void;
}

/** Workers that answer when a test says so. */
function fakePool(name: string): FakePool {
  const waiting: (() => void)[] = [];
  const pool: FakePool = {
    name,
    stopped: false,
    started: false,
    up: 1,
    answer: () => waiting.shift()?.(),
    run: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ by: name } as never));
      }),
    models: () => [{ state: 'unavailable', id: name, reason: '', reports: [] }],
    async start() {
      pool.started = true;
    },
    async stop() {
      pool.stopped = true;
    },
    alive: async () => true,
    load: () => ({ workers: 1, up: pool.up, busy: waiting.length, queued: 0 }),
  };
  return pool;
}

const SOURCES: PackageSources = {
  ...{ folders: [], installed: [], trust: { required: false, keys: [] } },
};

function renewable() {
  const pools: FakePool[] = [];
  let up = 1;
  const make = () => {
    const pool = fakePool(`generation ${pools.length}`);
    pool.up = up;
    pools.push(pool);
    return pool;
  };
  const pool = createRenewablePool(make, SOURCES, createSilentLogger());
  const ask = () => pool.run('transcribe', {} as never);
  return { pool, pools, ask, failFromNowOn: () => (up = 0) };
}

/** Lets whatever is pending in this turn happen. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('workers that are given other packages', () => {
  it('answer with them from then on; what was asked before ends where it began', async () => {
    const { pool, pools, ask } = renewable();
    await pool.start();
    const before = ask();
    expect(await pool.renew(SOURCES)).toBe(true);
    expect(pool.models()).toMatchObject([{ id: 'generation 1' }]);
    const after = ask();
    expect(pools.map(({ stopped }) => stopped)).toEqual([false, false]);
    expect(pool.load()).toMatchObject({ workers: 1, up: 1, busy: 2 });
    pools[0]!.answer();
    expect(await before).toEqual({ by: 'generation 0' });
    await turn();
    expect(pools.map(({ stopped }) => stopped)).toEqual([true, false]);
    pools[1]!.answer();
    expect(await after).toEqual({ by: 'generation 1' });
    await turn();
    expect(pools[1]!.stopped).toBe(false);
  });

  it('end at once where nothing was asked of them', async () => {
    const { pool, pools } = renewable();
    await pool.start();
    await pool.renew(SOURCES);
    expect(pools[0]!.stopped).toBe(true);
  });

  it('end after a question that failed, too', async () => {
    const { pool, pools, ask } = renewable();
    await pool.start();
    pools[0]!.run = () => Promise.reject(new Error('no'));
    await expect(ask()).rejects.toThrow('no');
    await pool.renew(SOURCES);
    expect(pools[0]!.stopped).toBe(true);
  });

  it('stay as they are when the new ones cannot be started', async () => {
    const { pool, pools, ask, failFromNowOn } = renewable();
    await pool.start();
    failFromNowOn();
    expect(await pool.renew(SOURCES)).toBe(false);
    expect(pools.map(({ stopped }) => stopped)).toEqual([false, true]);
    const answer = ask();
    pools[0]!.answer();
    expect(await answer).toEqual({ by: 'generation 0' });
  });

  it('are renewed one after the other, and all of them end at a stop', async () => {
    const { pool, pools, ask } = renewable();
    await pool.start();
    void ask();
    const renewals = [pool.renew(SOURCES), pool.renew(SOURCES)];
    expect(await Promise.all(renewals)).toEqual([true, true]);
    expect(pools.map(({ stopped }) => stopped)).toEqual([false, true, false]);
    await pool.stop();
    expect(pools.every(({ stopped }) => stopped)).toBe(true);
    expect(await pool.renew(SOURCES)).toBe(false);
  });

  it('that are still being opened end at a stop as well', async () => {
    const { pool, pools } = renewable();
    await pool.start();
    const renewal = pool.renew(SOURCES);
    await pool.stop();
    expect(await renewal).toBe(false);
    expect(pools.every(({ stopped, started }) => stopped || !started)).toBe(true);
  });
});
