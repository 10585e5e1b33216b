import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatten } from '../../../../src/dictation/written/sentences.js';
import type { WrittenText } from '../../../../src/dictation/written/spoken.js';
import { writeUp } from '../../../../src/dictation/written/write-up.js';
import { rounds } from '../../../support/rounds.js';
import { AMERICAN, BRITISH, say, TALK } from './spoken-segments.js';

const NUMBERS =
  'zero one two three four five six seven eight nine ten twelve fifteen nineteen twenty thirty fifty ' +
  'ninety hundred thousand million point oh half and a';
const PLAIN =
  'the patient was seen with pain in her left knee and no fever or cough she walks well today';
const SPECIAL =
  'milligrams per kilogram day over out of to by times percent degrees celsius year old years weeks q ' +
  'hours b c i v t l s x p g n m iv po bid ecg period comma colon new line paragraph number next stage ' +
  'three grade type march may third first of slash dash am pm bullet all caps cap capital open bracket ' +
  'close quote unquote question mark blood pressure pain minus plus negative gleason leads avf third ' +
  "half quarters twenty second hundred gravida vitamin mg o'clock don't od hs pack double dr mister " +
  'scratch that constructor toString __proto__ edema anaemia';

const anyWord = fc.constantFrom(
  ...new Set([...NUMBERS.split(' '), ...PLAIN.split(' '), ...SPECIAL.split(' ')]),
);
const anyText = fc
  .array(fc.oneof({ weight: 6, arbitrary: anyWord }, { weight: 1, arbitrary: fc.constant('|') }), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));
const anyOptions = fc.constantFrom(AMERICAN, BRITISH, TALK);

const spokenOf = ({ words }: WrittenText) => words.flatMap(({ spoken }) => spoken);

describe('writing up', () => {
  it('keeps every spoken word, in its order, in exactly one written word', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const segments = say(text);
        const said = flatten(segments).words.map(({ word }) => word);
        expect(spokenOf(writeUp(segments, options))).toEqual(said);
      }),
      { numRuns: rounds({ short: 300, long: 7_500 }) },
    );
  });

  it('gives exact offsets, and nothing but spaces between the words', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const written = writeUp(say(text), options);
        const { words } = written;
        const found = words.map((word) => written.text.slice(word.start_offset, word.end_offset));
        expect(found).toEqual(words.map((word) => word.text));
        const ends = [0, ...words.map(({ end_offset }) => end_offset)];
        const gaps = words.map(({ start_offset }, n) => written.text.slice(ends[n], start_offset));
        expect(gaps.filter((gap) => !/^ ?$/.test(gap))).toEqual([]);
        expect(written.text.length).toBe(ends.at(-1));
      }),
      { numRuns: rounds({ short: 300, long: 7_500 }) },
    );
  });

  it('takes times and the least confidence from the spoken words, in the order of time', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (text, doubts) => {
        const segments = say(text).map((segment) => ({
          ...segment,
          words: segment.words.map((word, n) => ({
            ...word,
            confidence: doubts[n % Math.max(1, doubts.length)] ?? 1,
          })),
        }));
        const flat = flatten(segments).words;
        let from = 0;
        let time = 0;
        for (const word of writeUp(segments, AMERICAN).words) {
          expect(word.start).toBeGreaterThanOrEqual(time);
          expect(word.end).toBeGreaterThanOrEqual(word.start);
          time = word.start;
          if (word.spoken.length === 0) continue;
          const parts = flat.slice(from, from + word.spoken.length);
          from += word.spoken.length;
          expect(word.start).toBe(parts[0]!.start);
          expect(word.end).toBe(parts.at(-1)!.end);
          expect(word.confidence).toBe(Math.min(...parts.map(({ confidence }) => confidence)));
        }
      }),
      { numRuns: rounds({ short: 100, long: 2_500 }) },
    );
  });

  it('never throws, whatever the words are', () => {
    const word = fc.oneof(fc.string(), anyWord, fc.stringMatching(/^[a-z']{0,12}$/));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), anyOptions, (words, options) => {
        const spoken = words.map((one, n) => ({
          word: one,
          start: n,
          end: n + 0.5,
          confidence: 0.5,
        }));
        const written = writeUp([{ start: 0, end: words.length, words: spoken }], options);
        expect(spokenOf(written)).toEqual(words);
      }),
      { numRuns: rounds({ short: 200, long: 5_000 }) },
    );
  });

  it('invents no digit where no number was said', () => {
    const words = PLAIN.split(' ').concat(
      'period',
      'comma',
      'third',
      'milligrams',
      'percent',
      'ecg',
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 30 }), (said) => {
        expect(writeUp(say(said.join(' ')), AMERICAN).text).not.toMatch(/\d/);
      }),
    );
  });

  it('leaves text alone that is written already', () => {
    const words = PLAIN.split(' ');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }), (said) => {
        const once = writeUp(say(said.join(' ')), AMERICAN).text;
        const again = once.toLowerCase().replace(/\.$/, '');
        expect(writeUp(say(again), AMERICAN).text).toBe(once);
      }),
    );
  });

  it('gives each segment the text of its own words', () => {
    fc.assert(
      fc.property(anyText, anyOptions, (text, options) => {
        const written = writeUp(say(text), options);
        const joined = written.segments.map((segment) => segment.text).join('');
        const bare = (said: string) => said.replace(/\s/g, '');
        expect(bare(joined)).toBe(bare(written.text));
      }),
      { numRuns: rounds({ short: 200, long: 5_000 }) },
    );
  });

  it('takes 50,000 words at once, the same ones over and over', () => {
    for (const word of ['one', 'period', 'number', 'all', 'quote', 'colon', 'l', 'oh', 'q']) {
      const words = Array.from({ length: 50_000 }, () => word);
      expect(spokenOf(writeUp(say(words.join(' ')), AMERICAN))).toHaveLength(50_000);
    }
  });
});

