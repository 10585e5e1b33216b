import { describe, expect, it } from 'vitest';
import { RunningJobs } from '../../../../src/operations/jobs/running-jobs.js';
import type { WaitingJob } from '../../../../src/store/job.js';

const job = (jobId: string, operation = 'quick'): WaitingJob => ({
  jobId,
  operation,
  mode: 'test',
  ownerId: 'key_1',
  requestId: 'req_1',
  status: 'queued',
  progress: 0,
  attempts: 1,
  createdAt: 0,
  startedAt: null,
  endedAt: null,
  expiresAt: null,
  request: '{}',
  file: null,
});

const jobsOf = (parallel: number) => new RunningJobs({ parallel, slow: new Set(['slow']) });

describe('RunningJobs', () => {
  it('is full with so many jobs', () => {
    const jobs = jobsOf(2);
    jobs.add(job('a'));
    expect(jobs.isFull).toBe(false);
    const b = jobs.add(job('b'));
    expect(jobs.isFull).toBe(true);
    jobs.remove(b);
    expect(jobs.isFull).toBe(false);
  });

  it('withholds slow operations from the last place, unless there is only one', () => {
    const three = jobsOf(3);
    expect(three.withheld()).toEqual([]);
    three.add(job('a', 'slow'));
    three.add(job('b'));
    expect(three.withheld()).toEqual([]);
    three.add(job('c', 'slow'));
    expect(three.withheld()).toEqual(['slow']);
    expect(jobsOf(1).withheld()).toEqual([]);
  });

  it('aborts one job and no other', () => {
    const jobs = jobsOf(2);
    const [a, b] = [jobs.add(job('a')), jobs.add(job('b'))];
    jobs.abort('a');
    jobs.abort('unknown');
    expect([a, b].map(({ controller }) => controller.signal.aborted)).toEqual([true, false]);
  });

  it('does not remove a later attempt at the same job', () => {
    const jobs = jobsOf(2);
    const first = jobs.add(job('a'));
    const second = jobs.add(job('a'));
    jobs.remove(first);
    expect(jobs.has('a')).toBe(true);
    jobs.remove(second);
    expect([...jobs.all()]).toEqual([]);
  });
});
