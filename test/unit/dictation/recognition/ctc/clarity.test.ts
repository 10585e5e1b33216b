import { describe, expect, it } from 'vitest';
import { clarityOf } from '../../../../../src/dictation/recognition/ctc/clarity.js';

const framesOf = (...rows: readonly (readonly number[])[]) => ({
  logProbs: Float32Array.from(rows.flat(), Math.log),
  frames: rows.length,
  tokens: rows[0]?.length ?? 3,
  blank: 0,
});

describe('clarity', () => {
  it('is the mean probability of the likeliest token where that is no blank', () => {
    const frames = framesOf([0.9, 0.05, 0.05], [0.1, 0.8, 0.1], [0.3, 0.2, 0.5]);
    expect(clarityOf(frames)).toBeCloseTo((0.8 + 0.5) / 2, 6);
  });

  it('is 1 where all frames are blank', () => {
    expect(clarityOf(framesOf([0.9, 0.05, 0.05]))).toBe(1);
    expect(clarityOf(framesOf())).toBe(1);
  });
});
