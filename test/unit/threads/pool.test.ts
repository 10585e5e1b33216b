import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderAlone } from '../../../src/packages/sources.js';
import { createThreadPool, type ThreadPool } from '../../../src/threads/pool.js';
import type { Asked } from '../../../src/threads/thread.js';
import type { FakeThread } from '../../support/fake-thread.js';
import { type MadeThreads, madeThreads, settled } from '../../support/thread-crew.js';
import { rejectionOf } from '../../support/thrown.js';

const KNOWN = Promise.resolve(['diseases 1.0.0 abc']);
const [OLD, NEW] = [folderAlone('/old'), folderAlone('/new')];
const PATIENCE_MS = 30_000;

let made: MadeThreads;
const opened: string[] = [];
const never = new AbortController().signal;
const asked = (name: string) => ({ question: name }) as unknown as Asked<'analyze'>;
const questionsOf = (thread: FakeThread) => thread.held.map(({ asked: one }) => one.question);

/** One thread that is up; two may wait. */
async function poolOfOne(): Promise<ThreadPool> {
  const pool = createThreadPool({
    ...{ threads: 1, queueLimit: 2, patienceMs: PATIENCE_MS, logger: made.logger },
    make(packages) {
      opened.push(...packages.folders);
      return made.make();
    },
  });
  const started = pool.start(OLD, KNOWN);
  made.threads[0]!.open(await KNOWN);
  await started;
  return pool;
}

const ask = (pool: ThreadPool, name: string, { signal = never, background = false } = {}) =>
  pool.ask(asked(name), { signal, background });

