import { describe, expect, it } from 'vitest';
import { patientContext } from '../../../../../src/operations/pacs/worklist/patient-context.js';

const header = (birthDate?: string, date?: string, sex?: string) => ({
  patient: { ...(birthDate && { birthDate }), ...(sex && { sex }) },
  study: { ...(date && { date }) },
  series: {},
});

describe('the patient of an image', () => {
  it.each([
    ['19600601', '20260601', 66],
    ['19600602', '20260601', 65],
    ['19600501', '20260601', 66],
    ['20260601', '20260601', 0],
  ])('who was born on %s is on %s %i years old', (birth, date, age) => {
    expect(patientContext(header(birth, date))).toEqual({ age });
  });

  it.each([
    ['no date of birth', undefined, '20260601'],
    ['no date of the study', '19600601', undefined],
    ['a date of another form', '1960.06.01', '20260601'],
    ['a birth after the study', '20270101', '20260601'],
    ['an age that nobody reaches', '17000101', '20260601'],
  ])('has no age with %s', (_, birth, date) => {
    expect(patientContext(header(birth, date))).toEqual({});
  });

  it.each([
    ['F', { gender: 'F' }],
    ['O', { gender: 'O' }],
    ['unknown', {}],
  ])('has the sex %s', (sex, expected) => {
    expect(patientContext(header(undefined, undefined, sex))).toEqual(expected);
  });
});
