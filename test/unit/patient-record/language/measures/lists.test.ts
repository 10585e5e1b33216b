import { describe, expect, it } from 'vitest';
import {
  fractionHalves,
  listedAmounts,
} from '../../../../../src/patient-record/language/measures/amount-lists.js';
import { amountAt } from '../../../../../src/patient-record/language/measures/amounts.js';
import { nameGroups } from '../../../../../src/patient-record/language/measures/name-groups.js';
import { isTarget } from '../../../../../src/patient-record/language/measures/targets.js';
import { wordsOf } from '../../../../../src/patient-record/language/text/words.js';
import { measuredText } from './measured-text.js';

function amountsIn(text: string) {
  const source = measuredText(text);
  const start = amountAt(text, source.words, 0, source.units);
  return start === undefined ? [] : listedAmounts(source, start).map(({ value }) => value);
}

describe('a list of values', () => {
  it.each([
    ['28, 96 and 88', [28, 96, 88]],
    ['28 then 96', [28, 96]],
    ['28 96', [28]],
    ['28 and (96)', [28]],
    ['28. And 96', [28]],
  ])('%s', (text, values) => {
    expect(amountsIn(text)).toEqual(values);
  });

  it('is read up to a limit', () => {
    expect(amountsIn(Array.from({ length: 30 }, (_, n) => n + 1).join(', '))).toHaveLength(9);
  });

  it('may be a fraction', () => {
    const amount = { at: 0, to: 2, end: 5, unit: 'U/L' };
    const halves = fractionHalves({ ...amount, value: '45/52,5' });
    expect(halves.map(({ value, unit }) => [value, unit])).toEqual([
      [45, 'U/L'],
      [52.5, 'U/L'],
    ]);
    expect(fractionHalves({ ...amount, value: 45 })).toEqual([]);
  });
});

describe('names of one list', () => {
  const meaning = { type: 'lab_test', name: '', coding: [], sited: false, confidence: 1 } as const;
  const groupsIn = (text: string) => {
    const words = wordsOf(text);
    const matches = words.flatMap(({ written }, from) =>
      /^[A-Z]/.test(written) ? [{ from, to: from + 1, meaning }] : [],
    );
    return nameGroups(words, matches).map((group) =>
      group.map(({ from }) => words[from]?.written).join('+'),
    );
  };

  it.each([
    ['A and B were 1 and 2', ['A+B']],
    ['A, B, and her C', ['A+B+C']],
    ['A/B 1/2', ['A+B']],
    ['A was 1, B was 2', ['A', 'B']],
    ['A. B', ['A', 'B']],
    ['A (B)', ['A', 'B']],
    ['A B', ['A', 'B']],
  ])('%s', (text, groups) => {
    expect(groupsIn(text)).toEqual(groups);
  });
});

describe('a goal', () => {
  it.each([
    ['hold if heart rate', 2, false, true],
    ['aim for sats', 2, false, true],
    ['PRN for SBP', 2, true, true],
    ['admitted for SBP', 2, false, false],
    ['if unwell, sats', 2, false, false],
    ['aim high. Sats', 2, false, false],
  ])('%s', (text, from, compared, target) => {
    expect(isTarget(wordsOf(text), from, compared)).toBe(target);
  });
});
