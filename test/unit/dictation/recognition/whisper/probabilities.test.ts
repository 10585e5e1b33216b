import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../src/core/random.js';
import { logSumExp } from '../../../../../src/dictation/recognition/log-sum-exp.js';
import {
  drawToken,
  likeliest,
} from '../../../../../src/dictation/recognition/whisper/probabilities.js';

describe('logSumExp', () => {
  it('stays finite where exp would not', () => {
    expect(logSumExp(Float32Array.of(1_000, 1_000))).toBeCloseTo(1_000 + Math.log(2), 4);
    expect(logSumExp(Float32Array.of(-1_000, -1_000))).toBeCloseTo(-1_000 + Math.log(2), 4);
  });

  it('gives -Infinity for nothing', () => {
    expect(logSumExp(new Float32Array(3).fill(Number.NEGATIVE_INFINITY))).toBe(-Infinity);
    expect(logSumExp(new Float32Array(3), 2, 2)).toBe(-Infinity);
  });
});

describe('drawToken', () => {
  const row = Float32Array.from([1, 2, 3], Math.log);

  it('draws by probability', () => {
    const dice = createRandom(1);
    const counts = [0, 0, 0];
    for (let i = 0; i < 6_000; i += 1) counts[drawToken(row, 1, dice)]! += 1;
    for (const [token, expected] of [1_000, 2_000, 3_000].entries()) {
      expect(Math.abs(counts[token]! - expected)).toBeLessThan(150);
    }
  });

  it('takes the likeliest at a low temperature', () => {
    const dice = createRandom(2);
    for (let i = 0; i < 100; i += 1) expect(drawToken(row, 0.02, dice)).toBe(2);
  });

  it('never draws what is impossible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.float({ min: -50, max: 50, noNaN: true })), { minLength: 1 }),
        fc.double({ min: 0, max: 0.999_999_999, noNaN: true }),
        (cells, roll) => {
          fc.pre(cells.some((cell) => cell !== null));
          const logits = Float32Array.from(cells, (cell) => cell ?? Number.NEGATIVE_INFINITY);
          const token = drawToken(logits, 0.7, () => roll);
          expect(logits[token]).not.toBe(Number.NEGATIVE_INFINITY);
        },
      ),
    );
  });

  it('gives the same numbers for the same seed, others for another', () => {
    const rolls = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
    expect(rolls(7)).toEqual(rolls(7));
    expect(rolls(7)).not.toEqual(rolls(8));
    expect(rolls(7).every((roll) => roll >= 0 && roll < 1)).toBe(true);
  });
});

describe('likeliest', () => {
  it('takes the first of equals', () => {
    expect(likeliest(Float32Array.of(1, 3, 3))).toBe(1);
  });
});
