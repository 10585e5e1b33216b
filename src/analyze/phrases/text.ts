import { GAP, SENTENCE_END, type Word } from '../../language/text/words.js';
import { stemOf } from './stem.js';

/** What a phrase of one place never goes over. */
const CLAUSE_END = SENTENCE_END | GAP.comma | GAP.colon;

/** Words that say nothing and make nothing distant. */
const LIGHT = new Set('the a an his her my their your its this that some any very'.split(' '));

/** Words from a place to another, not included. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** For each word the first and the last (not included) of the part of the text that it is in. */
export interface TextPartLimits {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** A text as patterns see it. */
export interface Text {
  readonly words: readonly Word[];
  readonly stems: readonly string[];
  /** By word, 1 for those that count for no distance. */
  readonly light: Uint8Array;
  /** How many words before each place count for a distance. */
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

/** Words that count between two places. */
export const between = ({ counted }: Text, to: number, from: number): number =>
  (counted[from] ?? 0) - (counted[to] ?? 0);

/** Whether nothing ends a clause right before a word. */
export const goesOn = ({ clauses }: Text, at: number): boolean => clauses.from[at] !== at;
