import { describe, expect, it } from 'vitest';
import {
  certainPoints,
  type EarlyWarningScore,
  firedScores,
} from '../../../../src/differential/urgency/early-warning.js';

const score = (id: string, more: Partial<EarlyWarningScore>): EarlyWarningScore => ({
  score: id,
  name: id.toUpperCase(),
  value: null,
  bounds: null,
  category: null,
  reference: { title: 'Its paper' },
  ...more,
});
const news2 = (more: Partial<EarlyWarningScore>) => firedScores([score('news2', more)]);

describe('early warning', () => {
  it.each([
    [4, undefined],
    [5, 'high'],
    [6, 'high'],
    [7, 'critical'],
    [20, 'critical'],
  ])('by NEWS2 of %d: %s', (value, level) => {
    expect(news2({ value })[0]?.level).toBe(level);
  });

  it('is urgent with one measurement far out', () => {
    expect(news2({ value: 3, category: 'low-medium' })[0]?.level).toBe('high');
    expect(news2({ value: 3, category: 'low' })).toEqual([]);
  });

  it('counts the least that a score can be while values are missing', () => {
    const [told] = news2({ bounds: { min: 7, max: 12 } });
    expect(told).toEqual({
      rule: 'NEWS2',
      level: 'critical',
      firedBy: ['at least 7 points'],
      source: 'Its paper',
    });
    expect(news2({ value: 7 })[0]?.firedBy).toEqual(['7 points']);
    expect(news2({ bounds: { min: 2, max: 12 } })).toEqual([]);
  });

  it('is urgent by qSOFA of 2', () => {
    expect(firedScores([score('qsofa', { value: 2 })])[0]?.level).toBe('high');
    expect(firedScores([score('qsofa', { value: 1 })])).toEqual([]);
  });

  it('is silent without scores', () => {
    expect(firedScores([])).toEqual([]);
    expect(news2({})).toEqual([]);
    expect(certainPoints([], 'news2')).toBeUndefined();
  });
});
