import { describe, expect, it } from 'vitest';
import { unknownFields, unknownFieldWarning } from '../../../src/medications/unknown-fields.js';

const KNOWN = ['age', 'egfr', 'weight_kg', 'gestational_weeks'];
const namesOf = (...sent: string[]) => unknownFields(sent, KNOWN).map(({ name }) => name);

describe('fields that are not known', () => {
  it('are those that were sent and are not in the list', () => {
    expect(namesOf('age', 'mood', 'egfr')).toEqual(['mood']);
    expect(namesOf()).toEqual([]);
  });

  it.each([
    ['eGFR', 'egfr'],
    ['egfr_ml_min', 'egfr'],
    ['weight', 'weight_kg'],
    ['gestational', 'gestational_weeks'],
  ])('%s may mean %s', (sent, meant) => {
    expect(unknownFields([sent], KNOWN)).toEqual([{ name: sent, meant }]);
    expect(unknownFieldWarning({ name: sent, meant })).toBe(
      `patient.${sent} is not a known field and was not used; patient.${meant} may be meant.`,
    );
  });

  it.each(['', 'a', 'mood', '__proto__', '年齢'])('%j means none of the known ones', (sent) => {
    expect(unknownFields([sent], KNOWN)).toEqual([{ name: sent }]);
  });

  it('are repeated in part where they are many or long', () => {
    const many = Array.from({ length: 500 }, (_, n) => `x${n}`);
    expect(namesOf(...many)).toHaveLength(20);
    const [long = ''] = namesOf('z'.repeat(10_000));
    expect(long.length).toBeLessThan(80);
  });
});
