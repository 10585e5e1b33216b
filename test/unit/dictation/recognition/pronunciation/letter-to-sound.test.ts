import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createLetterToSound,
  parseLetterToSound,
} from '../../../../../src/dictation/recognition/pronunciation/letter-to-sound.js';
import { PHONES } from '../../../../../src/dictation/recognition/pronunciation/phones.js';
import { toySpelling } from './toy-spelling.js';

const say = createLetterToSound(parseLetterToSound(toySpelling()));
const names = (phones: readonly number[]) => phones.map((token) => PHONES[token - 1]).join(' ');
const ways = (word: string) => say(word).map(names);

describe('a word', () => {
  it('is said by its letters, one symbol each', () => {
    expect(ways('ax')[0]).toBe('AE K S');
    expect(ways('bab')[0]).toBe('B AE B');
  });

  it('is said by the symbols before, too', () => {
    expect(ways('abba')[0]).toBe('AE B AE');
  });

  it('has a few ways, the likeliest first, none twice', () => {
    const all = ways('xxxx');
    expect(all.length).toBeGreaterThanOrEqual(1);
    expect(all.length).toBeLessThanOrEqual(3);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(['', 'a1', 'A', 'ü', 'a b', 'c', '😀', 'a'.repeat(61)])(
    'such as %j is not said',
    (word) => {
      expect(say(word)).toEqual([]);
    },
  );

  it('has phones or no way at all, whatever its letters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'x', "'"), maxLength: 200 }),
        (word) => {
          for (const phones of say(word)) {
            expect(phones.length).toBeGreaterThan(0);
            for (const token of phones) expect(PHONES[token - 1]).toBeTypeOf('string');
          }
        },
      ),
    );
  });
});

describe('a file', () => {
  const tables = () => JSON.parse(toySpelling()).tables;
  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['another version', toySpelling({ version: 2 })],
    ['letters twice', toySpelling({ letters: 'aba' })],
    ['no count', toySpelling({ window: -1 })],
    ['a count beyond reason', toySpelling({ hidden: 1e9 })],
    ['no symbols', toySpelling({ symbols: [] })],
    ['a symbol of no phone', toySpelling({ symbols: ['', 'AE', 'B', 'Q'] })],
    ['a symbol too many', toySpelling({ symbols: ['', 'AE', 'B', 'K S', 'T'] })],
    ['no tables', toySpelling({ tables: null })],
    [
      'a table cut short',
      toySpelling({ tables: { ...tables(), out: { scale: 1, codes: 'AAAA' } } }),
    ],
    [
      'weights of other signs',
      toySpelling({ tables: { ...tables(), out: { scale: 1, codes: '?' } } }),
    ],
    ['no scale', toySpelling({ tables: { ...tables(), out: { codes: 'AAAA' } } })],
    ['a bias too few', toySpelling({ biases: { letters: [0], middle: [0], out: [0] } })],
  ])('is refused with %s', (_, json) => {
    expect(() => parseLetterToSound(json)).toThrow(RangeError);
  });
});

const PACKAGE = join(
  import.meta.dirname,
  '../../../../../models/dictation-en/letter-to-sound.json',
);

const PACKAGED = existsSync(PACKAGE);
const REASON = PACKAGED ? '' : ' (skipped: the package is not there)';

describe.skipIf(!PACKAGED)(`the network of the package${REASON}`, () => {
  let packaged: ReturnType<typeof createLetterToSound>;
  beforeAll(() => {
    packaged = createLetterToSound(parseLetterToSound(readFileSync(PACKAGE, 'utf8')));
  });

  it.each([
    ['cat', 'K AE T'],
    ['stop', 'S T AA P'],
    ['metoprolol', 'M EH T OW P R AH L AO L'],
  ])('says "%s"', (word, phones) => {
    expect(packaged(word).map(names)).toContain(phones);
  });

  it('says any letters, and takes no longer words than it should', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z']{0,70}$/), (word) => {
        const found = packaged(word);
        if (word.length > 60 || word === '') expect(found).toEqual([]);
        for (const phones of found) expect(phones.length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});
