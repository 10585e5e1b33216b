import { describe, expect, it } from 'vitest';
import { type Gate, holds, inUnit } from '../../../src/medications/gate.js';
import type { Patient } from '../../../src/medications/patient.js';
import type { TakenIngredient } from '../../../src/medications/taken-ingredient.js';
import { line, patient } from '../../support/medication-case.js';

const simvastatin = line('simvastatin', 0);
const mg = (value: number, perDay: number): TakenIngredient => ({
  ...simvastatin,
  dose: { value, unit: 'mg' },
  frequency: { perDay },
});

const truth = (gate: Gate, who: Patient = patient({}), taken: readonly TakenIngredient[] = []) =>
  holds(gate, { patient: who, taken, matches: (selector, name) => selector === name });

const EGFR: Gate = { fact: 'egfr', below: 30, unit: 'mL/min/{1.73_m2}' };

describe('a circumstance', () => {
  it('takes in its lower bound and leaves out its upper one', () => {
    expect(truth(EGFR, patient({ egfr: 29.9 }))).toBe(true);
    expect(truth(EGFR, patient({ egfr: 30 }))).toBe(false);
    const from: Gate = { fact: 'qtc', from: 500, unit: 'ms' };
    expect(truth(from, patient({ qtc: 500 }))).toBe(true);
    expect(truth(from, patient({ qtc: 499 }))).toBe(false);
  });

  it('is unknown, and neither true nor false, where a value is missing', () => {
    expect(truth(EGFR)).toBeUndefined();
    expect(truth({ not: EGFR })).toBeUndefined();
    expect(truth({ sex: 'F' })).toBeUndefined();
    expect(truth({ flag: 'pregnant' })).toBeUndefined();
    expect(truth({ condition: ['asthma'] })).toBeUndefined();
  });

  it('knows numbers that stand beside the chart', () => {
    const crcl: Gate = { fact: 'crcl', below: 30, unit: 'mL/min' };
    expect(truth(crcl, patient({}, { crclMlPerMin: 20 }))).toBe(true);
    const liver: Gate = { fact: 'hepatic_class', from: 3, unit: '1' };
    expect(truth(liver, patient({}, { hepaticClass: 'C' }))).toBe(true);
    expect(truth(liver, patient({}, { hepaticClass: 'B' }))).toBe(false);
    expect(truth(liver)).toBeUndefined();
  });

  it('joins others in three values', () => {
    const old: Gate = { fact: 'age', from: 65, unit: 'a' };
    const who = patient({ age: 70 });
    expect(truth({ all: [old, EGFR] }, who)).toBeUndefined();
    expect(truth({ any: [old, EGFR] }, who)).toBe(true);
    expect(truth({ all: [{ not: old }, EGFR] }, who)).toBe(false);
    expect(truth({ any: [{ not: old }, EGFR] }, who)).toBeUndefined();
  });

  it('adds up the daily amount over all lines, in the unit of the rule', () => {
    const gate: Gate = { daily_dose: 'simvastatin', from: 20.5 };
    expect(truth(gate, patient({}), [mg(20, 1)])).toBe(false);
    expect(truth(gate, patient({}), [mg(20, 1), mg(10, 1)])).toBe(true);
    expect(truth(gate, patient({}), [simvastatin])).toBeUndefined();
    expect(truth(gate, patient({}), [])).toBe(false);
    const unclear = { ...mg(80, 1), frequency: { perDay: 1, unclear: true } };
    expect(truth(gate, patient({}), [unclear])).toBeUndefined();
  });

  it('looks for other drugs and for conditions that were named', () => {
    expect(truth({ also: ['simvastatin'] }, patient({}), [simvastatin])).toBe(true);
    expect(truth({ also: ['warfarin'] }, patient({}), [simvastatin])).toBe(false);
    const asthma = patient({}, { conditions: ['asthma'] });
    expect(truth({ condition: ['copd', 'asthma'] }, asthma)).toBe(true);
  });
});

describe('units of mass', () => {
  it('are turned into one another, and others are left alone', () => {
    expect(inUnit(250, 'ug', 'mg')).toBe(0.25);
    expect(inUnit(1, 'g', 'mg')).toBe(1000);
    expect(inUnit(5, '[iU]', '[iU]')).toBe(5);
    expect(inUnit(5, '{tablet}', 'mg')).toBeUndefined();
  });
});
