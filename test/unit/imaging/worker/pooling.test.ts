import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolSlices, seriesProbability } from '../../../../src/imaging/worker/pooling.js';
import { logitOf } from '../../../../src/inference/calibrate.js';
import type { SeriesManifest } from '../../../../src/inference/schema.js';
import { label } from '../../../support/imaging-model.js';

type Pooling = SeriesManifest['pooling'];
const ALL: Pooling[] = [
  { method: 'max' },
  { method: 'top_mean', slices: 3 },
  { method: 'neighbour_max', slices: 3 },
  { method: 'noisy_or' },
];
const probability = fc.double({ min: 0, max: 1, noNaN: true });

describe('pooling', () => {
  it.each(ALL)('by $method is finite, and never falls where a slice rises', (pooling) => {
    fc.assert(
      fc.property(
        fc.array(probability, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        probability,
        (slices, which, other) => {
          const at = which % slices.length;
          const raised = slices.with(at, Math.max(slices[at]!, other));
          const pooled = poolSlices(slices, pooling);
          expect(Number.isFinite(pooled)).toBe(true);
          expect(poolSlices(raised, pooling)).toBeGreaterThanOrEqual(pooled - 1e-9);
        },
      ),
    );
  });

  it('of one slice is that slice', () => {
    for (const pooling of ALL) expect(poolSlices([0.3], pooling)).toBeCloseTo(logitOf(0.3), 6);
  });

  it('looks at the highest, at neighbours, or at all', () => {
    const apart = [0.9, 0.1, 0.9, 0.1];
    const together = [0.1, 0.9, 0.9, 0.1];
    const near: Pooling = { method: 'neighbour_max', slices: 2 };
    expect(poolSlices(together, near)).toBeGreaterThan(poolSlices(apart, near));
    const top: Pooling = { method: 'top_mean', slices: 2 };
    expect(poolSlices(apart, top)).toBeCloseTo(logitOf(0.9), 6);
    expect(poolSlices([0.5, 0.5], { method: 'noisy_or' })).toBeCloseTo(logitOf(0.75), 6);
  });

  it('has no result for a label without a calibration for series, or without slices', () => {
    const series = { pooling: { method: 'max' } } as SeriesManifest;
    expect(seriesProbability([0.5], label('one'), series)).toBeUndefined();
    const calibrated = label('one', {
      series: { calibration: { scale: 0.5, bias: -1 }, threshold: 0.5 },
    });
    expect(seriesProbability([], calibrated, series)).toBeUndefined();
    expect(seriesProbability([0.5], calibrated, series)).toBeCloseTo(1 / (1 + Math.E), 6);
  });
});
