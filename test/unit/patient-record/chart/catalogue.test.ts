import { describe, expect, it } from 'vitest';
import { inUnitOf } from '../../../../src/patient-record/chart/units.js';
import { foldName } from '../../../../src/patient-record/chart/variable.js';
import {
  findByLoinc,
  findVariable,
  VARIABLES,
} from '../../../../src/patient-record/chart/variables/catalogue.js';

/** LOINC codes end with a check digit (modulus 10, as of a bank card). */
function hasCheckDigit(code: string): boolean {
  const [digits = '', check] = code.split('-');
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const sum = doubled
    .join('')
    .split('')
    .reduce((total, digit) => total + Number(digit), 0);
  return (10 - (sum % 10)) % 10 === Number(check);
}

describe('the catalogue of variables', () => {
  it('gives each name, synonym and LOINC code to one variable alone', () => {
    for (const variable of VARIABLES) {
      for (const name of [variable.name, ...(variable.synonyms ?? [])]) {
        expect(findVariable(name)?.name, name).toBe(variable.name);
      }
      for (const code of variable.loinc ?? []) {
        expect(findByLoinc(code)?.name, code).toBe(variable.name);
      }
    }
  });

  it('has well-formed LOINC codes', () => {
    const codes = VARIABLES.flatMap(({ loinc = [] }) => loinc);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => !/^\d{1,5}-\d$/.test(code) || !hasCheckDigit(code))).toEqual([]);
  });

  it('names every variable in snake case and states a sane range', () => {
    for (const variable of VARIABLES) {
      expect(variable.name).toBe(foldName(variable.name));
      if (variable.kind !== 'quantity') continue;
      expect(variable.min).toBeLessThan(variable.max);
      expect(variable.precision).toBeGreaterThan(0);
      expect(inUnitOf(variable, 1, variable.unit)).toBe(1);
    }
  });

  it('finds a variable whatever the case and punctuation', () => {
    expect(findVariable('SpO2')?.name).toBe('oxygen_saturation');
    expect(findVariable('  White-blood cells ')?.name).toBe('wbc');
    expect(findVariable('C-Reactive Protein')?.name).toBe('crp');
    expect(findVariable('Troponin I')?.name).toBe('troponin_i');
    expect(findVariable('')).toBeUndefined();
    expect(findVariable('constructor')).toBeUndefined();
  });
});
