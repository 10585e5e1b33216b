import { describe, expect, it } from 'vitest';
import { restartPauseMs } from '../../../../src/inference/pool/restart-policy.js';

/** The pauses before a number of starts, each after a life of so many milliseconds. */
function pausesOf(lives: readonly number[]): number[] {
  let pause: number | undefined;
  return lives.map((livedMs) => {
    pause = restartPauseMs(pause, livedMs);
    return pause;
  });
}

describe('what ended', () => {
  it('is started again after a pause that doubles, up to half a minute', () => {
    const pauses = pausesOf(Array.from({ length: 11 }, () => 10));
    expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
  });

  it('is started again quickly when it has been up for more than a minute', () => {
    expect(pausesOf([10, 10, 10, 60_000, 60_001, 10])).toEqual([100, 200, 400, 800, 100, 200]);
  });
});
