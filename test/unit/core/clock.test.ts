import { describe, expect, it } from 'vitest';
import { isoTime, systemClock } from '../../../src/core/clock.js';

describe('isoTime', () => {
  it('writes UTC with Z and milliseconds', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(isoTime(Date.UTC(2026, 11, 31, 23, 59, 59, 7))).toBe('2026-12-31T23:59:59.007Z');
  });

  it('throws for a time that is none', () => {
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  });
});

describe('systemClock', () => {
  it('follows the time of the machine', () => {
    const before = Date.now();
    expect(systemClock()).toBeGreaterThanOrEqual(before);
    expect(systemClock()).toBeLessThanOrEqual(Date.now());
  });
});
