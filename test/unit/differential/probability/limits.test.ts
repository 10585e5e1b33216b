import { describe, expect, it } from 'vitest';
import { isWithin } from '../../../../src/differential/probability/limits.js';

const infants = { from_age: 0.2, to_age: 3 };

describe('whether a patient is within limits', () => {
  it('is told by age and sex, both ends included', () => {
    expect(isWithin(infants, { age: 0.2 }, false)).toBe(true);
    expect(isWithin(infants, { age: 3.1 }, false)).toBe(false);
    expect(isWithin({ sex: 'F' }, { sex: 'M' }, true)).toBe(false);
  });

  it('is as asked for where age or sex are missing', () => {
    for (const unknown of [true, false]) {
      expect(isWithin(infants, {}, unknown)).toBe(unknown);
      expect(isWithin({ sex: 'F' }, {}, unknown)).toBe(unknown);
    }
  });

  it('takes an age of 0 for any in the first year where the unknown counts', () => {
    expect(isWithin(infants, { age: 0 }, true)).toBe(true);
    expect(isWithin(infants, { age: 0 }, false)).toBe(false);
    expect(isWithin({ from_age: 1 }, { age: 0 }, true)).toBe(false);
    expect(isWithin({ to_age: 0.1 }, { age: 0 }, true)).toBe(true);
  });
});
