import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deteriorationRisk, riskOfNews2 } from '../../../../src/differential/assessment/risk.js';
import { disease } from '../probability/toy.js';
import { differential } from '../toy-patient.js';

describe('the risk of deterioration', () => {
  const deadly = disease('deadly', {}, { danger: 'deadly' });
  const minor = disease('minor', {}, { danger: 'minor' });

  it.each([
    [0, 0.002],
    [4, 0.01],
    [5, 0.03],
    [7, 0.1],
    [20, 0.35],
  ])('by NEWS2 of %d is %d', (points, chance) => {
    expect(riskOfNews2(points)).toBe(chance);
  });

  it('is that of the diseases, by how probable each is', () => {
    const { probability, parts } = deteriorationRisk(
      differential([
        [deadly, 0.5],
        [minor, 0.5],
      ]),
      undefined,
    );
    expect(probability).toBeCloseTo(0.5 * 0.15 + 0.5 * 0.0005, 9);
    expect(parts).toEqual([expect.objectContaining({ value: 'deadly' })]);
  });

  it('joins physiology and diseases as if each could bring it', () => {
    const { probability, parts } = deteriorationRisk(differential([[minor, 1]]), 7);
    expect(probability).toBeCloseTo(1 - (1 - 0.0005) * (1 - 0.1), 9);
    expect(parts.map(({ feature }) => feature)).toContain('news2');
  });

  it('lies in 0..1, and never falls with more points', () => {
    const points = fc.nat(20);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(points, points, share, (one, other, p) => {
        const told = differential([
          [deadly, p],
          [minor, 1 - p],
        ]);
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const risk = deteriorationRisk(told, low).probability;
        expect(risk).toBeGreaterThanOrEqual(0);
        expect(risk).toBeLessThanOrEqual(deteriorationRisk(told, high).probability);
        expect(deteriorationRisk(told, high).probability).toBeLessThanOrEqual(1);
      }),
    );
  });
});