const ONES = 'one two three four five six seven eight nine'.split(' ');
const TEENS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function below100(value: number): string {
  if (value < 10) return ONES[value - 1] ?? 'zero';
  if (value < 20) return TEENS[value - 10]!;
  return [TENS[Math.floor(value / 10) - 2], ONES[(value % 10) - 1]].filter(Boolean).join(' ');
}

function inWords(value: number, and: string): string {
  if (value < 100) return below100(value);
  if (value < 1000) {
    const rest = value % 100;
    const hundreds = `${ONES[Math.floor(value / 100) - 1]} hundred`;
    return rest === 0 ? hundreds : `${hundreds}${and} ${below100(rest)}`;
  }
  const rest = value % 1000;
  const thousands = `${inWords(Math.floor(value / 1000), and)} thousand`;
  return rest === 0 ? thousands : `${thousands} ${inWords(rest, and)}`;
}

describe('numbers', () => {
  it('come back from their words, with and without "and"', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.constantFrom('', ' and'),
        (value, and) => {
          const text = writeUp(say(`give ${inWords(value, and)} milligrams`), AMERICAN).text;
          const plain = value < 10_000 ? String(value) : value.toLocaleString('en-US');
          expect(text).toBe(`Give ${plain} mg.`);
        },
      ),
      { numRuns: rounds({ short: 200, long: 5_000 }) },
    );
  });

  it('keep each digit after the point, but for zeros at the end of a dose', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
        (whole, digits) => {
          const said = digits.map((digit) => ['zero', ...ONES][digit]).join(' ');
          const exact = `${whole}.${digits.join('')}`;
          const value = writeUp(say(`ratio of ${inWords(whole, '')} point ${said}`), AMERICAN);
          expect(value.text).toBe(`Ratio of ${exact}.`);
          const dose = writeUp(say(`${inWords(whole, '')} point ${said} milligrams`), AMERICAN);
          expect(dose.text).toBe(`${String(Number(exact))} mg.`);
        },
      ),
      { numRuns: rounds({ short: 200, long: 5_000 }) },
    );
  });

  it('read every pressure that is said in the short way', () => {
    for (let systolic = 70; systolic <= 250; systolic += 1) {
      const diastolic = 40 + (systolic % 29);
      const rest = systolic % 100;
      const tail = rest === 0 ? 'hundred' : rest < 10 ? `oh ${below100(rest)}` : below100(rest);
      const said =
        systolic < 100 ? below100(systolic) : `${ONES[Math.floor(systolic / 100) - 1]} ${tail}`;
      const text = writeUp(
        say(`blood pressure ${said} over ${below100(diastolic)}`),
        AMERICAN,
      ).text;
      expect(text).toBe(`Blood pressure ${systolic}/${diastolic}.`);
    }
  });
});
