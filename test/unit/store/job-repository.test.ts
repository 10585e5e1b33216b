import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUser, disableUser } from '../../../src/http/auth/accounts.js';
import { createApiKeys } from '../../../src/http/auth/api-keys.js';
import { AccountWriter } from '../../../src/store/account-writer.js';
import type { JobStatus, NewJob } from '../../../src/store/job.js';
import { createJobRepository } from '../../../src/store/job-repository.js';
import { createKeyRepository } from '../../../src/store/key-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const OWNER = { mode: 'test', ownerId: 'key_1' } as const;
const OPEN: readonly JobStatus[] = ['queued', 'running'];

function opened() {
  const database = openDatabase(scratchFolder());
  const jobs = createJobRepository(database);
  let last = 0;
  const insert = (changes: Partial<NewJob> = {}): string => {
    last += 1;
    const jobId = `job_${String(last).padStart(3, '0')}`;
    jobs.insert({
      ...OWNER,
      jobId,
      operation: 'imaging.create',
      requestId: 'req_1',
      createdAt: last,
      request: '{"a":1}',
      file: null,
      fileBytes: 0,
      ...changes,
    });
    return jobId;
  };
  return { database, jobs, insert };
}

const ids = (found: readonly { jobId: string }[]) => found.map(({ jobId }) => jobId);

