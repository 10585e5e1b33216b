import { describe, expect, it } from 'vitest';
import {
  createAttributeTree,
  readGap,
} from '../../../../../src/patient-record/language/medications/gap-items.js';
import type { Item } from '../../../../../src/patient-record/language/medications/items.js';
import {
  chainStart,
  nextNameStart,
} from '../../../../../src/patient-record/language/medications/own-items.js';
import {
  doseOf,
  isCount,
  listedDoses,
} from '../../../../../src/patient-record/language/medications/stated-dose.js';
import { makeSpan } from '../../../../../src/patient-record/language/span.js';
import { wordsOf } from '../../../../../src/patient-record/language/text/words.js';

const attributes = createAttributeTree({
  attributes: [
    { kind: 'route', value: 'oral', words: ['by mouth', 'po'] },
    { kind: 'frequency', value: '2/d', words: ['bid', 'twice daily'] },
    { kind: 'severity', value: 'mild', words: ['mild'] },
  ],
});

/** The items of the words after `Name`, or before it. */
function itemsOf(text: string, isAfterName = true): readonly Item[] {
  const whole = isAfterName ? `Name ${text}` : text;
  const words = wordsOf(whole);
  const from = isAfterName ? 1 : 0;
  return readGap(attributes, {
    text: whole,
    words,
    spans: new Map(),
    from,
    to: words.length,
    isAfterName,
  });
}

/** An item in one word, to compare lists of them. */
function shortForm(item: Item): string {
  if (item.kind === 'dose') return item.dose.text;
  if (item.kind === 'attribute') return item.attributes.map(({ value }) => value).join('+');
  if (item.kind === 'lead') return `lead ${item.word}`;
  return item.kind;
}

describe('the words between two names', () => {
  it.each([
    ['40 mg by mouth twice daily', ['40 mg', 'oral', '2/d']],
    ['40 mg every 2 weeks', ['40 mg', '0.5/wk']],
    ['40 bid', ['40', '2/d']],
    ['40 was fine', ['other', 'other', 'other']],
    ['30/500', ['30/500']],
    ['dose 40 bid', ['filler', '40', '2/d']],
    ['and 40 bid', ['separator', 'other', '2/d']],
    ['(40 mg)', ['separator', '40 mg']],
    ['increased from 5 to 10 mg', ['lead increased', 'lead from', 'lead to', '10 mg']],
    ['at 5 to 10 mg', ['lead at', '5 to 10 mg']],
    ['was given with', ['other', 'other', 'separator']],
    ['gave', ['separator']],
    ['mild', ['other']],
    ['40 mg. 50 mg', ['40 mg']],
  ])('%s', (text, items) => {
    expect(itemsOf(text).map(shortForm)).toEqual(items);
  });

  it('hold no dose without a unit before a name', () => {
    expect(itemsOf('40 bid', false).map(shortForm)).toEqual(['other', '2/d']);
  });

  it('are passed over where they name something else', () => {
    const text = 'Name heart rate 80 bid';
    const words = wordsOf(text);
    const heartRate = makeSpan({ type: 'measurement', from: 1, to: 4, confidence: 1 });
    const spans = new Map([[1, heartRate]]);
    const gap = { text, words, spans, from: 1, to: words.length, isAfterName: true };
    expect(readGap(attributes, gap).map(shortForm)).toEqual(['wall', '2/d']);
  });
});

describe('the directions of the next name', () => {
  it('begin where words lead to it without a break', () => {
    expect(chainStart(itemsOf('was stopped, 40 mg po'))).toBe(3);
    expect(chainStart(itemsOf('40 mg of'))).toBe(0);
    expect(chainStart([])).toBe(0);
  });

  it.each([
    ['40 mg and 50 mg', false, '50 mg'],
    ['40 mg 50 mg', false, '50 mg'],
    ['40 mg', true, '40 mg'],
    ['40 mg', false, undefined],
    ['and 2 g of', false, '2 g'],
    ['bid po 2 g of', false, 'oral'],
    ['was increased to 50 mg', false, undefined],
  ])('after %s, with a dose before: %s', (text, hasDose, first) => {
    const items = itemsOf(text);
    const item = items[nextNameStart(items, hasDose)];
    expect(item && shortForm(item)).toBe(first);
  });
});

describe('the dose of a name', () => {
  it.each([
    ['40 mg bid', '40 mg'],
    ['40 mg increased to 80 mg', '80 mg'],
    ['40 mg to 80 mg', '40 mg'],
    ['increased from 40 mg to 80 mg', '80 mg'],
    ['reduced from 40 mg', undefined],
    ['two units of', undefined],
    ['10 ml of 10 %', '10 ml'],
    ['and 40 mg', undefined],
  ])('%s', (text, dose) => {
    expect(doseOf(itemsOf(text))?.dose).toBe(dose);
  });

  it('comes after no value of something else', () => {
    const items: readonly Item[] = [
      { kind: 'wall', at: 0 },
      { kind: 'dose', at: 1, dose: { text: '40 mg', from: 1, to: 3 } },
    ];
    expect(doseOf(items)).toBeUndefined();
  });

  it('may be one of a list', () => {
    expect(listedDoses(itemsOf('was given 300 mg and 600 mg po 5 mg'))).toEqual([
      '300 mg',
      '600 mg',
    ]);
    expect(listedDoses(itemsOf('was given'))).toEqual([]);
  });

  it('may count tablets', () => {
    expect(isCount('2 tablets')).toBe(true);
    expect(isCount('40 mg')).toBe(false);
  });
});
