import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readValue, type SentValue } from '../../../../src/patient-record/chart/read-value.js';
import { VARIABLES, variable } from '../../../../src/patient-record/chart/variables/catalogue.js';

const issue = (name: Parameters<typeof variable>[0], sent: SentValue) => {
  const read = readValue(variable(name), sent);
  return read.ok ? undefined : read.issue;
};
const value = (name: Parameters<typeof variable>[0], sent: SentValue) => {
  const read = readValue(variable(name), sent);
  return read.ok ? read.value : undefined;
};

describe('a number', () => {
  it('is read in the unit of its variable, and echoed as it was sent', () => {
    expect(readValue(variable('creatinine'), 1.2)).toEqual({
      ok: true,
      value: 1.2,
      given: { value: 1.2 },
    });
    expect(readValue(variable('temperature'), { value: 101.3, unit: '°F' })).toEqual({
      ok: true,
      value: 38.5,
      given: { value: 101.3, unit: '°F' },
    });
  });

  it('beyond what a living patient can have is refused with the range', () => {
    expect(issue('heart_rate', 500)).toBe('must be 1 to 400 /min');
    expect(issue('heart_rate', -5)).toBe('must be 1 to 400 /min');
    expect(issue('temperature', 60)).toBe('must be 20 to 45 °C');
  });

  it('that was meant in another unit is refused with a hint at it', () => {
    expect(issue('creatinine', 106)).toMatch(/if it is in umol\/L, send \{value, unit\}/);
    expect(issue('creatinine', { value: 1.2, unit: 'umol/L' })).toBe(
      'is 0.0135744 mg/dL, which must be 0.1 to 40 mg/dL; is it in mg/dL?',
    );
    expect(issue('temperature', 98.6)).toMatch(/\[degF\]/);
    expect(issue('troponin_i', 0.04)).toMatch(/ug\/L/);
  });

  it('with a unit that does not measure it is refused with one that does', () => {
    expect(issue('creatinine', { value: 1, unit: 'mmHg' })).toMatch(/use mg\/dL/);
  });

  it('that is none is refused', () => {
    expect(issue('heart_rate', Number.NaN)).toBe('must be a finite number');
    expect(issue('heart_rate', Number.POSITIVE_INFINITY)).toBe('must be a finite number');
    expect(issue('heart_rate', '88')).toMatch(/must be a number in \/min/);
    expect(issue('heart_rate', true)).toMatch(/must be a number/);
  });

  it('up to 1 is a fraction where it can be nothing else', () => {
    expect(readValue(variable('fio2'), 0.6)).toEqual({
      ok: true,
      value: 60,
      given: { value: 0.6 },
    });
    expect(value('fio2', 1)).toBe(100);
    expect(value('fio2', { value: 60, unit: '%' })).toBe(60);
    expect(issue('fio2', 0.1)).toMatch(/21 to 100/);
    expect(issue('hematocrit', 0.29)).toMatch(/if it is a fraction, send/);
  });

  it('of points is whole', () => {
    expect(value('gcs', 14)).toBe(14);
    expect(issue('gcs', 14.5)).toBe('must be a whole number');
  });
});

describe('a yes or no', () => {
  it('is true, false, or the word for it', () => {
    expect([true, false, 'yes', 'NO'].map((sent) => value('diabetes', sent))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    for (const sent of [1, 0, 'maybe', '', { value: 1 }]) {
      expect(issue('diabetes', sent)).toBe('must be true or false');
    }
  });
});

describe('a choice', () => {
  it('is a code, a spelling of it, or what it stands for', () => {
    expect(value('consciousness', 'V')).toBe('V');
    expect(value('consciousness', 'new confusion')).toBe('C');
    expect(value('consciousness', 'Unresponsive')).toBe('U');
    expect(value('sex', 'Female')).toBe('F');
    expect(issue('sex', 'X')).toBe('must be one of M, F');
    expect(issue('sex', 'constructor')).toBe('must be one of M, F');
    expect(issue('sex', '')).toBe('must be one of M, F');
  });

  it('of numbered classes is the number in Roman figures too', () => {
    const asa = {
      kind: 'choice',
      options: { '1': 'healthy', '3': 'severe', '6': 'dead' },
    } as const;
    expect(readValue(asa, 'III')).toMatchObject({ ok: true, value: '3' });
    expect(readValue(asa, 'vi')).toMatchObject({ ok: true, value: '6' });
    expect(readValue(asa, 3)).toMatchObject({ ok: true, value: '3' });
    expect(readValue(asa, 'IV')).toMatchObject({ ok: false });
    expect(issue('sex', 'I')).toBe('must be one of M, F');
  });
});

describe('a day', () => {
  const day = { kind: 'date' } as const;
  it('is one of the calendar', () => {
    expect(readValue(day, '2024-02-29')).toMatchObject({ ok: true, value: '2024-02-29' });
    for (const sent of ['2023-02-29', '2024-13-01', '24-01-01', 'today', 20240101, '']) {
      expect(readValue(day, sent)).toMatchObject({ ok: false });
    }
  });
});

it('reads or refuses, and never throws, whatever is sent', () => {
  const anything = fc.oneof(
    fc.double(),
    fc.string({ maxLength: 60 }),
    fc.boolean(),
    fc.record({ value: fc.double(), unit: fc.string({ maxLength: 20 }) }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...VARIABLES), anything, (one, sent) => {
      const read = readValue(one, sent);
      if (!read.ok) {
        expect(read.issue).toMatch(/^(must|is|has) /);
      } else if (one.kind === 'quantity') {
        expect(read.value).toBeGreaterThanOrEqual(one.min);
        expect(read.value).toBeLessThanOrEqual(one.max);
      }
    }),
  );
});
