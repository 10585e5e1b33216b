import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { createSilentLogger } from '../../../../src/core/logger.js';
import { createApiKeys } from '../../../../src/http/auth/api-keys.js';
import type { JobExecutor, JobWatch } from '../../../../src/operations/jobs/carry-out.js';
import { createRequestStore } from '../../../../src/operations/jobs/request-store.js';
import { JobRunner } from '../../../../src/operations/jobs/runner.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import type { WaitingJob } from '../../../../src/store/job.js';
import { createJobRepository } from '../../../../src/store/job-repository.js';
import { createKeyRepository } from '../../../../src/store/key-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const clock = () => 1_000;

interface Begun {
  readonly job: WaitingJob;
  readonly watch: JobWatch;
  done(): void;
  fail(error: unknown): void;
}

/** A runner on a real database, whose work a test ends as it likes. */
function setUp(parallel = 1, dataDir = scratchFolder()) {
  const database = openDatabase(dataDir);
  const repository = createJobRepository(database);
  const commit = createCommit({ database, queue: auditQueue(database, clock) });
  const keys = createApiKeys(createKeyRepository(database), clock);
  const { keyId } = keys.create({ name: 'a', mode: 'test' }).record;
  const begun: Begun[] = [];
  const failed: Array<[string, unknown]> = [];
  const end = (jobId: string, to: 'succeeded' | 'failed') => {
    repository.move(jobId, { from: ['running'], to, at: clock(), progress: 1 });
  };
  const executor: JobExecutor = {
    answer: (job, watch) =>
      new Promise((resolve, reject) => {
        const done = () => {
          end(job.jobId, 'succeeded');
          resolve();
        };
        begun.push({ job, watch, done, fail: reject });
      }),
    async fail(job, thrown) {
      end(job.jobId, 'failed');
      failed.push([job.jobId, thrown]);
    },
  };
  const setting = { admitted: true };
  const runner = new JobRunner({
    repository,
    commit,
    executor,
    clock,
    parallel,
    logger: createSilentLogger(),
    store: createRequestStore(join(dataDir, 'jobs')),
    slow: new Set(['slow']),
    admit() {
      if (!setting.admitted) throw new AppError('overloaded', 'full');
    },
    onChange: () => undefined,
  });
  let last = 0;
  const add = (operation = 'quick', owner = keyId): string => {
    last += 1;
    const jobId = `job_${last}`;
    repository.insert({
      jobId,
      operation,
      mode: 'test',
      ownerId: owner,
      requestId: 'req_1',
      createdAt: last,
      request: '{}',
      file: null,
      fileBytes: 0,
    });
    return jobId;
  };
  onTestFinished(async () => {
    await runner.halt();
    database.close();
  });
  const status = (jobId: string) => repository.find(jobId)?.status;
  return { dataDir, repository, runner, keys, keyId, begun, failed, add, status, setting };
}

const names = (begun: readonly Begun[]) => begun.map(({ job }) => job.jobId);
const died = () => new AppError('model_unavailable', 'it died');

