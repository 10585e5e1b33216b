import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalUnit,
  inUnitOf,
  otherUnits,
  ucumUnit,
  unitThatFits,
} from '../../../../src/patient-record/chart/units.js';
import { VARIABLES, variable } from '../../../../src/patient-record/chart/variables/catalogue.js';

describe('ucumUnit', () => {
  it.each([
    ['mmHg', 'mm[Hg]'],
    ['°F', '[degF]'],
    ['bpm', '/min'],
    ['µmol/L', 'umol/L'],
    ['μmol/l', 'umol/L'],
    ['MG/DL', 'mg/dL'],
    ['mL/min/1.73 m²', 'mL/min/{1.73_m2}'],
    ['K/uL', '10*3/uL'],
    [' mg / dL ', 'mg/dL'],
    ['×10^9/L', '10*9/L'],
    ['mL/24 h', 'mL/d'],
    ['cc', 'mL'],
    ['mg/L FEU', 'mg/L{FEU}'],
    ['nonsense', 'nonsense'],
  ])('takes %s for %s', (written, ucum) => expect(ucumUnit(written)).toBe(ucum));
});

describe('inUnitOf', () => {
  // Factors of the laboratory: creatinine 88.4, glucose 18.016, cholesterol 38.67, bilirubin 17.1,
  // urea nitrogen 2.8, calcium 4.008, albumin 10, urate 59.48.
  it.each([
    ['creatinine', 88.4, 'umol/L', 1.0],
    ['glucose', 5.55, 'mmol/L', 100],
    ['total_cholesterol', 5.17, 'mmol/L', 199.9],
    ['bilirubin', 17.1, 'umol/L', 1.0],
    ['bun', 7.14, 'mmol/L', 20.0],
    ['calcium', 2.5, 'mmol/L', 10.02],
    ['albumin', 35, 'g/L', 3.5],
    ['triglycerides', 1.7, 'mmol/L', 150.5],
    ['uric_acid', 400, 'umol/L', 6.72],
    ['temperature', 98.6, '[degF]', 37],
    ['temperature', 310.15, 'K', 37],
    ['weight', 154.324, '[lb_av]', 70],
    ['height', 70, '[in_i]', 177.8],
    ['pao2', 10, 'kPa', 75.01],
    ['sodium', 140, 'mEq/L', 140],
    ['d_dimer', 2.5, 'mg/L FEU', 2500],
    ['urine_output', 0.5, 'L/day', 500],
    ['platelets', 150_000, '/uL', 150],
    ['wbc', 7.5, '10*9/L', 7.5],
    ['fio2', 0.4, '1', 40],
    ['hba1c', 53, 'mmol/mol', 7.0],
    ['troponin_i', 0.04, 'ng/mL', 40],
    ['urine_acr', 3, 'mg/mmol', 26.52],
    ['lactate', 18.02, 'mg/dL', 2.0],
    ['hemoglobin', 120, 'g/L', 12],
    ['d_dimer', 0.5, 'ug/mL{FEU}', 500],
  ] as const)('%s: %d %s', (name, value, unit, expected) => {
    const read = inUnitOf(variable(name), value, unit);
    expect(read).toBeDefined();
    expect(Math.abs(read! - expected)).toBeLessThan(0.005 * expected);
  });

  it.each([
    ['creatinine', 'mmHg'],
    ['creatinine', 'IU'],
    ['temperature', 'mg/dL'],
    ['bilirubin', 'meq/L'],
    ['weight', 'cm'],
    ['heart_rate', 'no such unit'],
    ['heart_rate', ''],
    ['sodium', '__proto__'],
  ] as const)('does not take %s in %s', (name, unit) => {
    expect(inUnitOf(variable(name), 1, unit)).toBeUndefined();
  });

  it('never throws and never invents, whatever the unit says', () => {
    const quantities = VARIABLES.filter((one) => one.kind === 'quantity');
    fc.assert(
      fc.property(
        fc.constantFrom(...quantities),
        fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
        fc.oneof(
          fc.string({ maxLength: 40 }),
          fc.constantFrom('mg', '1', '%', 'g/L', '10*3', '{x}'),
        ),
        (measured, value, unit) => {
          const read = inUnitOf(measured, value, unit);
          expect(read === undefined || typeof read === 'number').toBe(true);
        },
      ),
    );
  });

  it('is exact in the unit of the variable itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(inUnitOf(variable('creatinine'), value, 'mg/dL')).toBe(value);
      }),
    );
  });
});

describe('unitThatFits', () => {
  it.each([
    ['creatinine', 106, 'umol/L'],
    ['glucose', 5.6, 'mmol/L'],
    ['temperature', 98.6, '[degF]'],
    ['troponin_i', 0.04, 'ug/L'],
    ['platelets', 150_000, '/uL'],
    ['fio2', 0.4, '1'],
    ['hemoglobin', 130, 'g/L'],
  ] as const)('%s %d was probably meant in %s', (name, value, unit) => {
    expect(unitThatFits(variable(name), value)).toBe(unit);
  });

  it('says nothing where no unit makes sense of the number', () => {
    expect(unitThatFits(variable('heart_rate'), 5_000)).toBeUndefined();
    expect(unitThatFits(variable('creatinine'), -3)).toBeUndefined();
  });
});

describe('otherUnits', () => {
  it.each([
    ['creatinine', ['umol/L', 'mmol/L']],
    ['glucose', ['mmol/L']],
    ['temperature', ['[degF]']],
    ['weight', ['[lb_av]']],
    ['heart_rate', []],
  ] as const)('of %s are %j', (name, units) => {
    expect(otherUnits(variable(name))).toEqual(expect.arrayContaining([...units]));
    if (units.length === 0) expect(otherUnits(variable(name))).toEqual([]);
  });

  it('can all be converted', () => {
    for (const one of VARIABLES) {
      if (one.kind !== 'quantity') continue;
      for (const unit of otherUnits(one)) expect(inUnitOf(one, 1, unit), unit).toBeDefined();
    }
  });
});

describe('canonicalUnit', () => {
  const canonical = (value: number, code: string) => {
    const unit = canonicalUnit(code);
    return unit && { value: unit.of(value), unit: unit.unit };
  };

  it.each([
    [90, 'mg/dL', 0.9, 'g/L'],
    [1, 'g/dL', 10, 'g/L'],
    [120, 'mm[Hg]', 15.998_64, 'kPa'],
    [98.6, '[degF]', 37, 'Cel'],
    [5, '10*3/uL', 5, '10*9/L'],
    [60, '/min', 1, 'Hz'],
    [5, '%', 0.05, '1'],
    [2.5, 'u[iU]/mL', 2.5, 'm[iU]/L'],
    [3, 'mmol/L', 3000, 'umol/L'],
    [90, 'mL/min/{1.73_m2}', 0.09, 'L/min'],
  ])('%d %s is %d %s', (value, code, other, otherCode) => {
    expect(canonical(value, code)).toEqual(canonical(other, otherCode));
  });

  it.each([
    ['mmol/L', '10*3/uL'],
    ['mmol/L', 'meq/L'],
    ['mosm/kg', 'mmol/kg'],
    ['[iU]/L', '/L'],
    ['[pH]', '1'],
  ])('%s is never compared with %s', (one, other) => {
    expect(canonicalUnit(one)?.unit).not.toBe(canonicalUnit(other)?.unit);
  });

  it('knows no unit that is none', () => {
    expect(canonicalUnit('tablets')).toBeUndefined();
    expect(canonicalUnit('MG/DL')).toBeUndefined();
    expect(canonicalUnit('m'.repeat(1000))).toBeUndefined();
  });
});