beforeEach(() => {
  vi.useFakeTimers();
  made = madeThreads();
  opened.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('a pool of one thread', () => {
  it('gives it two at a time, in order, and hands back its answers', async () => {
    const pool = await poolOfOne();
    const answers = ['a', 'b', 'c', 'd'].map((name) => ask(pool, name));
    expect(questionsOf(made.threads[0]!)).toEqual(['a', 'b']);
    expect(pool.load()).toEqual({ up: 1, busy: 1, lost: 0, queued: 2 });
    for (const id of ['an_a', 'an_b', 'an_c', 'an_d']) {
      made.threads[0]!.answer(id);
      await settled();
    }
    expect((await Promise.all(answers)).map(({ id }) => id)).toEqual([
      ...['an_a', 'an_b', 'an_c', 'an_d'],
    ]);
  });

  it('refuses what is more than may wait, with a time to try again', async () => {
    const pool = await poolOfOne();
    for (const name of ['a', 'b', 'c', 'd']) void ask(pool, name).catch(() => undefined);
    const { code, retryAfterSeconds } = await rejectionOf(ask(pool, 'e'));
    expect([code, retryAfterSeconds]).toEqual(['overloaded', 2]);
  });

  it('refuses what has waited too long; what is in hand is not touched', async () => {
    const pool = await poolOfOne();
    const inHand = ask(pool, 'a');
    void ask(pool, 'b').catch(() => undefined);
    const waits = rejectionOf(ask(pool, 'c'));
    vi.advanceTimersByTime(PATIENCE_MS);
    expect((await waits).code).toBe('overloaded');
    made.threads[0]!.answer('an_a');
    expect((await inHand).id).toBe('an_a');
    expect(pool.load().queued).toBe(0);
  });

  it('forgets what nobody waits for any more', async () => {
    const pool = await poolOfOne();
    for (const name of ['a', 'b']) void ask(pool, name).catch(() => undefined);
    const controller = new AbortController();
    const waits = rejectionOf(ask(pool, 'c', { signal: controller.signal }));
    controller.abort();
    expect((await waits).code).toBe('client_closed_request');
    expect(pool.load().queued).toBe(0);
    const late = rejectionOf(ask(pool, 'd', { signal: controller.signal }));
    expect((await late).code).toBe('client_closed_request');
  });

  it('lets what is in the background wait, but not for ever', async () => {
    const pool = await poolOfOne();
    const order: string[] = [];
    const note = (name: string) => void order.push(name);
    const names = Array.from({ length: 24 }, (_, n) => `first ${n}`);
    void ask(pool, 'fill', {}).then(() => note('fill'));
    void ask(pool, 'fill too', {}).then(() => note('fill too'));
    void ask(pool, 'later', { background: true }).then(() => note('later'));
    for (const name of names) {
      void ask(pool, name).then(() => note(name));
      made.threads[0]!.answer('an');
      await settled();
    }
    made.threads[0]!.answer('an');
    await settled();
    const at = order.indexOf('later');
    expect(at).toBeGreaterThan(12);
    expect(at).toBeLessThan(20);
  });

  it('keeps the background past the time that others wait, and past their number', async () => {
    const pool = await poolOfOne();
    const answers = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(pool, name, { background: true }));
    vi.advanceTimersByTime(PATIENCE_MS * 10);
    for (const _ of answers) {
      made.threads[0]!.answer('an_1');
      await settled();
    }
    expect(await Promise.all(answers)).toHaveLength(5);
  });

  it('passes on what a thread could not finish, and goes on with the next one', async () => {
    const pool = await poolOfOne();
    const lost = rejectionOf(ask(pool, 'a'));
    const second = rejectionOf(ask(pool, 'b'));
    const waits = ask(pool, 'c');
    made.threads[0]!.end('crash');
    expect((await lost).code).toBe('overloaded');
    expect((await second).code).toBe('overloaded');
    expect(pool.load()).toEqual({ up: 0, busy: 0, lost: 1, queued: 1 });
    vi.advanceTimersByTime(100);
    made.threads[1]!.open(await KNOWN);
    await settled();
    made.threads[1]!.answer('an_c');
    expect((await waits).id).toBe('an_c');
  });
});

describe('other packages', () => {
  it('are opened beside those of before, which end with what they have in hand', async () => {
    const pool = await poolOfOne();
    const before = ask(pool, 'a');
    const reopened = pool.reopen(NEW, KNOWN);
    await settled();
    expect(opened).toEqual(['/old', '/new']);
    void ask(pool, 'b').catch(() => undefined);
    expect(questionsOf(made.threads[0]!)).toEqual(['a', 'b']);
    made.threads[1]!.open(await KNOWN);
    await settled();
    const after = ask(pool, 'c');
    expect(questionsOf(made.threads[1]!)).toEqual(['c']);
    made.threads[0]!.answer('an_a');
    made.threads[0]!.answer('an_b');
    made.threads[1]!.answer('an_c');
    expect((await before).id).toBe('an_a');
    expect((await after).id).toBe('an_c');
    await reopened;
    expect(made.threads[0]!.reason).toBe('left');
  });

  it('that no thread can open leave those of before as they are', async () => {
    const pool = await poolOfOne();
    const reopened = pool.reopen(NEW, KNOWN);
    await settled();
    made.threads[1]!.end('broken');
    await expect(reopened).rejects.toThrow('no analysis thread');
    const answer = ask(pool, 'a');
    made.threads[0]!.answer('an_a');
    expect((await answer).id).toBe('an_a');
  });
});

describe('the stop', () => {
  it('refuses what waits and what comes, and ends the threads', async () => {
    const pool = await poolOfOne();
    const lost = ['a', 'b', 'c'].map((name) => rejectionOf(ask(pool, name)));
    await pool.stop();
    expect((await Promise.all(lost)).map(({ code }) => code)).toEqual([
      ...['overloaded', 'overloaded', 'shutting_down'],
    ]);
    expect((await rejectionOf(ask(pool, 'd'))).code).toBe('shutting_down');
    expect(made.threads[0]!.reason).toBe('the appliance is stopping');
  });

  it('ends threads that are being opened too', async () => {
    const pool = await poolOfOne();
    const reopened = pool.reopen(NEW, KNOWN);
    await settled();
    await pool.stop();
    await reopened;
    expect(made.threads[1]!.reason).toBe('the appliance is stopping');
  });
});
