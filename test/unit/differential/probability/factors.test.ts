import { describe, expect, it } from 'vitest';
import type { CourseLength, DiseaseFacts } from '../../../../src/differential/knowledge/schema.js';
import {
  courseRatios,
  courseWeight,
  needFactor,
  needsOf,
} from '../../../../src/differential/probability/factors.js';
import { evidence } from '../toy-patient.js';
import { disease, numbers, tree } from './toy.js';

const weightOf = (one: DiseaseFacts, lengths: readonly CourseLength[]) =>
  courseWeight(courseRatios(one), lengths);

describe('how long it has lasted', () => {
  const quick = disease('quick', {}, { course: { hours: 0.9, days: 0.1, weeks: 0, months: 0 } });

  it('speaks for what usually lasts so long, and against what does not', () => {
    expect(weightOf(quick, ['hours'])).toBeCloseTo(Math.log(0.93 / 0.28), 6);
    expect(weightOf(quick, ['months'])).toBeCloseTo(Math.log(0.03 / 0.23), 6);
  });

  it('is the mean of several lengths', () => {
    const mean = (0.93 / 0.28 + 0.03 / 0.23) / 2;
    expect(weightOf(quick, ['hours', 'months'])).toBeCloseTo(Math.log(mean), 6);
  });

  it('says nothing where nobody knows', () => {
    expect(weightOf(quick, [])).toBe(0);
    expect(weightOf(disease('any', {}), ['hours'])).toBe(0);
  });

  it('does not depend on what the shares add up to', () => {
    const double = disease('two', {}, { course: { hours: 1, days: 0.4, weeks: 0.4, months: 0.2 } });
    const half = disease(
      'half',
      {},
      { course: { hours: 0.5, days: 0.2, weeks: 0.2, months: 0.1 } },
    );
    expect(weightOf(double, ['days'])).toBeCloseTo(weightOf(half, ['days']), 12);
  });
});

describe('what a disease needs', () => {
  const ectopic = disease('ectopic', {}, { needs: [['pregnant', 'fever'], ['pain']] });
  const factor = (more: Parameters<typeof evidence>[0]) =>
    needFactor(needsOf(ectopic, tree), evidence(more), 0.1);

  it('is one of each row', () => {
    expect(factor({ present: numbers('pregnant', 'pain') })).toBe(1);
    expect(factor({ present: numbers('fever', 'pain') })).toBe(1);
  });

  it('makes it unlikely, row by row, where nothing is said', () => {
    expect(factor({ present: numbers('pain') })).toBeCloseTo(0.1, 12);
    expect(factor({})).toBeCloseTo(0.01, 12);
  });

  it('makes it impossible where all of a row are absent', () => {
    expect(factor({ absent: numbers('pregnant') })).toBeCloseTo(0.01, 12);
    expect(factor({ absent: numbers('pregnant', 'fever') })).toBe(0);
  });

  it('and what it never has shuts it out', () => {
    const never = needsOf(disease('never', {}, { never: ['rash'] }), tree);
    expect(needFactor(never, evidence({ present: numbers('rash') }), 0.1)).toBe(0);
    expect(needFactor(never, evidence({ absent: numbers('rash') }), 0.1)).toBe(1);
  });

  it('is nothing for most', () => {
    expect(needsOf(disease('any', {}), tree)).toBeUndefined();
    expect(needFactor(undefined, evidence(), 0.1)).toBe(1);
  });
});
