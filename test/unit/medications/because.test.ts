import { describe, expect, it } from 'vitest';
import { because } from '../../../src/medications/because.js';
import type { Gate } from '../../../src/medications/gate.js';
import type { TakenIngredient } from '../../../src/medications/taken-ingredient.js';
import { patient, taken } from '../../support/medication-case.js';

const said = (gate: Gate, who = patient(), list: readonly TakenIngredient[] = []) =>
  because(gate, { patient: who, taken: list, matches: (selector, name) => selector === name });

const KIDNEY: Gate = { fact: 'egfr', below: 30, unit: 'mL/min/{1.73_m2}' };
const OLD: Gate = { fact: 'age', from: 65, unit: 'a' };

describe('why a circumstance holds', () => {
  it('is given with the number and the bound', () => {
    expect(said(KIDNEY, patient({ egfr: 24.123456 }))).toEqual([
      'eGFR 24.12 mL/min/1.73 m² is below 30',
    ]);
    const between: Gate = { fact: 'heart_rate', from: 40, below: 55, unit: '/min' };
    expect(said(between, patient({ heart_rate: 50 }))).toEqual([
      'heart rate 50 /min is at or above 40 and below 55',
    ]);
  });

  it('is nothing where it does not hold or is not known', () => {
    expect(said(KIDNEY, patient({ egfr: 90 }))).toEqual([]);
    expect(said(KIDNEY)).toEqual([]);
    expect(said({ all: [KIDNEY, OLD] }, patient({ egfr: 20 }))).toEqual([]);
  });

  it('names all parts that hold and no other', () => {
    const either: Gate = { any: [KIDNEY, OLD, { condition: ['heart-failure', 'copd'] }] };
    expect(said(either, patient({ age: 70, egfr: 80 }, { conditions: ['heart-failure'] }))).toEqual(
      ['age 70 years is at or above 65', 'heart failure is among the conditions'],
    );
    expect(said({ all: [OLD, { sex: 'F' }] }, patient({ age: 70, sex: 'F' }))).toEqual([
      'age 70 years is at or above 65',
      'the patient is female',
    ]);
  });

  it('names what is taken as well, and is silent about what is not there', () => {
    const list = [taken('furosemide'), taken('digoxin')];
    expect(said({ also: ['digoxin', 'sotalol'] }, patient(), list)).toEqual([
      'digoxin is taken as well',
    ]);
    expect(said({ not: { also: ['sotalol'] } }, patient(), list)).toEqual([]);
  });

  it('names the dose and the pregnancy', () => {
    const dose = { value: 40, unit: 'mg' };
    const list = [taken('simvastatin', { dose, frequency: { perDay: 1 } })];
    expect(said({ daily_dose: 'simvastatin', from: 20 }, patient(), list)).toEqual([
      'simvastatin a day is at or above 20 mg',
    ]);
    expect(said({ flag: 'pregnant' }, patient({}, { pregnant: true }))).toEqual([
      'the patient is pregnant',
    ]);
  });
});
