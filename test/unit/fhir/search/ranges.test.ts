import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDateReader, FIRST_INSTANT, LAST_INSTANT } from '../../../../src/fhir/index/dates.js';
import { dateBoxes } from '../../../../src/fhir/search/dates.js';
import { isWithinLimits } from '../../../../src/fhir/search/match-rows.js';
import { numberBoxes, readNumber } from '../../../../src/fhir/search/numbers.js';
import { type Prefix, splitPrefix } from '../../../../src/fhir/search/prefix.js';

const read = createDateReader('UTC');
const NOW = Date.UTC(2013, 2, 24);

const range = (text: string) => {
  const found = read(text);
  if (found === undefined) throw new Error(`no date: ${text}`);
  return found;
};

function dateMeets(search: string, low: string, high = low): boolean {
  const { prefix, rest } = splitPrefix(search);
  const row = {
    low: low === '' ? FIRST_INSTANT : range(low).low,
    high: high === '' ? LAST_INSTANT : range(high).high,
  };
  return dateBoxes(prefix, range(rest), NOW).some((box) => isWithinLimits(row, box));
}

describe('the prefixes of a date, by the examples of the standard', () => {
  it.each([
    ['eq2013-01-14', '2013-01-14T00:00Z', true],
    ['eq2013-01-14', '2013-01-14T10:00Z', true],
    ['2013-01-14', '2013-01-15T00:00Z', false],
    ['ne2013-01-14', '2013-01-15T00:00Z', true],
    ['ne2013-01-14', '2013-01-14T00:00Z', false],
    ['ne2013-01-14', '2013-01-14T10:00Z', false],
    ['lt2013-01-14T10:00Z', '2013-01-14', true],
    ['gt2013-01-14T10:00Z', '2013-01-14', true],
    ['gt2013-01-14', '2013-01-14', false],
    ['lt2013-01-14', '2013-01-14', false],
    ['ge2013-01-14', '2013-01-14', true],
    ['le2013-01-14', '2013-01-14', true],
    ['ge2013-01', '2013-01-14', true],
    ['ge2013-01-31', '2013-01', true],
    ['le2013-01-01', '2013-01', true],
    ['eq2013-01-14', '2013-01', false],
    ['eq2013', '2013-01', true],
    ['ap2013-03-14', '2013-03-14', true],
    ['ap2013-03-14', '2013-03-15', true],
    ['ap2013-03-14', '2013-01-21', false],
    ['ap2013-03-14', '2015-06-15', false],
  ])('%s of %s: %s', (search, value, meets) => expect(dateMeets(search, value)).toBe(meets));

  it.each([
    ['ge2013-03-14', '2013-01-21', '', true],
    ['le2013-03-14', '2013-01-21', '', true],
    ['sa2013-03-14', '2013-03-15', '', true],
    ['sa2013-03-14', '2013-01-21', '', false],
    ['sa2013-03-14', '', '2013-01-21', false],
    ['eb2013-03-14', '2013-03-15', '', false],
    ['eb2013-03-14', '2013-01-21', '', false],
    ['eb2013-03-14', '', '2013-01-21', true],
    ['eq2013-03-14', '2013-03-14', '', false],
  ])('%s of %s to %s: %s', (search, low, high, meets) =>
    expect(dateMeets(search, low, high)).toBe(meets),
  );
});

describe('a number as it is written', () => {
  it.each([
    ['100', 99.5, 100.5],
    ['100.00', 99.995, 100.005],
    ['1e2', 95, 105],
    ['5.40e-3', 0.005395, 0.005405],
    ['2.0', 1.95, 2.05],
    ['5.4', 5.35, 5.45],
    ['-5', -5.5, -4.5],
    ['0', -0.5, 0.5],
    ['0.1', 0.05, 0.15],
    ['1.1', 1.05, 1.15],
  ])('%s is from %d to below %d', (text, low, high) => {
    expect(readNumber(text)).toEqual({ value: Number(text), low, high });
  });

  it.each(['', 'x', '1.', '.5', '1e', '0x10', 'Infinity', '1e999', '--1', '1 2'])(
    'is not %s',
    (text) => expect(readNumber(text)).toBeUndefined(),
  );

  it('always holds itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        const written = readNumber(String(value));
        const boxes = written && numberBoxes('eq', written, (one) => one);
        expect(boxes?.some((box) => isWithinLimits({ low: value, high: value }, box))).toBe(true);
      }),
    );
  });
});

const meetsNumber = (search: string, low: number, high = low) => {
  const { prefix, rest } = splitPrefix(search);
  const written = readNumber(rest);
  if (written === undefined) throw new Error(`no number: ${rest}`);
  return numberBoxes(prefix, written, (one) => one).some((box) =>
    isWithinLimits({ low, high }, box),
  );
};

describe('the prefixes of a number', () => {
  it.each([
    ['100', 99.5, true],
    ['100', 100.5, false],
    ['100', 99.49, false],
    ['ne100', 100.4, false],
    ['ne100', 100.5, true],
    ['ne100', 99.4, true],
    ['gt100', 100, false],
    ['gt100', 100.001, true],
    ['ge100', 100, true],
    ['ge100', 99.9, false],
    ['lt100', 100, false],
    ['lt100', 99.999, true],
    ['le100', 100, true],
    ['sa100', 100, false],
    ['eb100', 99, true],
    ['ap100', 91, true],
    ['ap100', 110, true],
    ['ap100', 111, false],
    ['ap0', 0.3, true],
    ['ap-100', -91, true],
  ])('%s of %d: %s', (search, value, meets) => expect(meetsNumber(search, value)).toBe(meets));

  it('compares ranges by their ends', () => {
    expect(meetsNumber('gt5', 4, 6)).toBe(true);
    expect(meetsNumber('sa5', 4, 6)).toBe(false);
    expect(meetsNumber('5', 4, 6)).toBe(false);
    expect(meetsNumber('ap5', 4, 6)).toBe(true);
  });

  it('asks either for equal or for not equal', () => {
    const numbers = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    const digits = fc.tuple(numbers, fc.integer({ min: 0, max: 17 }));
    fc.assert(
      fc.property(digits, numbers, fc.boolean(), ([asked, places], other, same) => {
        const text = asked.toFixed(places);
        const value = same ? asked : other;
        expect(meetsNumber(`eq${text}`, value)).not.toBe(meetsNumber(`ne${text}`, value));
      }),
    );
  });
});

describe('the prefixes of a date', () => {
  it('ask for what the standard says of ranges', () => {
    const ends = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 8 }));
    const RULES: Readonly<Record<Exclude<Prefix, 'ap'>, (r: Ends, s: Ends) => boolean>> = {
      eq: (r, s) => s.low <= r.low && r.high <= s.high,
      ne: (r, s) => !(s.low <= r.low && r.high <= s.high),
      gt: (r, s) => r.high > s.high,
      lt: (r, s) => r.low < s.low,
      ge: (r, s) => r.high >= s.low,
      le: (r, s) => r.low <= s.high,
      sa: (r, s) => r.low > s.high,
      eb: (r, s) => r.high < s.low,
    };
    interface Ends {
      readonly low: number;
      readonly high: number;
    }
    const span = ([low, width]: [number, number]): Ends => ({ low, high: low + width });
    for (const [prefix, rule] of Object.entries(RULES)) {
      fc.assert(
        fc.property(ends.map(span), ends.map(span), (row, searched) => {
          const boxes = dateBoxes(prefix as Prefix, searched, 0);
          expect(boxes.some((box) => isWithinLimits(row, box))).toBe(rule(row, searched));
        }),
      );
    }
  });
});
