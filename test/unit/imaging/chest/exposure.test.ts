import { describe, expect, it } from 'vitest';
import { exposureIssues, type GreyStatistics } from '../../../../src/imaging/chest/exposure.js';

const USUAL: GreyStatistics = {
  mean: 130,
  deviation: 55,
  darkFraction: 0.02,
  brightFraction: 0.01,
};
const of = (change: Partial<GreyStatistics>) =>
  exposureIssues({ ...USUAL, ...change }).map(({ issue, severe }) =>
    severe ? `${issue}!` : issue,
  );

describe('exposureIssues', () => {
  it('lets usual films pass, and those at the ends of what was seen', () => {
    expect(of({})).toEqual([]);
    expect(of({ mean: 220, deviation: 34 })).toEqual([]);
    expect(of({ mean: 53, deviation: 60, darkFraction: 0.45 })).toEqual([]);
    expect(of({ brightFraction: 0.15 })).toEqual([]);
  });

  it('grades what is black, white and grey all over', () => {
    expect(of({ darkFraction: 0.5 })).toEqual(['overexposed']);
    expect(of({ darkFraction: 0.7 })).toEqual(['overexposed!']);
    expect(of({ mean: 20 })).toEqual(['overexposed!']);
    expect(of({ brightFraction: 0.2 })).toEqual(['underexposed']);
    expect(of({ brightFraction: 0.5 })).toEqual(['underexposed!']);
    expect(of({ mean: 245 })).toEqual(['underexposed!']);
    expect(of({ deviation: 20 })).toEqual(['low_contrast']);
    expect(of({ deviation: 0 })).toEqual(['low_contrast!']);
  });

  it('names each issue once, the severe reason first', () => {
    const mask = { rows: 1, columns: 2, cells: Uint8Array.from([1, 0]) };
    const heart = { ...mask, cells: Uint8Array.from([0, 1]) };
    const plane = { rows: 1, columns: 2, values: Float32Array.from([0, 100]) };
    const greys = { ...USUAL, darkFraction: 0.55 };
    expect(exposureIssues(greys, { lungs: mask, heart, plane })).toEqual([
      { issue: 'overexposed', reason: 'much of the lungs is black', severe: true },
    ]);
  });

  it('says nothing of a heart or lungs that are empty', () => {
    const empty = { rows: 1, columns: 2, cells: new Uint8Array(2) };
    const plane = { rows: 1, columns: 2, values: new Float32Array(2) };
    expect(exposureIssues(USUAL, { lungs: empty, heart: empty, plane })).toEqual([]);
  });
});