describe('the runner of jobs', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('runs a limited number at the same time, and continues when one has ended', async () => {
    const { runner, begun, add, status } = setUp(2);
    const [one, two, three] = [add(), add(), add()];
    runner.start();
    runner.wake();
    await expect.poll(() => names(begun)).toEqual([one, two]);
    expect([status(one), status(three)]).toEqual(['running', 'queued']);
    begun[0]?.done();
    await expect.poll(() => names(begun)).toEqual([one, two, three]);
    expect(status(one)).toBe('succeeded');
  });

  it('never gives the last place to what takes minutes', async () => {
    const { runner, begun, add } = setUp(3);
    const [slow1, slow2, slow3, quick] = [add('slow'), add('slow'), add('slow'), add()];
    runner.start();
    runner.wake();
    await expect.poll(() => names(begun)).toEqual([slow1, slow2, quick]);
    begun[2]?.done();
    await runner.tick();
    expect(names(begun)).not.toContain(slow3);
    begun[0]?.done();
    await expect.poll(() => names(begun)).toContain(slow3);
  });

  it('takes nothing before the start, after the end and while there is no room', async () => {
    const { runner, begun, add, setting } = setUp();
    add();
    runner.wake();
    await runner.tick();
    expect(begun).toEqual([]);
    setting.admitted = false;
    runner.start();
    await runner.tick();
    expect(begun).toEqual([]);
    setting.admitted = true;
    await runner.tick();
    await expect.poll(() => begun.length).toBe(1);
  });

  it('tries again what a worker has died of, three times in all', async () => {
    const { runner, begun, failed, add, status, repository } = setUp();
    const now = vi.spyOn(performance, 'now');
    const id = add();
    runner.start();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      now.mockReturnValue(attempt * 10_000);
      await runner.tick();
      await expect.poll(() => begun.length).toBe(attempt);
      expect(begun.at(-1)?.job.attempts).toBe(attempt);
      begun.at(-1)?.fail(died());
      await expect.poll(() => status(id)).not.toBe('running');
    }
    expect(failed).toEqual([[id, expect.objectContaining({ code: 'model_unavailable' })]]);
    expect(repository.find(id)?.attempts).toBe(3);
  });

  it('does not count what there was no room for', async () => {
    const { runner, begun, failed, add, status, repository } = setUp();
    const now = vi.spyOn(performance, 'now');
    const id = add();
    runner.start();
    for (let round = 1; round <= 5; round += 1) {
      now.mockReturnValue(round * 10_000);
      await runner.tick();
      await expect.poll(() => begun.length).toBe(round);
      begun.at(-1)?.fail(new AppError('overloaded', 'busy'));
      await expect.poll(() => status(id)).toBe('queued');
    }
    expect(repository.find(id)?.attempts).toBe(0);
    expect(failed).toEqual([]);
  });

  it('ends at once what will never be answered', async () => {
    const { runner, begun, failed, add, status } = setUp();
    const id = add();
    runner.start();
    runner.wake();
    await expect.poll(() => begun.length).toBe(1);
    const fault = new TypeError('a fault of ours');
    begun[0]?.fail(fault);
    await expect.poll(() => failed).toEqual([[id, fault]]);
    expect(status(id)).toBe('failed');
  });

  it('puts back what is under way when it is halted, as if it had not been tried', async () => {
    const { runner, begun, add, status, repository } = setUp(2);
    const both = [add(), add()];
    runner.start();
    runner.wake();
    await expect.poll(() => begun.length).toBe(2);
    await runner.halt();
    for (const { watch } of begun) expect(watch.signal.aborted).toBe(true);
    for (const id of both) {
      expect(status(id)).toBe('queued');
      expect(repository.find(id)).toMatchObject({ attempts: 0, progress: 0, startedAt: null });
    }
    begun[0]?.fail(new AppError('client_closed_request', 'aborted'));
    await runner.tick();
    expect(both.map(status)).toEqual(['queued', 'queued']);
  });

  it('takes up what it had begun before a crash, three times in all', async () => {
    const dataDir = scratchFolder();
    const first = setUp(1, dataDir);
    const id = first.add();
    for (let crash = 1; crash <= 3; crash += 1) {
      // Another process, which dies without a word.
      const { runner, begun } = crash === 1 ? first : setUp(1, dataDir);
      runner.start();
      await runner.tick();
      await expect.poll(() => begun.at(-1)?.job.attempts).toBe(crash);
    }
    const last = setUp(1, dataDir);
    last.runner.start();
    await last.runner.tick();
    expect(last.status(id)).toBe('failed');
    expect(last.failed).toEqual([[id, expect.objectContaining({ code: 'internal_error' })]]);
  });

  it('aborts the work on a job that another process has ended', async () => {
    const { runner, begun, add, repository } = setUp();
    const id = add();
    runner.start();
    runner.wake();
    await expect.poll(() => begun.length).toBe(1);
    repository.move(id, { from: ['running'], to: 'cancelled', at: 1 });
    expect(begun[0]?.watch.signal.aborted).toBe(false);
    await runner.tick();
    expect(begun[0]?.watch.signal.aborted).toBe(true);
  });

  it('does not run jobs whose result no key can read', async () => {
    const { runner, keys, keyId, begun, add, status } = setUp();
    const [one, two] = [add(), add()];
    runner.start();
    runner.wake();
    await expect.poll(() => begun.length).toBe(1);
    keys.revoke(keyId);
    await runner.tick();
    expect(status(one)).toBe('cancelled');
    expect(begun[0]?.watch.signal.aborted).toBe(true);
    begun[0]?.fail(new AppError('client_closed_request', 'aborted'));
    await expect.poll(() => status(two)).toBe('cancelled');
    expect(names(begun)).toEqual([one]);
  });

  it('writes down how far it has come, not more often than once a second', async () => {
    const { runner, begun, add, repository } = setUp();
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
    const id = add();
    runner.start();
    runner.wake();
    await expect.poll(() => begun.length).toBe(1);
    const tell = begun[0]?.watch.onProgress ?? (() => undefined);
    const progress = () => repository.find(id)?.progress;
    tell(0.25);
    await expect.poll(progress).toBe(0.25);
    tell(0.5);
    now.mockReturnValue(10_999);
    tell(0.6);
    now.mockReturnValue(11_000);
    tell(0.2);
    tell(1);
    await expect.poll(progress).toBe(0.99);
    expect(repository.eventsAfter(id, -1).filter(({ status }) => status === null)).toHaveLength(1);
  });
});
