import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaintenance } from '../../../src/appliance/maintenance.js';
import type { SealOptions } from '../../../src/audit/sealing.js';
import type { SegmentHeader } from '../../../src/audit/segment.js';
import type { Logger } from '../../../src/core/logger.js';
import { NOON } from '../../support/stopped-clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHECKPOINT = {
  number: 4,
  seq: 9,
  head: 'ab',
  highest: 9,
  at: 't',
  key: 'k',
  previous: 'p',
  hash: 'cd',
};

/** All tasks, as spies; each of those named fails. */
function upkeepWhere(...failing: string[]) {
  return upkeepOf(0, failing);
}

/** The same for a log whose records leave the base after so many days. */
function upkeepOf(auditDays: number, failing: readonly string[] = []) {
  const sealedWith: SealOptions[] = [];
  const done: string[] = [];
  const records = { highest: 7 };
  const task =
    <T>(name: string, value: T) =>
    () => {
      done.push(name);
      if (failing.includes(name)) throw new Error(`${name} failed`);
      return value;
    };
  const forgetBefore = vi.fn(async () => task('readings', 2)());
  const logger = { info: vi.fn(), warn: vi.fn() };
  const noteFailure = vi.fn();
  const upkeep = createMaintenance({
    keys: { flush: task('keys', undefined) },
    people: {
      sessions: { flush: task('sessions', undefined) },
      forgetOld: task('people', undefined),
    },
    refusals: { record: async () => task('refusals', undefined)() },
    readings: { forgetBefore },
    readingsDays: 30,
    answers: { forgetOld: async () => task('answers', 1)() },
    jobs: { forgetOld: async () => task('jobs', undefined)() },
    dicomObjects: { forgetOld: async () => task('dicom objects', 3)() },
    cards: { forgetBefore: vi.fn(async () => undefined) },
    webhooks: { forgetBefore: async () => task('webhooks', undefined)() },
    audit: { highestEver: () => records.highest },
    checkpoints: {
      make: async () => task('checkpoint', { isNew: true, checkpoint: CHECKPOINT })(),
    },
    sealing: {
      async seal(options) {
        sealedWith.push(options);
        return task('seal', [{ first: 5, last: 9 } as SegmentHeader])();
      },
    },
    auditDays,
    renewTls: async () => task('certificate', undefined)(),
    clock: () => NOON,
    logger: logger as unknown as Logger,
    noteFailure,
  });
  return { upkeep, done, logger, noteFailure, forgetBefore, sealedWith, records };
}

describe('createUpkeep', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('deletes expired data at the start, and then runs each task at its interval', async () => {
    const { upkeep, done, forgetBefore } = upkeepWhere();
    upkeep.start();
    await turn();
    expect(done).toEqual([
      'people',
      'readings',
      'answers',
      'jobs',
      'dicom objects',
      'webhooks',
      'checkpoint',
    ]);
    expect(forgetBefore).toHaveBeenCalledWith(NOON - 30 * DAY_MS);
    done.length = 0;
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(done).toEqual(['keys', 'sessions', 'refusals']);
    vi.advanceTimersByTime(HOUR_MS - 15_000);
    await turn();
    expect(done.filter((name) => name === 'keys')).toHaveLength(240);
    expect(done.filter((name) => name === 'certificate')).toHaveLength(120);
    for (const hourly of ['readings', 'answers', 'jobs']) {
      expect(done.filter((name) => name === hourly)).toHaveLength(1);
    }
    expect(done.filter((name) => name === 'checkpoint')).toHaveLength(6);
    upkeep.stop();
    done.length = 0;
    vi.advanceTimersByTime(HOUR_MS);
    expect(done).toEqual([]);
  });

  it('does all of it at the end, the checkpoint last', async () => {
    const { upkeep, done, logger } = upkeepWhere();
    await upkeep.run();
    expect(done).toEqual([
      'keys',
      'sessions',
      'refusals',
      'people',
      'readings',
      'answers',
      'jobs',
      'dicom objects',
      'webhooks',
      'certificate',
      'checkpoint',
    ]);
    expect(logger.warn).not.toHaveBeenCalled();
    expect(logger.info).toHaveBeenCalledWith(
      { checkpoint: 4, record: 9, head: 'ab', hash: 'cd' },
      'audit checkpoint',
    );
  });

  it('signs sooner where much is recorded, and tries no sooner again where that fails', async () => {
    const { upkeep, done, records } = upkeepWhere('checkpoint');
    const afterSeconds = async (seconds: number) => {
      done.length = 0;
      vi.advanceTimersByTime(seconds * 1_000);
      await turn();
      return done.filter((name) => name === 'checkpoint').length;
    };
    upkeep.start();
    await turn();
    records.highest += 999;
    expect(await afterSeconds(60)).toBe(0);
    records.highest += 1;
    expect(await afterSeconds(15)).toBe(1);
    expect(await afterSeconds(60)).toBe(0);
    records.highest += 5_000;
    expect(await afterSeconds(15)).toBe(1);
    upkeep.stop();
  });

  it('continues when tasks fail, and logs which', async () => {
    const names = [
      'keys',
      'sessions',
      'refusals',
      'people',
      'readings',
      'answers',
      'jobs',
      'dicom objects',
      'webhooks',
      'certificate',
      'checkpoint',
    ];
    const { upkeep, done, logger, noteFailure } = upkeepWhere(...names);
    await upkeep.run();
    expect(done).toEqual(names);
    expect(noteFailure.mock.calls.map(([{ message }]) => message)).toEqual(
      names.map((name) => `${name} failed`),
    );
    expect(logger.warn.mock.calls.map(([{ reason }]) => reason)).toEqual(
      names.map((name) => `${name} failed`),
    );
    expect(new Set(logger.warn.mock.calls.map(([, message]) => message)).size).toBe(11);
  });

  it('seals records older than the retention in the database, at the start and daily, never at shutdown', async () => {
    const { upkeep, done, sealedWith, logger } = upkeepOf(30);
    upkeep.start();
    await turn();
    expect(done).toEqual([
      'people',
      'readings',
      'answers',
      'jobs',
      'dicom objects',
      'webhooks',
      'checkpoint',
      'seal',
      'checkpoint',
    ]);
    const { signal, ...asked } = sealedWith[0]!;
    expect(asked).toEqual({
      by: { type: 'appliance', id: 'wardbox' },
      signedTo: 9,
      before: new Date(NOON - 30 * DAY_MS).toISOString(),
      wholeUnless: new Date(NOON - 61 * DAY_MS).toISOString(),
    });
    expect(logger.info).toHaveBeenCalledWith(
      { segments: 1, first: 5, last: 9 },
      'audit records sealed',
    );
    vi.advanceTimersByTime(DAY_MS);
    await turn();
    expect(sealedWith).toHaveLength(2);
    await upkeep.run();
    expect(sealedWith).toHaveLength(2);
    expect(signal?.aborted).toBe(false);
    upkeep.stop();
    expect(signal?.aborted).toBe(true);
  });
});
