import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRestarts } from '../../../src/core/restarts.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** After how many milliseconds the next start comes. */
function pauseOf(begin: (launch: () => void) => void): number {
  let launched = false;
  begin(() => {
    launched = true;
  });
  let waited = 0;
  while (!launched && waited < 100_000) {
    vi.advanceTimersByTime(50);
    waited += 50;
  }
  return waited;
}

describe('what ended', () => {
  it('is started again after a pause that doubles, up to half a minute', () => {
    const restarts = createRestarts();
    const pauses = Array.from({ length: 11 }, () => pauseOf((go) => restarts.after(0, 10, go)));
    expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
  });

  it('is started again quickly when it has been up for more than a minute', () => {
    const restarts = createRestarts();
    for (let i = 0; i < 5; i += 1) pauseOf((go) => restarts.after(0, 10, go));
    expect(pauseOf((go) => restarts.after(0, 60_001, go))).toBe(100);
    expect(pauseOf((go) => restarts.after(0, 10, go))).toBe(200);
  });

  it('waits by itself, whatever others do', () => {
    const restarts = createRestarts();
    for (let i = 0; i < 5; i += 1) pauseOf((go) => restarts.after(0, 10, go));
    expect(pauseOf((go) => restarts.after(1, 10, go))).toBe(100);
  });

  it('is not started any more once that is cancelled', () => {
    const restarts = createRestarts();
    const launch = vi.fn();
    restarts.after(0, 10, launch);
    restarts.cancel();
    vi.advanceTimersByTime(100_000);
    expect(launch).not.toHaveBeenCalled();
  });
});
