import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExposition } from '../../../../src/appliance/metrics/exposition.js';
import { createRequestFigures } from '../../../../src/appliance/metrics/requests.js';
import { readFigures } from '../../../support/figures.js';

const seen = (observed: ReadonlyArray<readonly [string, number, number]>) => {
  const figures = createRequestFigures();
  for (const [operation, status, seconds] of observed) figures.observe(operation, status, seconds);
  return readFigures(createExposition(figures.families)());
};

describe('createRequestFigures', () => {
  it('counts by operation and status', () => {
    const figures = seen([
      ['risk', 200, 0.004],
      ['risk', 200, 0.2],
      ['risk', 429, 0.0001],
      ['health', 200, 0.0001],
    ]);
    expect(figures.get('wardbox_requests_total{operation="risk",status="200"}')).toBe(2);
    expect(figures.get('wardbox_requests_total{operation="risk",status="429"}')).toBe(1);
    expect(figures.get('wardbox_requests_total{operation="health",status="200"}')).toBe(1);
    const le = (most: string) =>
      figures.get(`wardbox_request_duration_seconds_bucket{operation="risk",le="${most}"}`);
    expect(['0.001', '0.005', '0.1', '0.25', '+Inf'].map(le)).toEqual([1, 2, 2, 3, 3]);
    expect(figures.get('wardbox_request_duration_seconds_sum{operation="risk"}')).toBeCloseTo(
      0.2041,
    );
  });

  it('has no samples before the first request', () => {
    expect(seen([]).size).toBe(0);
  });

  it('counts in each bucket all that took no longer', () => {
    const duration = fc.double({ min: 0, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1 }), (durations) => {
        const figures = seen(durations.map((seconds) => ['one', 200, seconds]));
        const name = 'wardbox_request_duration_seconds';
        const buckets = [...figures].filter(([key]) => key.startsWith(`${name}_bucket`));
        for (const [key, count] of buckets) {
          const bound = /le="([^"]+)"/.exec(key)?.[1];
          const most = bound === '+Inf' ? Infinity : Number(bound);
          expect([key, count]).toEqual([key, durations.filter((one) => one <= most).length]);
        }
        expect(buckets.length).toBeGreaterThan(5);
        expect(figures.get(`${name}_count{operation="one"}`)).toBe(durations.length);
      }),
    );
  });
});
