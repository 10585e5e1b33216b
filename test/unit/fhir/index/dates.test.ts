import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDateReader,
  dateRows,
  FIRST_INSTANT,
  LAST_INSTANT,
} from '../../../../src/fhir/index/dates.js';
import { emptySink } from '../../../../src/fhir/index/sink.js';

const read = createDateReader('UTC');
const iso = (text: string, zone = 'UTC') => {
  const found = createDateReader(zone)(text);
  return found && [found.low, found.high].map((at) => new Date(at).toISOString());
};

const rowsOf = (type: string, value: unknown) => {
  const into = emptySink();
  dateRows('Observation', 'date', type, read)(value, into);
  return into.dates.map(({ low, high }) => [low, high]);
};

describe('a date of FHIR', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
    ['2024-02', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-12', '2024-12-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-29T10:30Z', '2024-02-29T10:30:00.000Z', '2024-02-29T10:30:59.999Z'],
    ['2024-02-29T10:30:15+05:30', '2024-02-29T05:00:15.000Z', '2024-02-29T05:00:15.999Z'],
    ['2024-02-29T23:30:15-05:00', '2024-03-01T04:30:15.000Z', '2024-03-01T04:30:15.999Z'],
    ['2024-02-29T10:30:15.1Z', '2024-02-29T10:30:15.100Z', '2024-02-29T10:30:15.199Z'],
    ['2024-02-29T10:30:15.123456Z', '2024-02-29T10:30:15.123Z', '2024-02-29T10:30:15.123Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-01T23:59:59.999Z'],
  ])('%s', (text, low, high) => expect(iso(text)).toEqual([low, high]));

  it.each(['', '24', '2024-13', '2024-02-30', '2023-02-29', '2024-01-01T10', '2024-01-01T24:00Z'])(
    'is not %s',
    (text) => expect(read(text)).toBeUndefined(),
  );

  it('of a zone begins when the clocks there say so, also on the days when they are changed', () => {
    expect(iso('2024-07-01', 'Europe/Berlin')?.[0]).toBe('2024-06-30T22:00:00.000Z');
    expect(iso('2024-03-31', 'Europe/Berlin')).toEqual([
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T21:59:59.999Z',
    ]);
    expect(iso('2024-10-27', 'Europe/Berlin')).toEqual([
      '2024-10-26T22:00:00.000Z',
      '2024-10-27T22:59:59.999Z',
    ]);
    // An hour that is skipped is the one after it, an hour that comes twice the first.
    expect(iso('2024-03-31T02:30', 'Europe/Berlin')?.[0]).toBe('2024-03-31T01:30:00.000Z');
    expect(iso('2024-10-27T02:30', 'Europe/Berlin')?.[0]).toBe('2024-10-27T00:30:00.000Z');
    // Midnight itself is skipped.
    expect(iso('2018-11-04', 'America/Sao_Paulo')?.[0]).toBe('2018-11-04T03:00:00.000Z');
    expect(iso('2024-02-29T10:30:15Z', 'Asia/Kolkata')?.[0]).toBe('2024-02-29T10:30:15.000Z');
  });

  it('follows the day before without a gap, in every zone', () => {
    const days = fc.date({
      min: new Date('1980-01-02'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu');
    fc.assert(
      fc.property(days, zones, (date, zone) => {
        const day = date.toISOString().slice(0, 10);
        const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
        const reader = createDateReader(zone);
        expect(reader(day)?.low).toBe((reader(before)?.high ?? 0) + 1);
      }),
    );
  });
});

describe('the rows of a date parameter', () => {
  it('of an instant are a point, of a dateTime a second', () => {
    const at = Date.UTC(2024, 0, 2, 3, 4, 5);
    expect(rowsOf('instant', '2024-01-02T03:04:05Z')).toEqual([[at, at]]);
    expect(rowsOf('dateTime', '2024-01-02T03:04:05Z')).toEqual([[at, at + 999]]);
  });

  it('of a Period have open ends', () => {
    const day = Date.UTC(2024, 0, 2);
    expect(rowsOf('Period', { start: '2024-01-02' })).toEqual([[day, LAST_INSTANT]]);
    expect(rowsOf('Period', { end: '2024-01-02' })).toEqual([[FIRST_INSTANT, day + 86_399_999]]);
    expect(rowsOf('Period', { extension: [] })).toEqual([]);
  });

  it('of a Timing are its outer limits', () => {
    const event = ['2024-01-05', '2024-01-02'];
    const repeat = { boundsPeriod: { start: '2024-01-03', end: '2024-02-01' } };
    const [low, high] = [Date.UTC(2024, 0, 2), Date.UTC(2024, 1, 2) - 1];
    expect(rowsOf('Timing', { event, repeat })).toEqual([[low, high]]);
    expect(rowsOf('Timing', { event })).toEqual([[low, Date.UTC(2024, 0, 6) - 1]]);
    expect(rowsOf('Timing', { repeat: { frequency: 2 } })).toEqual([]);
  });

  it('of an Age or a text are none', () => {
    expect(rowsOf('Age', { value: 40, code: 'a' })).toEqual([]);
    expect(rowsOf('string', '2024-01-02')).toEqual([]);
  });
});
