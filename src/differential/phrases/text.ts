import { GAP, SENTENCE_END, type Word } from '../../patient-record/language/text/words.js';
import { stemOf } from './stem.js';

/** Limits that a phrase never crosses. */
const CLAUSE_END = SENTENCE_END | GAP.comma | GAP.colon;

/** Light words, which do not count as distance. */
const LIGHT = new Set('the a an his her my their your its this that some any very'.split(' '));

/** A range of words; the end is exclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** For each word the first and the last (exclusive) word of its part of the text. */
export interface TextPartLimits {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** A text as patterns see it. */
export interface Text {
  readonly words: readonly Word[];
  readonly stems: readonly string[];
  /** By word, 1 for those that do not count as distance. */
  readonly light: Uint8Array;
  /** Number of counting words before each position. */
  readonly counted: Int32Array;
  readonly clauses: TextPartLimits;
  readonly sentences: TextPartLimits;
}

function partsOf(words: readonly Word[], ends: number): TextPartLimits {
  const from = new Int32Array(words.length);
  const to = new Int32Array(words.length);
  let first = 0;
  for (const [at, { gap }] of words.entries()) {
    if ((gap & ends) !== 0) {
      to.fill(at, first, at);
      first = at;
    }
    from[at] = first;
  }
  to.fill(words.length, first);
  return { from, to };
}

/** Prepares a text; linear. */
export function textOf(words: readonly Word[]): Text {
  const counted = new Int32Array(words.length + 1);
  const light = new Uint8Array(words.length);
  for (const [at, { folded }] of words.entries()) {
    if (LIGHT.has(folded)) light[at] = 1;
    counted[at + 1] = (counted[at] ?? 0) + 1 - (light[at] ?? 0);
  }
  return {
    words,
    stems: words.map(({ folded }) => stemOf(folded)),
    light,
    counted,
    clauses: partsOf(words, CLAUSE_END),
    sentences: partsOf(words, SENTENCE_END),
  };
}

/** Number of counting words between two positions. */
export const between = ({ counted }: Text, to: number, from: number): number =>
  (counted[from] ?? 0) - (counted[to] ?? 0);

/** Whether no clause ends directly before a word. */
export const goesOn = ({ clauses }: Text, at: number): boolean => clauses.from[at] !== at;
