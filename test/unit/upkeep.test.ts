import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../src/core/logger.js';
import { createUpkeep } from '../../src/upkeep.js';
import { NOON } from '../support/stopped-clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHECKPOINT = {
  ...{ number: 4, seq: 9, head: 'ab', highest: 9, at: 't', key: 'k', previous: 'p', hash: 'cd' },
};

/** All tasks, as spies; each of those named fails. */
function upkeepWhere(...failing: string[]) {
  const done: string[] = [];
  const task =
    <T>(name: string, value: T) =>
    () => {
      done.push(name);
      if (failing.includes(name)) throw new Error(`${name} failed`);
      return value;
    };
  const forgetBefore = vi.fn(task('readings', 2));
  const logger = { info: vi.fn(), warn: vi.fn() };
  const upkeep = createUpkeep({
    keys: { flush: task('keys', undefined) },
    refusals: { record: async () => task('refusals', undefined)() },
    readings: { forgetBefore },
    readingsDays: 30,
    answers: { forgetOld: task('answers', 1) },
    checkpoints: {
      make: async () => task('checkpoint', { isNew: true, checkpoint: CHECKPOINT })(),
    },
    clock: () => NOON,
    logger: logger as unknown as Logger,
  });
  return { upkeep, done, logger, forgetBefore };
}

describe('createUpkeep', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('forgets what is old at the start, and then does each task at its interval', async () => {
    const { upkeep, done, forgetBefore } = upkeepWhere();
    upkeep.start();
    await turn();
    expect(done).toEqual(['readings', 'answers']);
    expect(forgetBefore).toHaveBeenCalledWith(NOON - 30 * DAY_MS);
    done.length = 0;
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(done).toEqual(['keys', 'refusals']);
    vi.advanceTimersByTime(HOUR_MS - 15_000);
    await turn();
    expect(done.filter((name) => name === 'keys')).toHaveLength(240);
    for (const hourly of ['readings', 'answers', 'checkpoint']) {
      expect(done.filter((name) => name === hourly)).toHaveLength(1);
    }
    upkeep.stop();
    done.length = 0;
    vi.advanceTimersByTime(HOUR_MS);
    expect(done).toEqual([]);
  });

  it('does all of it at the end, the checkpoint last', async () => {
    const { upkeep, done, logger } = upkeepWhere();
    await upkeep.run();
    expect(done).toEqual(['keys', 'refusals', 'readings', 'answers', 'checkpoint']);
    expect(logger.warn).not.toHaveBeenCalled();
    expect(logger.info).toHaveBeenCalledWith(
      { checkpoint: 4, record: 9, head: 'ab', hash: 'cd' },
      'audit checkpoint',
    );
  });

  it('goes on when tasks fail, and says which', async () => {
    const names = ['keys', 'refusals', 'readings', 'answers', 'checkpoint'];
    const { upkeep, done, logger } = upkeepWhere(...names);
    await upkeep.run();
    expect(done).toEqual(names);
    expect(logger.warn.mock.calls.map(([{ reason }]) => reason)).toEqual(
      names.map((name) => `${name} failed`),
    );
    expect(new Set(logger.warn.mock.calls.map(([, message]) => message)).size).toBe(5);
  });
});
