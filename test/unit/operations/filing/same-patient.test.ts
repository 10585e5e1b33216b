import { describe, expect, it } from 'vitest';
import { otherPatient, type SentPatient } from '../../../../src/operations/filing/same-patient.js';

const NOW = Date.UTC(2026, 5, 1);
const born = (birthDate: string, more: object = {}) => ({
  resourceType: 'Patient',
  birthDate,
  ...more,
});
const fieldOf = (sent: SentPatient, patient: object) =>
  otherPatient(sent, patient as never, NOW)?.issues[0]?.field;
const aged = (age: number): SentPatient => ({ patient_data: { demographics: { age } } as never });

describe('an age that was sent', () => {
  it('is compared in years, wherever it stands', () => {
    expect(fieldOf(aged(58), born('1968-03-01'))).toBeUndefined();
    expect(fieldOf(aged(61), born('1968-03-01'))).toBe('patient_data.demographics.age');
    expect(fieldOf({ inputs: { age: 30 } }, born('1968-03-01'))).toBe('inputs.age');
    expect(fieldOf(aged(0.1), born('2021-01-01'))).toBe('patient_data.demographics.age');
  });

  it('of a child of months agrees with a birth date of a year alone', () => {
    expect(fieldOf(aged(0.5), born('2025'))).toBeUndefined();
  });

  it('is not compared where the record has none: no date, or the patient has died', () => {
    expect(fieldOf(aged(58), { resourceType: 'Patient' })).toBeUndefined();
    expect(fieldOf(aged(58), born('1900-01-01', { deceasedBoolean: true }))).toBeUndefined();
  });

  it('of none is no contradiction', () => {
    expect(fieldOf({ inputs: { heart_rate: 90 } }, born('1968-03-01'))).toBeUndefined();
    expect(fieldOf({}, born('1968-03-01'))).toBeUndefined();
  });
});
