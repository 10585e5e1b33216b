import { describe, expect, it } from 'vitest';
import {
  formatPeriod,
  formatTime,
  millisecondsOf,
} from '../../../src/console/pages/patients/fhir-time.js';
import {
  ageAt,
  ageOf,
  deathOf,
  identifiersOf,
  namesOf,
} from '../../../src/console/pages/patients/person.js';

const at = (day: string) => new Date(`${day}T12:00:00`).getTime();

describe('the name of a patient', () => {
  it('is the official one, and others are told as others', () => {
    const names = namesOf({
      name: [
        { use: 'maiden', family: 'Before' },
        { use: 'nickname', text: 'Annie' },
        { use: 'official', prefix: ['Dr.'], given: ['Anna', 'Maria'], family: 'Invented' },
        { use: 'usual', text: 'Anna Invented' },
      ],
    });
    expect(names.main).toBe('Dr. Anna Maria Invented');
    expect(names.others).toEqual(['Anna Invented', 'Annie', 'Before']);
  });

  it('is empty where there is none, and markup stays text', () => {
    expect(namesOf({})).toEqual({ main: '', others: [] });
    expect(namesOf({ name: [{ use: 'official' }] }).main).toBe('');
    expect(namesOf({ name: [{ family: '<b>x</b>' }] }).main).toBe('<b>x</b>');
  });
});

describe('an age', () => {
  it.each([
    ['2026-11-20', '2026-11-23', 3, 'days'],
    ['2026-10-26', '2026-11-23', 4, 'weeks'],
    ['2026-08-24', '2026-11-23', 13, 'weeks'],
    ['2026-08-23', '2026-11-23', 3, 'months'],
    ['2024-11-24', '2026-11-23', 23, 'months'],
    ['2024-11-23', '2026-11-23', 2, 'years'],
    ['1959-11-24', '2026-11-23', 66, 'years'],
    ['1959-11-23', '2026-11-23', 67, 'years'],
    ['2000-02-29', '2026-02-28', 25, 'years'],
    ['2000-02-29', '2026-03-01', 26, 'years'],
  ] as const)('of one born %s is on %s %d %s', (born, day, value, unit) => {
    expect(ageAt(born, at(day))).toEqual({ value, unit, approximate: false });
  });

  it('is about a year where the day of birth is not known', () => {
    expect(ageAt('1980', at('2026-11-23'))).toEqual({
      value: 46,
      unit: 'years',
      approximate: true,
    });
    expect(ageAt('1980-06', at('2026-05-01'))?.value).toBe(45);
  });

  it('is not given for a birth date that is missing, no date, or still to come', () => {
    expect(ageAt(undefined, at('2026-11-23'))).toBeUndefined();
    expect(ageAt('yesterday', at('2026-11-23'))).toBeUndefined();
    expect(ageAt('2026-11-24', at('2026-11-23'))).toBeUndefined();
  });

  it('ends with the life, and is not known where only the death is', () => {
    const patient = { resourceType: 'Patient', birthDate: '1940-01-01' } as const;
    const died = { ...patient, deceasedDateTime: '2020-06-01' };
    expect(ageOf(died, at('2026-11-23'))?.value).toBe(80);
    expect(deathOf(died)).toEqual({ deceased: true, at: '2020-06-01' });
    expect(ageOf({ ...patient, deceasedBoolean: true }, at('2026-11-23'))).toBeUndefined();
    expect(deathOf({ deceasedBoolean: false })).toEqual({ deceased: false });
  });
});

describe('identifiers', () => {
  it('begin with that of the medical record and leave out old ones', () => {
    const identifiers = identifiersOf({
      identifier: [
        { system: 'urn:a', value: '1' },
        { use: 'old', system: 'urn:b', value: '2' },
        { type: { coding: [{ code: 'MR' }], text: 'Medical record' }, value: '3' },
        { system: 'urn:none' },
      ],
    });
    expect(identifiers).toEqual([
      { kind: 'Medical record', value: '3' },
      { kind: 'urn:a', value: '1' },
    ]);
  });
});

describe('times', () => {
  const berlin = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
  it.each([
    ['1992', '1992'],
    ['1992-02', 'Feb 1992'],
    ['1992-02-14', '14 Feb 1992'],
    ['1992-02-14T10:10:39+00:00', '14 Feb 1992, 11:10 CET'],
    ['1992-07-14T23:30:00Z', '15 Jul 1992, 01:30 CEST'],
    ['soon', 'soon'],
  ])('%s are written as %s', (time, text) => {
    expect(formatTime(time, berlin)).toBe(text);
  });

  it('of a period are one where they are the same, and open where the end is not stated', () => {
    expect(formatPeriod({ start: '1992', end: '1992' }, berlin)).toBe('1992');
    expect(formatPeriod({ start: '1992', end: '1993' }, berlin)).toBe('1992 – 1993');
    expect(formatPeriod({ start: '1992' }, berlin)).toBe('1992 –');
  });

  it('without a zone begin at midnight here', () => {
    expect(millisecondsOf('2026-03-01')).toBe(new Date(2026, 2, 1).getTime());
    expect(millisecondsOf('2026')).toBe(new Date(2026, 0, 1).getTime());
    expect(millisecondsOf(undefined)).toBeUndefined();
  });
});
