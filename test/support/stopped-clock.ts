import type { Clock } from '../../src/core/clock.js';

export const NOON = Date.UTC(2026, 2, 14, 12, 0, 0);

export interface StoppedClock extends Clock {
  /** Moves the time on. */
  pass(ms: number): void;
}

/** A clock that stands still until it is moved. */
export function stoppedClock(at: number = NOON): StoppedClock {
  let time = at;
  return Object.assign(() => time, {
    pass(ms: number) {
      time += ms;
    },
  });
}