describe('createJobRepository', () => {
  it('keeps the request until the end, and the result after it', () => {
    const { database, jobs, insert } = opened();
    const id = insert({ file: 'a.sealed', fileBytes: 7 });
    const row = () =>
      database.prepare('SELECT request, file, file_bytes FROM jobs WHERE job_id = ?').get(id);
    expect(jobs.move(id, { from: ['queued'], to: 'running', at: 5, attempts: 1 })).toEqual({
      file: null,
    });
    expect(row()).toEqual({ request: '{"a":1}', file: 'a.sealed', file_bytes: 7 });
    expect(jobs.files()).toEqual(['a.sealed']);
    expect(jobs.open()).toEqual({ queued: 0, running: 1, fileBytes: 7 });
    const done = { from: ['running'], to: 'succeeded', at: 9, result: '{"x":1}' } as const;
    expect(jobs.move(id, { ...done, progress: 1, expiresAt: 20 })).toEqual({ file: 'a.sealed' });
    expect(row()).toEqual({ request: null, file: null, file_bytes: 0 });
    expect(jobs.outcome(id)).toEqual({ result: '{"x":1}', error: null });
    expect(jobs.find(id)).toMatchObject({
      status: 'succeeded',
      progress: 1,
      attempts: 1,
      startedAt: 5,
      endedAt: 9,
      expiresAt: 20,
    });
    expect(jobs.move(id, { from: OPEN, to: 'cancelled', at: 10 })).toBe(false);
  });

  it('lets only the attempt that is under way end a job', () => {
    const { jobs, insert } = opened();
    const id = insert();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      jobs.move(id, { from: ['queued'], to: 'running', at: 1, attempts: 1 });
      if (attempt === 1) jobs.move(id, { from: ['running'], to: 'queued', at: 2 });
    }
    const end = { from: ['running'], to: 'succeeded', at: 3, result: '{}' } as const;
    expect(jobs.move(id, { ...end, attempt: 1 })).toBe(false);
    expect(jobs.move(id, { ...end, attempt: 2 })).not.toBe(false);
  });

  it('lists the events, of progress only the latest', () => {
    const { jobs, insert } = opened();
    const id = insert();
    jobs.move(id, { from: ['queued'], to: 'running', at: 2, attempts: 1 });
    for (const progress of [0.1, 0.2, 0.3]) jobs.advance(id, progress, 3);
    const events = jobs.eventsAfter(id, -1);
    expect(events.map(({ status, progress }) => [status, progress])).toEqual([
      ['queued', 0],
      ['running', 0],
      [null, 0.3],
    ]);
    expect(jobs.eventsAfter(id, events[1]?.seq ?? 0)).toEqual(events.slice(2));
    jobs.move(id, { from: OPEN, to: 'cancelled', at: 4 });
    jobs.advance(id, 0.9, 5);
    expect(jobs.eventsAfter(id, events[2]?.seq ?? 0).map(({ status }) => status)).toEqual([
      'cancelled',
    ]);
  });

  it('gives each key its turn, the oldest first, and leaves out what is withheld', () => {
    const { jobs, insert } = opened();
    const mine = [insert(), insert(), insert({ operation: 'transcribe.create' })];
    const other = insert({ ownerId: 'key_2' });
    const take = (without: string[] = []) => {
      const job = jobs.next(without);
      if (job === undefined) return undefined;
      jobs.move(job.jobId, { from: ['queued'], to: 'running', at: 1, attempts: 1 });
      return job.jobId;
    };
    expect(take()).toBe(mine[0]);
    expect(take()).toBe(other);
    expect(take(['imaging.create'])).toBe(mine[2]);
    expect(take(['imaging.create'])).toBeUndefined();
    expect(take()).toBe(mine[1]);
    expect(jobs.running().sort()).toEqual([...mine, other].sort());
  });

  it('knows whose a job is along a line of keys', () => {
    const { database, jobs, insert } = opened();
    const clock = () => 1_000;
    const keys = createApiKeys(createKeyRepository(database), clock);
    const first = keys.create({ name: 'a', mode: 'test' }).record.keyId;
    const second = keys.rotate(first, { graceMs: 0 }).record.keyId;
    const id = insert({ ownerId: first });
    const ownerOf = (ownerId: string, mode: 'test' | 'live' = 'test') => ({ mode, ownerId });
    expect(jobs.findOwned(id, ownerOf(second))?.jobId).toBe(id);
    expect(jobs.findOwned(id, ownerOf(second, 'live'))).toBeUndefined();
    expect(jobs.findOwned(id, ownerOf('key_0'))).toBeUndefined();
    expect(jobs.openOf(ownerOf(second))).toBe(1);
    const later = insert({ ownerId: second });
    expect(ids(jobs.list(ownerOf(second), { statuses: [], limit: 9 }))).toEqual([later, id]);
    expect(ids(jobs.list(ownerOf(first), { statuses: [], limit: 9 }))).toEqual([id]);
    expect(jobs.ownerInForce(first, 2_000)).toBe(true);
    keys.revoke(second);
    expect(jobs.ownerInForce(first, 2_000)).toBe(false);
    expect(jobs.ownerInForce('key_0', 2_000)).toBe(false);
  });

  it('knows whether a person may still have jobs done', () => {
    const { database, jobs } = opened();
    const accounts = new AccountWriter(database);
    const wanted = { userName: 'ada', roles: ['clinician'], worlds: ['test'] } as const;
    const { user, writes } = addUser(wanted, 1_000);
    for (const write of writes) accounts.carryOut(write);
    expect(jobs.ownerInForce(user.userId, 2_000)).toBe(true);
    for (const write of disableUser(user.userId, () => 1_500)) accounts.carryOut(write);
    expect(jobs.ownerInForce(user.userId, 2_000)).toBe(false);
    expect(jobs.ownerInForce('user_0', 2_000)).toBe(false);
  });

  it('pages through all jobs once, whatever their times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        (times, limit) => {
          const { database, jobs, insert } = opened();
          for (const createdAt of times) insert({ createdAt });
          const seen: string[] = [];
          for (let more = true; more; ) {
            const last = seen.at(-1);
            const before = last === undefined ? undefined : jobs.find(last);
            const found = jobs.list(OWNER, { statuses: [], before, limit });
            seen.push(...ids(found));
            more = found.length > 0;
          }
          database.close();
          expect(seen).toHaveLength(times.length);
          expect(new Set(seen).size).toBe(times.length);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('forgets results, and later the jobs', () => {
    const { database, jobs, insert } = opened();
    const [done, cancelled, open] = [insert(), insert(), insert()];
    jobs.move(done, { from: OPEN, to: 'running', at: 1 });
    jobs.move(done, { from: OPEN, to: 'succeeded', at: 1, result: '{"x":1}', expiresAt: 100 });
    jobs.move(cancelled, { from: OPEN, to: 'cancelled', at: 50 });
    expect(jobs.forget(99, 10)).toEqual({ expired: 0, removed: 1 });
    expect(jobs.find(cancelled)).toBeUndefined();
    expect(jobs.forget(100, 10)).toEqual({ expired: 1, removed: 0 });
    expect(jobs.find(done)).toMatchObject({ status: 'expired', endedAt: 1 });
    expect(jobs.outcome(done).result).toBeNull();
    expect(jobs.forget(110, 10)).toEqual({ expired: 0, removed: 1 });
    expect(jobs.find(open)?.status).toBe('queued');
    const left = database.prepare('SELECT DISTINCT job_id FROM job_events').pluck().all();
    expect(left).toEqual([open]);
  });
});
