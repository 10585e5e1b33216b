import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCrew } from '../../../src/threads/crew.js';
import type { Asked } from '../../../src/threads/thread.js';
import { type MadeThreads, madeThreads, settled } from '../../support/thread-crew.js';

const KNOWN = ['diseases 1.0.0 abc'];
const asked = {} as Asked<'analyze'>;

let made: MadeThreads;
const onFree = vi.fn();
const makeCrew = (
  threads: number,
  knowledge: Promise<readonly string[]> = Promise.resolve(KNOWN),
) => createCrew({ threads, make: made.make, knowledge, onFree, logger: made.logger });

/** A crew of which all threads are up. */
async function fullCrew(threads: number) {
  const crew = makeCrew(threads);
  const full = crew.fill();
  for (const thread of made.threads) thread.open(KNOWN);
  await full;
  return crew;
}

beforeEach(() => {
  vi.useFakeTimers();
  made = madeThreads();
  onFree.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('the start of threads', () => {
  it('waits for the first alone, and starts the others afterwards', async () => {
    const crew = makeCrew(3);
    const started = crew.start();
    expect(made.threads).toHaveLength(1);
    expect(crew.free()).toBeUndefined();
    made.threads[0]!.open(KNOWN);
    await started;
    expect(crew.load()).toEqual({ up: 1, busy: 0, lost: 0 });
    expect(crew.free()).toBe(made.threads[0]);
    const full = crew.fill();
    expect(made.threads).toHaveLength(3);
    for (const thread of made.threads.slice(1)) thread.open(KNOWN);
    await full;
    expect(crew.load()).toEqual({ up: 3, busy: 0, lost: 0 });
    expect(onFree).toHaveBeenCalledTimes(3);
  });

  it('asks nothing of a thread before the appliance knows its own knowledge', async () => {
    let tell = (_: readonly string[]) => {};
    const crew = makeCrew(
      1,
      new Promise((resolve) => {
        tell = resolve;
      }),
    );
    const started = crew.start();
    made.threads[0]!.open(KNOWN);
    await settled();
    expect(crew.free()).toBeUndefined();
    tell(KNOWN);
    await started;
    expect(crew.free()).toBeDefined();
  });

  it.each([[['diseases 1.0.1 def']], [[]], [[...KNOWN, 'more 1.0.0 x']]])(
    'refuses a thread that has %j open',
    async (found) => {
      const crew = makeCrew(1);
      const started = crew.start();
      made.threads[0]!.open(found);
      await started;
      await settled();
      expect(crew.free()).toBeUndefined();
      expect(crew.load()).toMatchObject({ up: 0, lost: 1 });
      expect(made.ends.join()).toContain('other knowledge');
    },
  );
});

describe('a thread that ends', () => {
  it('is replaced after a pause, which grows while they keep ending', async () => {
    const crew = await fullCrew(1);
    for (const [end, pause] of [100, 200, 400].entries()) {
      made.threads[end]!.end('crash');
      await settled();
      expect(crew.load()).toMatchObject({ up: 0, lost: 1 });
      vi.advanceTimersByTime(pause - 1);
      expect(made.threads).toHaveLength(end + 1);
      vi.advanceTimersByTime(1);
      expect(made.threads).toHaveLength(end + 2);
    }
    made.threads[3]!.open(KNOWN);
    await settled();
    expect(crew.load()).toEqual({ up: 1, busy: 0, lost: 0 });
    expect(made.ends).toEqual(['crash', 'crash', 'crash']);
  });

  it('before it is up does not keep the start waiting', async () => {
    const crew = makeCrew(1);
    const started = crew.start();
    made.threads[0]!.end('no memory');
    await started;
    vi.advanceTimersByTime(100);
    made.threads[1]!.open(KNOWN);
    await settled();
    expect(crew.load().up).toBe(1);
  });
});

describe('the choice of a thread', () => {
  it('falls on the one with the least in hand, two at most', async () => {
    const crew = await fullCrew(2);
    const chosen = Array.from({ length: 5 }, () => {
      const free = crew.free();
      void free?.ask(asked);
      return free && made.threads.indexOf(free as never);
    });
    expect(chosen).toEqual([0, 1, 0, 1, undefined]);
    expect(crew.load().busy).toBe(2);
    made.threads[1]!.answer('an_1');
    expect(crew.free()).toBe(made.threads[1]);
  });
});

describe('the watchdog', () => {
  it('is content with idle threads that answer and busy ones', async () => {
    const crew = await fullCrew(2);
    expect(await crew.alive(1)).toBe(true);
    made.threads[1]!.answersPings = false;
    void made.threads[1]!.ask(asked);
    expect(await crew.alive(1)).toBe(true);
  });

  it('replaces an idle thread that does not answer', async () => {
    const crew = await fullCrew(2);
    made.threads[0]!.answersPings = false;
    expect(await crew.alive(1)).toBe(false);
    expect(crew.free()).toBe(made.threads[1]);
    await settled();
    vi.advanceTimersByTime(100);
    made.threads[2]!.open(KNOWN);
    await settled();
    expect(await crew.alive(1)).toBe(true);
    expect(crew.load().up).toBe(2);
  });

  it('leaves to the crew what has ended: a restart of all else would not help it', async () => {
    const crew = await fullCrew(1);
    made.threads[0]!.end('crash');
    await settled();
    expect(await crew.alive(1)).toBe(true);
    expect(crew.load()).toMatchObject({ up: 0, lost: 1 });
  });
});

describe('the end of a crew', () => {
  it('leaves each thread what it has in hand, when it retires', async () => {
    const crew = await fullCrew(2);
    const answer = made.threads[0]!.ask(asked);
    let retired = false;
    const done = crew.retire().then(() => {
      retired = true;
    });
    await settled();
    expect([made.threads[0]!.reason, made.threads[1]!.reason]).toEqual([undefined, 'left']);
    expect(retired).toBe(false);
    made.threads[0]!.answer('an_1');
    expect((await answer).id).toBe('an_1');
    await done;
    vi.advanceTimersByTime(60_000);
    expect(made.threads).toHaveLength(2);
    expect(made.ends).toEqual([]);
  });

  it('starts nothing more once it has been stopped', async () => {
    const crew = makeCrew(2);
    const started = crew.start();
    await crew.stop();
    await started;
    await crew.fill();
    expect(made.threads.map(({ reason }) => reason)).toEqual(['the appliance is stopping']);
  });

  it('ends all at once when it stops, also those to come', async () => {
    const crew = await fullCrew(2);
    made.threads[0]!.end('crash');
    await settled();
    await crew.stop();
    expect(made.threads.map(({ reason }) => reason)).toEqual([
      'crash',
      'the appliance is stopping',
    ]);
    vi.advanceTimersByTime(60_000);
    expect(made.threads).toHaveLength(2);
  });
});
