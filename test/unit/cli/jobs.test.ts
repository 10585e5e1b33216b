import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { createJobRepository } from '../../../src/store/job-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';
import { NOON } from '../../support/stopped-clock.js';

/** A data folder with a job that waits, one that is worked on and one that has failed. */
function withJobs() {
  const { run, folder } = commandLine();
  const dataDir = join(folder, 'data');
  const database = openDatabase(dataDir);
  const jobs = createJobRepository(database);
  const add = (jobId: string, at: number, file: string | null = null) =>
    jobs.insert({
      jobId,
      mode: 'live',
      ownerId: 'key_1',
      operation: 'transcribe.create',
      requestId: 'req_1',
      createdAt: NOON + at,
      file,
      fileBytes: 5,
      request: '{"text":"MARKER"}',
    });
  mkdirSync(join(dataDir, 'jobs'));
  const file = join(dataDir, 'jobs', 'a.sealed');
  writeFileSync(file, 'sealed');
  add('job_waits', 1_000);
  add('job_runs', 2_000, 'a.sealed');
  add('job_failed', 3_000);
  const begin = { from: ['queued'], to: 'running', at: NOON + 4_000, attempts: 1 } as const;
  jobs.move('job_runs', begin);
  jobs.advance('job_runs', 0.456, NOON + 5_000);
  jobs.move('job_failed', begin);
  const error = JSON.stringify({ code: 'validation_error', message: 'm' });
  jobs.move('job_failed', { from: ['running'], to: 'failed', at: NOON + 6_000, error });
  const audit = () =>
    [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
  return { run, jobs, file, audit };
}

describe('wardbox jobs list', () => {
  it('shows the newest first, and nothing of their requests', async () => {
    const { run } = withJobs();
    const { text } = await run('jobs', 'list');
    const lines = text.split('\n').map((line) => line.trim());
    expect(lines.slice(1).map((line) => line.split(/\s+/)[0])).toEqual([
      'job_failed',
      'job_runs',
      'job_waits',
    ]);
    expect(text).toMatch(/job_runs +live +key_1 +transcribe\.create +running +45 %/);
    expect(text).not.toContain('MARKER');
  });

  it('prints JSON', async () => {
    const { run } = withJobs();
    const { text } = await run('jobs', 'list', '--json', '--status', 'failed,running', '-n', '1');
    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({
        job_id: 'job_failed',
        mode: 'live',
        key_id: 'key_1',
        status: 'failed',
        error: { code: 'validation_error', message: 'm' },
      }),
    ]);
  });

  it('says so where there is none, and refuses what it does not know', async () => {
    const { run } = withJobs();
    expect((await run('jobs', 'list', '--status', 'expired')).text).toMatch(/no such jobs/);
    for (const words of [
      ['--status', 'done'],
      ['-n', '0'],
      ['-n', 'x'],
    ]) {
      expect((await rejectionOf(run('jobs', 'list', ...words))).code).toBe('validation_error');
    }
  });
});

describe('wardbox jobs cancel', () => {
  it.each(['job_waits', 'job_runs'])('ends %s, with a record', async (id) => {
    const { run, jobs, audit } = withJobs();
    expect((await run('jobs', 'cancel', id)).text).toBe(`${id} is cancelled.`);
    expect(jobs.find(id)?.status).toBe('cancelled');
    expect(jobs.eventsAfter(id, -1).at(-1)?.status).toBe('cancelled');
    expect(audit()).toEqual([
      {
        action: 'jobs.cancel',
        target: id,
        outcome: 'success',
        actor: { type: 'administrator', id: 'alice' },
      },
    ]);
  });

  it('removes what was sent', async () => {
    const { run, file } = withJobs();
    const { text } = await run('jobs', 'cancel', 'job_runs', '--json');
    expect(JSON.parse(text)).toEqual({ job_id: 'job_runs', cancelled: true });
    expect(existsSync(file)).toBe(false);
  });

  it('refuses one that has ended and one that is not there, without a record', async () => {
    const { run, audit } = withJobs();
    expect((await rejectionOf(run('jobs', 'cancel', 'job_failed'))).code).toBe('conflict');
    expect((await rejectionOf(run('jobs', 'cancel', 'job_none'))).code).toBe('not_found');
    expect(audit()).toEqual([]);
  });
});
