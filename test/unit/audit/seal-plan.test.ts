import { describe, expect, it } from 'vitest';
import { GENESIS_HASH, nextLink } from '../../../src/audit/audit-chain.js';
import { ZEROS } from '../../../src/audit/checkpoint.js';
import { emptyRange, extendRange, planSegment } from '../../../src/audit/seal-plan.js';

const hash = Buffer.alloc(32, 7);
const newest = { number: 3, first: 21, last: 30, head: hash, header: hash };

describe('the plan of a segment', () => {
  it('begins with the first record where there is no segment', () => {
    expect(planSegment({ newest: undefined, end: 25, size: 10, isDue: false })).toEqual({
      number: 1,
      first: 1,
      last: 10,
      before: { seq: 0, hash: GENESIS_HASH },
      previous: ZEROS,
    });
  });

  it('follows the newest segment', () => {
    expect(planSegment({ newest, end: 33, size: 10, isDue: true })).toEqual({
      number: 4,
      first: 31,
      last: 33,
      before: { seq: 30, hash },
      previous: hash.toString('hex'),
    });
  });

  it.each([
    [39, false, undefined],
    [39, true, 39],
    [40, false, 40],
    [41, true, 40],
    [30, true, undefined],
    [-1, true, undefined],
  ])('with records up to %i, due: %s, ends at %s', (end, isDue, last) => {
    expect(planSegment({ newest, end, size: 10, isDue })?.last).toBe(last);
  });
});

describe('the range of a segment', () => {
  it('is extended by each record', () => {
    const times = ['2026-02-01', '2026-01-01', '2026-03-01'];
    const start = { seq: 0, hash: GENESIS_HASH };
    let last: ReturnType<typeof nextLink> | undefined;
    let range = emptyRange(start);
    for (const at of times) {
      last = nextLink(last, at, '{}');
      range = extendRange(range, last);
    }
    expect(range).toEqual({
      seq: 3,
      hash: last?.hash,
      oldest: '2026-01-01',
      newest: '2026-03-01',
    });
  });
});
