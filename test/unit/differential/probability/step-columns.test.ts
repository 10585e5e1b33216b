import { describe, expect, it } from 'vitest';
import { createShareTable, shareIn } from '../../../../src/differential/probability/share-table.js';
import { createStepColumns } from '../../../../src/differential/probability/step-columns.js';
import { clip, type Step } from '../../../../src/differential/probability/steps.js';
import { TUNING } from '../../../../src/differential/probability/tuning.js';
import { disease, tree } from './toy.js';

const at = (id: string) => tree.numberOf(id) ?? -1;
const DISEASES = [
  disease('left', { pain: 0.9, pain_left: 0.8 }),
  disease('itch', { rash: 0.9 }),
  disease('ache', { pain: 0.7 }),
];
const table = createShareTable(tree, DISEASES, 0);
const columnOf = createStepColumns(table, TUNING);
const step = (more: Partial<Step>): Step => ({
  finding: at('pain_left'),
  given: -1,
  absent: false,
  complaint: false,
  ...more,
});
const leakOf = (id: string) => tree.findings[at(id)]?.leak ?? 0;
/** The weight by its definition, one disease at a time. */
const expected = (n: number, given: boolean, absent: boolean): number => {
  const part = (of: (id: string) => number) => {
    const share = of('pain_left') / (given ? of('pain') : 1);
    return Math.log(absent ? 1 - share : share);
  };
  const ratio = part((id) => shareIn(table, n, at(id))) - part(leakOf);
  return clip(ratio, TUNING.least, TUNING.most) * (absent ? TUNING.absent : TUNING.present);
};

describe('what a step says by the knowledge alone', () => {
  it.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])('is its likelihood ratio; the general is there: %s, it is absent: %s', (given, absent) => {
    const column = columnOf(step({ given: given ? at('pain') : -1, absent }));
    expect([...column.diseases]).toEqual([0, 2]);
    for (const [place, n] of column.diseases.entries()) {
      expect(column.weights[place]).toBeCloseTo(expected(n, given, absent), 4);
    }
  });

  it('is one for each disease, of the finding or of the more general one', () => {
    const { diseases, weights } = columnOf(step({ finding: at('rash') }));
    expect([...diseases]).toEqual([1]);
    expect(weights).toHaveLength(1);
  });

  it('is made once', () => {
    const asked = step({ given: at('pain') });
    expect(columnOf({ ...asked })).toBe(columnOf({ ...asked, complaint: true }));
    expect(columnOf(asked)).not.toBe(columnOf({ ...asked, absent: true }));
  });
});
