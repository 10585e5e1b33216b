import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Branches,
  bestBeneath,
  growBranches,
} from '../../../../../src/dictation/recognition/ctc/branches.js';

/** Every way from the root to an end, as `tokens → end`. */
function waysThrough(branches: Branches): string[] {
  const ways: string[] = [];
  const walk = (node: number, before: readonly number[]) => {
    const tokens = [...before, branches.token[node]!];
    for (let at = branches.firstEnd[node]!; at < branches.firstEnd[node + 1]!; at += 1) {
      ways.push(`${tokens} → ${branches.ends[at]}`);
    }
    for (let c = branches.firstChild[node]!; c < branches.lastChild[node]!; c += 1) walk(c, tokens);
  };
  for (let node = 0; node < branches.top; node += 1) walk(node, []);
  return ways.sort();
}

const sequences = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 }), {
  maxLength: 400,
});

describe('growBranches', () => {
  it('leads to every sequence, to each once, and nowhere else', () => {
    fc.assert(
      fc.property(sequences, (asked) => {
        const expected = asked.flatMap((s, i) => (s.length > 0 ? [`${s} → ${i}`] : [])).sort();
        const branches = growBranches(asked);
        expect(waysThrough(branches)).toEqual(expected);
        const beginnings = new Set(asked.flatMap((s) => s.map((_, i) => s.slice(0, i + 1).join())));
        expect(branches.nodes).toBe(beginnings.size);
      }),
    );
  });

  it('has room for large lexicons', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => [1 + (i % 7), 1 + (i % 11), i]);
    expect(waysThrough(growBranches(many))).toHaveLength(5_000);
  });
});

describe('bestBeneath', () => {
  it('is the best of all that ends at a node or beyond it', () => {
    const branches = growBranches([[1, 2], [1, 2, 3], [1], [4]]);
    const best = bestBeneath(branches, (end) => [-5, -2, -7, -1][end]!);
    const byToken = new Map(Array.from(branches.token, (token, node) => [token, best[node]]));
    expect(byToken).toEqual(
      new Map([
        [1, -2],
        [2, -2],
        [3, -2],
        [4, -1],
      ]),
    );
  });
});
