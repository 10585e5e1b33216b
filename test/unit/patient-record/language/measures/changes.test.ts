import { describe, expect, it } from 'vitest';
import {
  type Amount,
  amountAt,
} from '../../../../../src/patient-record/language/measures/amounts.js';
import {
  amountChain,
  changeFrom,
  courseOf,
  earlierAmount,
  presentAmount,
} from '../../../../../src/patient-record/language/measures/changes.js';
import type { MeasuredText } from '../../../../../src/patient-record/language/measures/measured-text.js';
import { measuredText } from './measured-text.js';

function firstOf(source: MeasuredText): Amount {
  const amount = amountAt(source.text, source.words, 0, source.units);
  if (amount === undefined) throw new Error('The text begins with no amount.');
  return amount;
}

const read = <T>(text: string, reader: (source: MeasuredText, first: Amount) => T): T => {
  const source = measuredText(text, 'K');
  return reader(source, firstOf(source));
};

describe('the course of two values', () => {
  it.each([
    [1.1, 2.3, 'rising'],
    [2.3, 1.1, 'falling'],
    [2.3, 2.3, undefined],
    ['140/90', '110/70', 'falling'],
    [1.1, undefined, undefined],
  ])('from %s to %s is %s', (from, to, course) => {
    const amount = (value: number | string | undefined) => ({
      at: 0,
      to: 1,
      end: 1,
      ...(value !== undefined && { value }),
    });
    expect(courseOf({ from: amount(from), to: amount(to) })).toBe(course);
  });
});

describe('a chain of values', () => {
  it.each([
    ['1.1 -> 1.4 -> 2.3', [1.1, 1.4, 2.3]],
    ['1.1 to (2.3)', [1.1, 2.3]],
    ['1.1 to 2.3', [undefined]],
    ['1.1, 2.3', [1.1]],
    ['1.1. To 2.3', [1.1]],
  ])('%s', (text, values) => {
    expect(read(text, amountChain).map(({ value }) => value)).toEqual(values);
  });

  it('is read up to a limit', () => {
    const text = Array.from({ length: 30 }, (_, n) => n + 1).join(' -> ');
    expect(read(text, amountChain)).toHaveLength(9);
  });
});

describe('a change', () => {
  it.each([
    ['1.1 to 2.3', [1.1, 2.3]],
    ['1.1 yesterday to about 2.3', [1.1, 2.3]],
    ['1.1 mg/dL 2 days ago to 2.3', [1.1, 2.3]],
    ['1.1 because of 2.3', undefined],
    ['1.1 yesterday. To 2.3', undefined],
  ])('after `from` is read in %s', (text, values) => {
    const change = changeFrom(measuredText(text), 0);
    expect(change && [change.from.value, change.to.value]).toEqual(values);
  });

  it.each([
    ['2.3, up from 1.1', 1.1],
    ['2.3 (down from 180)', 180],
    ['2.3 on admission', undefined],
    ['2.3. From 1.1', undefined],
  ])('reads what was before: %s', (text, value) => {
    expect(read(text, earlierAmount)?.value).toBe(value);
  });

  it.each([
    ['8.1, now 7.2', 7.2],
    ['8.1 last year and is 7.2 today', 7.2],
    ['8.1 today, 7.2 before', undefined],
    ['8.1, now K 4.1', undefined],
    ['8.1, now 70 kg', undefined],
    ['8.1, then 120/80', undefined],
  ])('reads what is present: %s', (text, value) => {
    expect(read(text, presentAmount)?.value).toBe(value);
  });
});
