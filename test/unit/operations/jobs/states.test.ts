import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  failureAction,
  MAX_ATTEMPTS,
  publishedProgress,
  statusAt,
} from '../../../../src/operations/jobs/states.js';
import type { JobSummary } from '../../../../src/store/job.js';

describe('toldProgress', () => {
  it('lies in 0..0.99, grows with what is done, and never says that all is done', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (a, b) => {
        const [one, other] = [publishedProgress(a), publishedProgress(b)];
        for (const told of [one, other]) {
          expect(told).toBeGreaterThanOrEqual(0);
          expect(told).toBeLessThanOrEqual(0.99);
          expect(Math.round(told * 1_000) / 1_000).toBe(told);
        }
        if (a < b) expect(one).toBeLessThanOrEqual(other);
      }),
    );
    expect(publishedProgress(0.25)).toBe(0.25);
  });
});

describe('statusAt', () => {
  const job = { status: 'succeeded', expiresAt: 1_000 } as JobSummary;

  it('shows no result whose time is over', () => {
    expect(statusAt(job, 999)).toBe('succeeded');
    expect(statusAt(job, 1_000)).toBe('expired');
    expect(statusAt({ ...job, status: 'failed' }, 5_000)).toBe('failed');
    expect(statusAt({ ...job, expiresAt: null }, 5_000)).toBe('succeeded');
  });
});

describe('verdictOn', () => {
  it('tries again what a worker died of, so often, and what the appliance had no room for', () => {
    expect(failureAction('model_unavailable', 1)).toBe('try-again');
    expect(failureAction('model_unavailable', MAX_ATTEMPTS - 1)).toBe('try-again');
    expect(failureAction('model_unavailable', MAX_ATTEMPTS)).toBe('fail');
    for (const code of ['overloaded', 'shutting_down']) {
      expect(failureAction(code, MAX_ATTEMPTS)).toBe('postpone');
    }
    for (const code of ['validation_error', 'internal_error', 'not_found']) {
      expect(failureAction(code, 1)).toBe('fail');
    }
  });
});
