import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import type { NewJob } from '../../../src/store/job.js';
import { createJobRepository } from '../../../src/store/job-repository.js';
import { createReadingRepository } from '../../../src/store/reading-repository.js';
import { attempt, perform } from '../../../src/store/steps.js';
import type { Decision, JobLimits, Write } from '../../../src/store/unit-of-work.js';
import { EVENT } from '../../support/audit-records.js';
import { openStore, versionOf } from '../../support/fhir/store.js';
import { rejectionOf } from '../../support/refusals.js';

function opened() {
  const { database, store, commit } = openStore();
  const outcomes = database.prepare<[], string>(
    "SELECT json_extract(event, '$.outcome') FROM audit ORDER BY seq",
  );
  return {
    database,
    commit,
    live: store.in('live'),
    outcomes: () => outcomes.pluck().all(),
    readings: createReadingRepository(database),
    jobs: createJobRepository(database),
  };
}

const reading = (analysisId: string): Write => ({
  kind: 'imaging-reading.insert',
  reading: { analysisId, mode: 'live', createdAt: 1, reading: '{}' },
});

const job = (jobId: string, more: Partial<NewJob> = {}): NewJob => ({
  jobId,
  mode: 'live',
  ownerId: 'key_1',
  operation: 'x',
  requestId: 'r',
  createdAt: 1,
  request: '{}',
  file: null,
  fileBytes: 0,
  ...more,
});
const LIMITS: JobLimits = {
  perOwner: { max: 2, refusal: new AppError('rate_limited', 'enough') },
  fileBytes: { max: 10, refusal: new AppError('overloaded', 'full') },
};
const insert = (one: NewJob): Write => ({ kind: 'job.insert', job: one, limits: LIMITS });

describe('a unit of work', () => {
  it('commits what it writes together with its records', async () => {
    const { commit, readings, outcomes } = opened();
    const work = { value: 7, writes: [reading('a'), reading('b')], records: [EVENT] };
    expect(await commit({ work, wait: 'synced' })).toBe(7);
    expect(await readings.find('a', 'live')).toBeDefined();
    expect(await readings.find('b', 'live')).toBeDefined();
    expect(outcomes()).toEqual(['success']);
  });

  it('leaves nothing of what it wrote where one write fails, but what its refusal writes', async () => {
    const { commit, readings, outcomes } = opened();
    await commit({ work: { value: 1, writes: [reading('a')], records: [EVENT] }, wait: 'synced' });
    const writes = [reading('b'), reading('a')];
    const refused = commit({
      work: { value: 2, writes, records: [EVENT] },
      refused: () => ({ writes: [reading('c')], records: [{ ...EVENT, outcome: 'failed' }] }),
      wait: 'synced',
    });
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    expect(await readings.find('b', 'live')).toBeUndefined();
    expect(await readings.find('c', 'live')).toBeDefined();
    expect(outcomes()).toEqual(['success', 'failed']);
  });

  it('leaves nothing at all where its records cannot be written', async () => {
    const { database, commit, readings } = opened();
    database.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, ''); END");
    const work = { value: 1, writes: [reading('a')], records: [EVENT] };
    expect((await rejectionOf(commit({ work, wait: 'synced' }))).code).toBe('overloaded');
    expect(await readings.find('a', 'live')).toBeUndefined();
  });

  it('refuses a job beyond its limits, and one that is not as it was taken to be', async () => {
    const { commit, jobs } = opened();
    const run = (...writes: Write[]) =>
      commit({ work: { value: true, writes, records: [] }, wait: 'written' });
    await run(insert(job('job_1', { fileBytes: 10 })));
    await expect(run(insert(job('job_2', { fileBytes: 1 })))).rejects.toThrow('full');
    await run(insert(job('job_2')));
    await expect(run(insert(job('job_3')))).rejects.toThrow('enough');
    const move = { from: ['running'], to: 'failed', at: 2 } as const;
    const refusal = new AppError('conflict', 'it does not run');
    await expect(run({ kind: 'job.move', jobId: 'job_1', move, refusal })).rejects.toBe(refusal);
    await run({ kind: 'job.move', jobId: 'job_1', move });
    expect(jobs.find('job_1')?.status).toBe('queued');
  });

  it('refuses a reference to a resource that no longer exists', async () => {
    const { commit, live } = opened();
    const refusal = new AppError('validation_error', 'no such patient');
    const require = { kind: 'fhir.require', type: 'Patient', id: 'p', refusal } as const;
    const put = (type: string): Write => ({ kind: 'fhir.put', resource: versionOf(type, 'p') });
    const run = (...writes: Write[]) =>
      commit({ mode: 'live', work: { value: 1, writes, records: [] }, wait: 'written' });
    await expect(run(put('Observation'), require)).rejects.toBe(refusal);
    expect(live.read('Observation', 'p')).toBeUndefined();
    await run(put('Patient'));
    await run(require, put('Observation'));
    await run({ kind: 'fhir.remove', type: 'Patient', id: 'p' });
    await expect(run(require)).rejects.toBe(refusal);
    expect(live.read('Observation', 'p')?.version).toBe(1);
  });

  it('has no resources where it states no mode', async () => {
    const { commit } = opened();
    const writes: Write[] = [{ kind: 'fhir.remove', type: 'Patient', id: 'p' }];
    const work = { value: 1, writes, records: [] };
    await expect(commit({ work, wait: 'written' })).rejects.toThrow('without a mode');
  });
});

describe('a decision', () => {
  it('sees what it has written, and what others wrote before it', async () => {
    const { commit } = opened();
    const next = () =>
      commit({
        mode: 'live',
        wait: 'synced',
        *work() {
          const before = yield* perform({ kind: 'fhir.read', type: 'Patient', id: 'p' });
          yield* perform({ kind: 'fhir.put', resource: versionOf('Patient', 'p') });
          const after = yield* perform({ kind: 'fhir.read', type: 'Patient', id: 'p' });
          return { value: [before?.version, after?.version], records: [EVENT] };
        },
      });
    expect(await Promise.all([next(), next(), next()])).toEqual([
      [undefined, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('rolls back a part that throws and continues with the rest', async () => {
    const { commit, live } = opened();
    function* put(id: string, fails = false): Decision<number> {
      const row = yield* perform({ kind: 'fhir.put', resource: versionOf('Patient', id) });
      if (fails) throw new AppError('conflict', 'no');
      return row.version;
    }
    const value = await commit({
      mode: 'live',
      wait: 'synced',
      *work() {
        const first = yield* attempt(() => put('a'));
        let caught = '';
        try {
          yield* attempt(() => put('b', true));
        } catch (error) {
          caught = (error as Error).message;
        }
        const third = yield* attempt(() => put('c'));
        return { value: [first, caught, third], records: [EVENT] };
      },
    });
    expect(value).toEqual([1, 'no', 1]);
    expect(['a', 'b', 'c'].map((id) => live.read('Patient', id)?.id)).toEqual([
      'a',
      undefined,
      'c',
    ]);
  });

  it('throws at the step that was refused', async () => {
    const { commit, outcomes } = opened();
    const refusal = new AppError('conflict', 'not running');
    const move = { from: ['running'], to: 'failed', at: 2 } as const;
    const value = await commit({
      wait: 'synced',
      *work() {
        try {
          yield* perform({ kind: 'job.move', jobId: 'job_1', move, refusal });
        } catch (error) {
          return { value: error, records: [{ ...EVENT, outcome: 'refused' as const }] };
        }
        return { value: undefined, records: [EVENT] };
      },
    });
    expect(value).toBe(refusal);
    expect(outcomes()).toEqual(['refused']);
  });
});
