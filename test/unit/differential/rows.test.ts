import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../src/differential/rows.js';

describe('rows of numbers', () => {
  it('hold what was sorted into them, in its order', () => {
    const entry = fc.tuple(fc.nat(6), fc.integer({ min: -100, max: 100 }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { starts, values } = rowsOf(
          7,
          Int32Array.from(entries, ([row]) => row),
          Int32Array.from(entries, ([, value]) => value),
        );
        const rows = Array.from({ length: 7 }, (_, row) => [
          ...values.subarray(starts[row], starts[row + 1]),
        ]);
        expect(rows).toEqual(
          rows.map((_, row) => entries.filter(([of]) => of === row).map(([, value]) => value)),
        );
      }),
    );
  });
});
