import { byText } from '../../core/by-text.js';
import { distanceFrom } from './word-distance.js';

const LETTER_RULES: ReadonlyArray<readonly [RegExp, string]> = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/rh/g, 'r'],
  [/sch/g, 's'],
  [/ch/g, 'c'],
  [/ks|cs/g, 'x'],
  [/qu|k|q/g, 'c'],
  [/y|j/g, 'i'],
  [/w/g, 'v'],
  [/ae|oe/g, 'e'],
  [/ou/g, 'u'],
  [/([b-df-hj-np-tv-z])\1+/g, '$1'],
];
const ENDING = /(?:ium|um|us|e|a|o)$/;
const ACIDS = /^(?:acid|acide|acido|acidum|saure|zuur|syre|syra|kwas|happo)$/;

function wordKey(word: string): string {
  if (ACIDS.test(word)) return 'acid';
  const spelled = LETTER_RULES.reduce((text, [from, to]) => text.replace(from, to), word);
  const ended = spelled.replace(/icue$/, 'ic').replace(ENDING, '');
  return ended.length >= 4 ? ended : spelled;
}

/**
 * Returns a key of a nonproprietary name that is independent of the spelling of a language:
 * `hidroclorotiazida`, `Hydrochlorothiazid` and `hydrochlorothiazide` have one key. After WHO's
 * general principles for INNs: f for ph, t for th, i for y, e for ae and oe.
 *
 * @param folded words in lower case without diacritics
 */
export function internationalKey(folded: string): string {
  return folded.split(' ').map(wordKey).sort().join(' ');
}

export interface Near {
  readonly name: string;
  readonly distance: number;
}

export interface SpellingIndex {
  /** Names within this many edits of a word, the nearest first. */
  near(word: string, max: number): readonly Near[];
  /** The nearest of them and those one edit further. */
  nearest(word: string, max: number): readonly Near[];
}

const compact = (name: string) => name.replaceAll(' ', '');

/** One bit for each letter that occurs. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let n = 0; n < word.length; n += 1) bits |= 1 << (word.charCodeAt(n) % 31);
  return bits;
}

/** Population count (Hacker's Delight, figure 5-2). */
function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Names of one length, with the letters of each. */
interface Bucket {
  readonly names: string[];
  readonly words: string[];
  readonly letters: number[];
}

/** 0, 1, -1, 2, -2 …: the likeliest lengths first, so that distant names are skipped early. */
const outward = (step: number) => (step % 2 === 1 ? (step + 1) / 2 : -step / 2);

const EMPTY: Bucket = { names: [], words: [], letters: [] };

/**
 * Builds the index.
 *
 * @param names folded; spaces are ignored in comparisons
 */
export function createSpellingIndex(names: Iterable<string>): SpellingIndex {
  const byLength = new Map<number, Bucket>();
  for (const name of names) {
    const word = compact(name);
    const bucket = byLength.get(word.length) ?? { names: [], words: [], letters: [] };
    byLength.set(word.length, bucket);
    bucket.names.push(name);
    bucket.words.push(word);
    bucket.letters.push(lettersOf(word));
  }

  /**
   * Searches the index.
   *
   * @param slack allowed distance beyond the nearest
   */
  function within(text: string, max: number, slack: number): readonly Near[] {
    const word = compact(text);
    const own = lettersOf(word);
    const distanceTo = distanceFrom(word);
    const found: Near[] = [];
    let bound = max;
    for (let step = 0; Math.ceil(step / 2) <= bound; step += 1) {
      const { names: all, words, letters } = byLength.get(word.length + outward(step)) ?? EMPTY;
      for (let n = 0; n < letters.length; n += 1) {
        const theirs = letters[n] ?? 0;
        // Each edit adds and removes one letter at most.
        if (bitsIn(own & ~theirs) > bound || bitsIn(theirs & ~own) > bound) continue;
        const distance = distanceTo(words[n] ?? '', bound);
        if (distance > bound) continue;
        found.push({ name: all[n] ?? '', distance });
        bound = Math.min(bound, distance + slack);
      }
    }
    return found
      .filter(({ distance }) => distance <= bound)
      .sort((a, b) => a.distance - b.distance || byText(a.name, b.name));
  }

  // An unknown name is looked up twice in a row: for its correction, then for suggestions.
  let last: { text: string; max: number; found: readonly Near[] } | undefined;

  return {
    near: (text, max) => within(text, max, max),
    nearest(text, max) {
      if (last?.text !== text || last.max !== max) {
        last = { text, max, found: within(text, max, 1) };
      }
      return last.found;
    },
  };
}
