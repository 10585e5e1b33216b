import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { FindingFacts } from '../../../../src/differential/knowledge/schema.js';

const finding = (id: string, ...parents: string[]): FindingFacts => ({
  id,
  name: id,
  kind: 'symptom',
  leak: 0.1,
  ...(parents.length > 0 && { in: parents }),
});

describe('the tree of findings', () => {
  const tree = createFindingTree([
    finding('pain'),
    finding('belly_pain', 'pain'),
    finding('low_belly_pain', 'belly_pain', 'pelvic'),
    finding('pelvic'),
  ]);
  const names = (numbers: readonly number[] = []) =>
    numbers.map((n) => tree.findings[n]?.id).sort();

  it('knows all that a finding implies, by every way', () => {
    expect(names(tree.ancestors[2])).toEqual(['belly_pain', 'pain', 'pelvic']);
    expect(names(tree.ancestors[0])).toEqual([]);
  });

  it('knows all that its absence excludes', () => {
    expect(names(tree.descendants[0])).toEqual(['belly_pain', 'low_belly_pain']);
    expect(names(tree.descendants[3])).toEqual(['low_belly_pain']);
  });

  it('takes the first of several as the parent', () => {
    expect([...tree.parent]).toEqual([-1, 0, 1, -1]);
    expect(tree.numberOf('pelvic')).toBe(3);
    expect(tree.numberOf('nothing')).toBeUndefined();
  });

  it('refuses what is defined nowhere, and what implies itself', () => {
    expect(() => createFindingTree([finding('a', 'b')])).toThrow('a is in b, which is not defined');
    const ring = [finding('a', 'c'), finding('b', 'a'), finding('c', 'b')];
    expect(() => createFindingTree(ring)).toThrow(/implies itself/);
    expect(() => createFindingTree([finding('a', 'a')])).toThrow(RangeError);
  });

  it('turns descendants into ancestors and back, for any tree', () => {
    const parentsOf = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 20 });
    fc.assert(
      fc.property(parentsOf, (rows) => {
        // Each finding is in earlier ones alone: no rings.
        const made = createFindingTree(
          rows.map((row, n) =>
            finding(`f${n}`, ...(n === 0 ? [] : [...new Set(row.map((at) => `f${at % n}`))])),
          ),
        );
        for (const [n, above] of made.ancestors.entries()) {
          expect(new Set(above).size).toBe(above.length);
          expect(above).not.toContain(n);
          for (const one of above) {
            expect(made.descendants[one]).toContain(n);
            for (const higher of made.ancestors[one] ?? []) expect(above).toContain(higher);
          }
        }
        const up = made.ancestors.reduce((sum, { length }) => sum + length, 0);
        expect(made.descendants.reduce((sum, { length }) => sum + length, 0)).toBe(up);
      }),
    );
  });
});
