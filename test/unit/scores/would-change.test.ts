import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanArterialPressure as score } from '../../../src/scores/declarations/cardiology/mean-arterial-pressure.js';
import { categoryOf } from '../../../src/scores/score.js';
import { wouldChange } from '../../../src/scores/would-change.js';
import { rounds } from '../../support/rounds.js';

type Pressures = { readonly systolic_bp: number; readonly diastolic_bp: number };

const categoryAt = (values: Pressures) => categoryOf(score, score.compute(values)).id;

/** The first mmHg on one side that gives another category, one after the other. */
function stepByStep(values: Pressures, name: keyof Pressures, side: 1 | -1): number[] {
  const input = score.inputs[name];
  if (input?.kind !== 'quantity') throw new TypeError(name);
  const { min, max } = input;
  for (let to = values[name] + side; to >= min && to <= max; to += side) {
    const changed = { ...values, [name]: to };
    if (score.refuses(changed) !== undefined) continue;
    if (categoryAt(changed) !== categoryAt(values)) return [to];
  }
  return [];
}

const pressures = fc
  .tuple(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 10, max: 200 }))
  .map(([systolic_bp, diastolic_bp]) => ({ systolic_bp, diastolic_bp }))
  .filter((values) => score.refuses(values) === undefined);

describe('what would change the category', () => {
  it('is the nearest value on each side, whether or not the far end is refused', () => {
    fc.assert(
      fc.property(pressures, (values) => {
        const told = wouldChange(score, values, categoryAt(values));
        for (const name of ['systolic_bp', 'diastolic_bp'] as const) {
          const found = told.filter(({ input }) => input === name).map(({ to }) => to);
          const nearest = ([-1, 1] as const).flatMap((side) => stepByStep(values, name, side));
          expect(found.toSorted()).toEqual(nearest.toSorted());
        }
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });
});
