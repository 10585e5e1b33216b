import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignmentMatrix,
  beginnings,
} from '../../../../../src/dictation/recognition/whisper/alignment.js';

const rows = (...cells: number[][]) => cells.map((row) => Float32Array.from(row));

/** Rows of `places` that are high from one edge to the next, low elsewhere. */
function steps(edges: readonly number[], places: number): Float32Array[] {
  return edges
    .slice(0, -1)
    .map((from, i) =>
      Float32Array.from({ length: places }, (_, p) => (p >= from && p < edges[i + 1]! ? 1 : -1)),
    );
}

describe('beginnings', () => {
  it('finds where each token begins', () => {
    expect(beginnings(steps([0, 3, 4, 9], 9))).toEqual([0, 3, 4]);
  });

  it('gathers the most: a place may belong to two tokens', () => {
    const table = [
      [1, 0.2, -1, -1],
      [-1, 1, 0.9, -1],
      [-1, -1, 0.3, 1],
    ];
    expect(beginnings(rows(...table))).toEqual([0, 1, 2]);
    table[2] = [-1, -1, -0.3, 1];
    expect(beginnings(rows(...table))).toEqual([0, 1, 3]);
  });

  it('never goes back, and begins at the beginning', () => {
    const cell = fc.float({ min: -3, max: 3, noNaN: true });
    const table = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
      .chain(([tokens, places]) =>
        fc.array(fc.array(cell, { minLength: places, maxLength: places }), {
          minLength: tokens,
          maxLength: tokens,
        }),
      );
    fc.assert(
      fc.property(table, (cells) => {
        const begins = beginnings(rows(...cells));
        expect(begins).toHaveLength(cells.length);
        expect(begins[0]).toBe(0);
        expect([...begins].sort((a, b) => a - b)).toEqual(begins);
        expect(begins.at(-1)).toBeLessThan(cells[0]!.length);
      }),
    );
  });

  it('has nothing for nothing', () => {
    expect(beginnings([])).toEqual([]);
    expect(beginnings(rows([], []))).toEqual([0, 0]);
  });
});

describe('alignmentMatrix', () => {
  it('finds words in two noisy heads of which all tokens like one place', () => {
    const edges = [0, 20, 50, 55, 90];
    const noisy = (row: Float32Array, seed: number) =>
      row.map((v, p) => 0.01 + v + 0.3 * Math.abs(Math.sin(seed + 7 * p)) + (p === 70 ? 5 : 0));
    const looks = steps(edges, 100).map((row, i) => [noisy(row, i), noisy(row, i + 9)]);
    const begins = beginnings(alignmentMatrix(looks, 90));
    for (const [i, edge] of edges.slice(0, -1).entries()) {
      expect(Math.abs(begins[i]! - edge)).toBeLessThanOrEqual(2);
    }
  });

  it('looks at places with sound only', () => {
    const looks = steps([0, 5, 10], 30).map((row) => [row]);
    expect(alignmentMatrix(looks, 10).map((row) => row.length)).toEqual([10, 10]);
  });

  it('is 0 where all tokens look alike', () => {
    const looks = [1, 2, 3].map(() => [Float32Array.of(0.1, 0.9, 0.1)]);
    expect(alignmentMatrix(looks, 3).every((row) => row.every((value) => value === 0))).toBe(true);
  });
});
