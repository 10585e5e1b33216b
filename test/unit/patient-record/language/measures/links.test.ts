import { describe, expect, it } from 'vitest';
import {
  afterLink,
  type Links,
  NO_LINKS,
  readingAfter,
} from '../../../../../src/patient-record/language/measures/links.js';
import { wordsOf } from '../../../../../src/patient-record/language/text/words.js';
import { measuredText } from './measured-text.js';

const afterWords = (text: string): Links | undefined =>
  wordsOf(text).reduce<Links | undefined>(
    (links, { folded }) => links && afterLink(links, folded),
    NO_LINKS,
  );

describe('the words between a name and its value', () => {
  it.each([
    ['was at', { hasChange: false, isReached: false, isLinked: true }],
    ['rose', { hasChange: true, direction: 'rising', isReached: false }],
    ['rose to', { hasChange: true, direction: 'rising', isReached: true }],
    ['to', { hasChange: false, isReached: false }],
    ['improved', { hasChange: true }],
    ['rose then fell', { direction: 'falling' }],
    ['ranged', { isRange: true }],
  ])('%s', (text, links) => {
    expect(afterWords(text)).toMatchObject(links);
  });

  it('have no direction before one is named', () => {
    expect(afterWords('was improved')).not.toHaveProperty('direction');
  });

  it('end where a word leads to no value', () => {
    expect(afterWords('was because')).toBeUndefined();
  });
});

const read = (text: string, strict = false) =>
  readingAfter(measuredText(`Na ${text}`, 'K'), 1, strict);

describe('the value after a name', () => {
  it.each([
    ['2.3', 2.3, undefined],
    ['was 2.3', 2.3, undefined],
    ['rose to 2.3', 2.3, 'rising'],
    ['rose from 1.1 to 2.3', 2.3, 'rising'],
    ['fell by 2 mg/dL to 7.9', 7.9, 'falling'],
    ['of 1.1 -> 2.3', 2.3, 'rising'],
    ['was 2.3, down from 4.1', 2.3, 'falling'],
    ['was 8.1, now 7.2', 7.2, 'falling'],
    ['increased from 5 to 10', 10, 'rising'],
    ['on 2 liters 94', 94, undefined],
  ])('%s', (text, value, course) => {
    const reading = read(text);
    expect(reading?.amount.value).toBe(value);
    expect(reading?.course).toBe(course);
  });

  it.each([
    'rose 0.5',
    'is up about 14 kg',
    'was because of 2.3',
    'was fine. 2.3',
    'and K 4.1',
    'between 5 and 10',
    'ranged from 5 to 10',
    'fell by 2 mg/dL to K 4.1',
    'fell by 2 mg/dL',
  ])('is not read from %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('stands apart after words and a comma', () => {
    expect(read('was normal, 2.3')).toMatchObject({ isLinked: true, isApart: true });
    expect(read(', 2.3')).toMatchObject({ isLinked: false, isApart: false });
  });

  it('follows after one word at most where the reading is strict', () => {
    expect(read('was 2.3', true)?.amount.value).toBe(2.3);
    expect(read('was at 2.3', true)).toBeUndefined();
  });
});
