import { describe, expect, it } from 'vitest';
import { createBreaker } from '../../../../src/fhir/upstream/breaker.js';
import { createMemory } from '../../../../src/fhir/upstream/memory.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

describe('the breaker', () => {
  it('keeps off after three failures on end, lets one ask after half a minute', () => {
    const clock = stoppedClock();
    const breaker = createBreaker(clock);
    breaker.failed();
    breaker.failed();
    breaker.worked();
    breaker.failed();
    breaker.failed();
    breaker.check();
    breaker.failed();
    clock.pass(10_000);
    expect(() => breaker.check()).toThrowError(expect.objectContaining({ retryAfterSeconds: 20 }));
    clock.pass(20_000);
    breaker.check();
    // One is under way: the others wait.
    expect(() => breaker.check()).toThrow();
    breaker.failed();
    clock.pass(29_999);
    expect(() => breaker.check()).toThrow();
    clock.pass(1);
    breaker.check();
    breaker.worked();
    breaker.check();
    breaker.check();
  });

  it('does as the server wishes, at once', () => {
    const clock = stoppedClock();
    const breaker = createBreaker(clock);
    breaker.failed(120);
    clock.pass(119_999);
    expect(() => breaker.check()).toThrow();
    clock.pass(1);
    breaker.check();
  });
});

describe('the cache of recent requests', () => {
  it('asks once for all at the same time, and forgets failures at once and answers in a minute', async () => {
    const clock = stoppedClock();
    const memory = createMemory<number>(clock);
    let asked = 0;
    const work = async () => ++asked;
    expect(await Promise.all([memory.share('a', work), memory.share('a', work)])).toEqual([1, 1]);
    clock.pass(59_999);
    expect(memory.recent('a')).toBe(1);
    clock.pass(1);
    expect(memory.recent('a')).toBeUndefined();
    expect(await memory.share('a', work)).toBe(2);
    const fails = () => Promise.reject(new Error('no'));
    await expect(memory.share('b', fails)).rejects.toThrow('no');
    expect(memory.recent('b')).toBeUndefined();
    expect(await memory.share('b', work)).toBe(3);
  });
});
