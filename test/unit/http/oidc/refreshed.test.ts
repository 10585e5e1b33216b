import { describe, expect, it } from 'vitest';
import { createRefreshed } from '../../../../src/http/oidc/refreshed.js';
import { createUseOnce } from '../../../../src/http/oidc/used-once.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

function setUp() {
  const clock = stoppedClock();
  const state = { fetched: 0, failing: false, failures: 0 };
  const current = createRefreshed({
    async load() {
      state.fetched += 1;
      if (state.failing) throw new Error('down');
      return state.fetched;
    },
    clock,
    freshMs: 60_000,
    retryMs: 5_000,
    noteFailure: () => {
      state.failures += 1;
    },
  });
  return { clock, state, current };
}

describe('createRefreshed', () => {
  it('fetches when first needed, once for all who wait, and again when old', async () => {
    const { clock, state, current } = setUp();
    expect(state.fetched).toBe(0);
    expect(await Promise.all([current(), current()])).toEqual([1, 1]);
    clock.pass(59_999);
    expect(await current()).toBe(1);
    clock.pass(1);
    expect(await current()).toBe(2);
  });

  it('fails until there is a value, but does not ask at every call', async () => {
    const { clock, state, current } = setUp();
    state.failing = true;
    await expect(current()).rejects.toThrow('down');
    await expect(current()).rejects.toThrow('down');
    expect(state).toMatchObject({ fetched: 1, failures: 1 });
    state.failing = false;
    clock.pass(5_000);
    expect(await current()).toBe(2);
  });

  it('keeps an old value while no new one can be fetched', async () => {
    const { clock, state, current } = setUp();
    await current();
    state.failing = true;
    clock.pass(60_000);
    expect(await current()).toBe(1);
    expect(await current()).toBe(1);
    expect(state).toMatchObject({ fetched: 2, failures: 1 });
    clock.pass(5_000);
    state.failing = false;
    expect(await current()).toBe(3);
  });

  it('fetches again after the clock was set back', async () => {
    const { clock, current } = setUp();
    await current();
    clock.pass(-3_600_000);
    expect(await current()).toBe(2);
  });
});

describe('createUseOnce', () => {
  it('lets a name be used again only after it has expired', () => {
    const clock = stoppedClock();
    const useOnce = createUseOnce(clock);
    const until = clock() + 1_000;
    expect(useOnce('a', until)).toBe(true);
    expect(useOnce('a', until)).toBe(false);
    expect(useOnce('b', until)).toBe(true);
    clock.pass(999);
    expect(useOnce('a', until)).toBe(false);
    clock.pass(1);
    expect(useOnce('a', clock() + 1_000)).toBe(true);
    expect(useOnce('a', clock() + 1_000)).toBe(false);
  });

  it('finds a name that has expired behind one that has not', () => {
    const clock = stoppedClock();
    const useOnce = createUseOnce(clock);
    useOnce('long', clock() + 10_000);
    useOnce('short', clock() + 1_000);
    clock.pass(2_000);
    expect(useOnce('long', clock() + 1)).toBe(false);
    expect(useOnce('short', clock() + 1_000)).toBe(true);
  });
});
