import { describe, expect, it } from 'vitest';
import { uncoveredIn } from '../../../../src/medications/knowledge/checks.js';
import { listOf } from '../../../support/medication-case.js';

describe('a drug without rules of interactions', () => {
  const covered = new Set(['warfarin']);

  it('is reported beside another', () => {
    const list = listOf(['warfarin', 'rare']);
    expect(uncoveredIn(list, covered).map(({ ingredient }) => ingredient)).toEqual(['rare']);
  });

  it('is not where it is the only one, or acts locally', () => {
    expect(uncoveredIn(listOf(['rare']), covered)).toEqual([]);
    const local = listOf(['warfarin', 'rare']).map((one) =>
      one.ingredient === 'rare' ? { ...one, systemic: false } : one,
    );
    expect(uncoveredIn(local, covered)).toEqual([]);
  });
});
