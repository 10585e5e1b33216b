import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { DiseaseFacts } from '../../../../src/differential/knowledge/schema.js';
import {
  createShareTree,
  familyShares,
  findingShares,
  listedBy,
} from '../../../../src/differential/probability/finding-shares.js';
import { disease, FINDINGS, tree } from './toy.js';

const shareTree = createShareTree(tree);

/** What differs from anybody, and all else. */
function allShares(one: DiseaseFacts, ...more: [ReadonlyMap<number, number>?, number?]): number[] {
  const differs = findingShares(shareTree, listedBy(tree, one), ...more);
  return FINDINGS.map(({ leak }, n) => differs.get(n) ?? leak);
}
const familiesOf = (diseases: readonly DiseaseFacts[]) =>
  familyShares(
    tree,
    diseases,
    diseases.map((one) => listedBy(tree, one)),
  );

function sharesOf(find: Record<string, number>): Record<string, number | undefined> {
  const shares = allShares(disease('one', find));
  return Object.fromEntries(FINDINGS.map(({ id }, n) => [id, shares[n]]));
}

describe('how frequent each finding is in a disease', () => {
  it('is what is listed, and else as in anybody', () => {
    const shares = sharesOf({ fever: 0.8 });
    expect(shares.fever).toBeCloseTo(0.8, 6);
    expect(shares.rash).toBeCloseTo(0.05, 6);
    expect(shares.pain).toBeCloseTo(0.2, 6);
  });

  it('is for the general at least what it is for the special', () => {
    expect(sharesOf({ pain_left: 0.6 }).pain).toBeCloseTo(0.6, 6);
    expect(sharesOf({ pain_left: 0.6, pain: 0.3 }).pain).toBeCloseTo(0.6, 6);
  });

  it('gives a special one that is not listed its usual part of the general', () => {
    // 0.05 of the 0.2 who have pain at all have it on the left.
    expect(sharesOf({ pain: 0.8 }).pain_left).toBeCloseTo(0.8 / 4, 6);
  });

  it('leaves little to the others of a row of which one is usual', () => {
    const { pain_right } = sharesOf({ pain: 0.8, pain_left: 0.75 });
    expect(pain_right).toBeCloseTo((0.8 / 4) * 0.25, 6);
    // However much is taken, something is left.
    expect(sharesOf({ pain: 0.99, pain_left: 0.99 }).pain_right).toBeCloseTo((0.99 / 4) * 0.15, 6);
  });

  it('lies between nothing and certainty, and never below what is more special', () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const find = fc.dictionary(fc.constantFrom(...FINDINGS.map(({ id }) => id)), share);
    fc.assert(
      fc.property(find, (listed) => {
        const shares = allShares(disease('one', listed));
        for (const [n, value] of shares.entries()) {
          expect(value).toBeGreaterThan(0);
          expect(value).toBeLessThanOrEqual(0.99 + 1e-6);
          for (const above of tree.ancestors[n] ?? []) {
            if (Object.hasOwn(listed, FINDINGS[n]?.id ?? '')) {
              expect(shares[above] ?? 0).toBeGreaterThanOrEqual(value - 1e-6);
            }
          }
        }
      }),
    );
  });
});

describe('the family of a disease', () => {
  const family = ['a', 'b', 'c', 'd'].map((id) =>
    disease(id, id === 'a' ? { fever: 0.8 } : { rash: 0.4 }, { icd10: `K5${id === 'a' ? 1 : 2}` }),
  );
  const alone = disease('alone', { rash: 0.9 }, { icd10: 'J10' });

  it('has the mean of what its members list, and a few are none', () => {
    const [first, , , , other] = familiesOf([...family, alone]);
    expect(first?.get(tree.numberOf('fever') ?? -1)).toBeCloseTo(0.2, 9);
    expect(first?.get(tree.numberOf('rash') ?? -1)).toBeCloseTo(0.3, 9);
    expect(other).toBeUndefined();
  });

  it('does not hand on what is no complaint', () => {
    const pregnant = ['a', 'b', 'c', 'd'].map((id) => disease(id, { pregnant: 0.9 }));
    expect(familiesOf(pregnant)[0]?.size).toBe(0);
  });

  it('does not hand on what hardly anybody has without the disease', () => {
    const rare = createFindingTree([
      ...FINDINGS,
      { id: 'worm_in_eye', name: 'worm in the eye', kind: 'sign', leak: 0.0005 },
    ]);
    const diseases = ['a', 'b', 'c', 'd'].map((id) => disease(id, { worm_in_eye: 0.8, rash: 0.4 }));
    const lists = diseases.map((one) => listedBy(rare, one));
    const [relatives] = familyShares(rare, diseases, lists);
    expect(relatives?.get(rare.numberOf('rash') ?? -1)).toBeCloseTo(0.4, 9);
    expect(relatives?.has(rare.numberOf('worm_in_eye') ?? -1)).toBe(false);
  });

  it('lends in part what the list of one is silent about, and changes nothing that is listed', () => {
    const [relatives] = familiesOf(family);
    const shares = allShares(disease('a', { fever: 0.8 }), relatives, 0.5);
    expect(shares[tree.numberOf('rash') ?? -1]).toBeCloseTo(0.05 + 0.5 * 0.3 * 0.95, 6);
    expect(shares[tree.numberOf('fever') ?? -1]).toBeCloseTo(0.8, 6);
  });
});
