import { describe, expect, it } from 'vitest';
import {
  cardiothoracicLimit,
  normalView,
} from '../../../../src/imaging/chest/cardiothoracic-limit.js';

const limit = (age: number | undefined, view: string | undefined) =>
  cardiothoracicLimit(age, view).limit;

describe('cardiothoracicLimit', () => {
  it('falls with age to that of adults', () => {
    expect([0, 0.9, 1, 5, 6, 15, 16, 130].map((age) => limit(age, 'PA'))).toEqual([
      0.6, 0.6, 0.55, 0.55, 0.5, 0.5, 0.5, 0.5,
    ]);
  });

  it('is higher on an AP film, and never lower than for the age', () => {
    expect([0, 3, 10, 40, undefined].map((age) => limit(age, 'AP'))).toEqual([
      0.6, 0.55, 0.55, 0.55, 0.55,
    ]);
    expect(limit(40, ' ap ')).toBe(0.55);
    expect(cardiothoracicLimit(40, 'AP').source).toContain('30143921');
  });

  it('lies halfway between PA and AP where the view is not stated', () => {
    expect(limit(40, undefined)).toBeCloseTo(0.525, 9);
    expect(limit(3, undefined)).toBeCloseTo(0.55, 9);
    expect(limit(0, undefined)).toBe(0.6);
    expect(limit(40, 'LL')).toBeCloseTo(0.525, 9);
  });

  it('says what it had to assume', () => {
    expect(cardiothoracicLimit(40, 'PA').caveats).toEqual([]);
    expect(cardiothoracicLimit(40, 'PA').source).toContain('Danzer');
    expect(cardiothoracicLimit(undefined, 'PA').caveats.join()).toContain('age is not known');
    expect(cardiothoracicLimit(40, undefined).caveats.join()).toContain('view is not stated');
    expect(cardiothoracicLimit(40, '').caveats.join()).toContain('view is not stated');
    expect(cardiothoracicLimit(0, 'PA').caveats.join()).toContain('newborns');
    expect(cardiothoracicLimit(10, 'PA').caveats.join()).toContain('children');
    expect(cardiothoracicLimit(0, 'AP').caveats).toHaveLength(2);
  });

  it('throws for no age at all', () => {
    for (const age of [-1, Number.NaN, -Infinity]) {
      expect(() => cardiothoracicLimit(age, 'PA')).toThrow(RangeError);
    }
  });

  it('reads views as DICOM writes them', () => {
    expect([normalView('pa '), normalView('  '), normalView(undefined)]).toEqual([
      'PA',
      undefined,
      undefined,
    ]);
  });
});
