import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TabularManifest } from '../../../../src/inference/schema.js';
import { intervalOf } from '../../../../src/scores/predictions/interval.js';

type Form = TabularManifest['interval'];
const steps: Form = {
  method: 'table',
  description: 'steps',
  logits: [-1, 0, 1],
  low: [0.1, 0.2, 0.6],
  high: [0.15, 0.4, 0.9],
};
const members = (level: number): Form => ({ method: 'members', level, description: 'members' });
const ends = (interval: Form, logit: number, probability: number, ofMembers?: number[]) => {
  const reading = { logit, probability, contributions: [] };
  const { low, high } = intervalOf(
    { interval },
    ofMembers ? { ...reading, members: ofMembers } : reading,
  );
  return [low, high];
};

describe('intervalOf', () => {
  it('takes the step that a logit has reached', () => {
    expect(ends(steps, -1, 0.12)).toEqual([0.1, 0.15]);
    expect(ends(steps, -0.001, 0.12)).toEqual([0.1, 0.15]);
    expect(ends(steps, 0, 0.3)).toEqual([0.2, 0.4]);
    expect(ends(steps, 1, 0.7)).toEqual([0.6, 0.9]);
    expect(ends(steps, 99, 0.7)).toEqual([0.6, 0.9]);
    // Below the first step the first holds.
    expect(ends(steps, -99, 0.12)).toEqual([0.1, 0.15]);
  });

  it('takes quantiles of members, linear between them', () => {
    // numpy.quantile([0, 0.1, 0.2, 0.3, 0.4], [0.1, 0.9])
    const five = [0.3, 0, 0.4, 0.1, 0.2];
    const [low, high] = ends(members(0.8), 0, 0.2, five);
    expect(low).toBeCloseTo(0.04, 12);
    expect(high).toBeCloseTo(0.36, 12);
    expect(ends(members(0.8), 0, 0.2, [0.2])).toEqual([0.2, 0.2]);
  });

  it('says how it was made and how often it holds', () => {
    const reading = { logit: 0, probability: 0.3, contributions: [], members: [0.3] };
    expect(intervalOf({ interval: steps }, reading)).not.toHaveProperty('level');
    expect(intervalOf({ interval: members(0.9) }, reading)).toMatchObject({
      level: 0.9,
      description: 'members',
    });
  });

  it('is no interval without members', () => {
    expect(() => ends(members(0.9), 0, 0.5)).toThrow(TypeError);
    expect(() => ends(members(0.9), 0, 0.5, [])).toThrow(TypeError);
  });

  it('always holds the probability', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(probability, { minLength: 1, maxLength: 50 }),
        probability,
        fc.double({ min: -20, max: 20, noNaN: true }),
        (some, point, logit) => {
          for (const [low, high] of [
            ends(members(0.9), logit, point, some),
            ends(steps, logit, point),
          ]) {
            expect(low).toBeLessThanOrEqual(point);
            expect(high).toBeGreaterThanOrEqual(point);
            expect(low).toBeGreaterThanOrEqual(0);
            expect(high).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});
