import { arrowsAsWords, hasArrows } from './arrows.js';
import { COMPLAINT_WORDS } from './body-words.js';
import { isTurnable, withUsualOrder } from './inverted.js';
import { NUMBER_WORDS, numberWordsAt } from './number-words.js';
import { formsOf, SHORT_FORMS, type ShorthandExpansion, spread } from './shorthand-forms.js';
import { lettersAt, sideAt } from './shorthand-letters.js';
import { fractionAt, gravidaAt } from './shorthand-numbers.js';
import { SHORT_AFTER_PART } from './shorthand-table.js';
import {
  afterPartAt,
  endsInComplaint,
  fractureAt,
  fracturedAt,
  gluedAt,
  singleAt,
} from './shorthand-words.js';
import { CLASS, may } from './word-classes.js';
import { type Form, GAP, type Word, wordsOf } from './words.js';

/** Reads an ambiguous short form; undefined for any other word. */
export type ReadAmbiguous = (words: readonly Word[], at: number) => ShorthandExpansion | undefined;

const WITH = formsOf('with');
const isDigit = (code: number) => code >= 48 && code <= 57;

/** Whether a word may be read as another, by itself or with the words around it. */
export const mayBeShorthand = ({ folded, number }: Form): boolean =>
  number ||
  folded.length === 1 ||
  isDigit(folded.charCodeAt(1)) ||
  SHORT_AFTER_PART.has(folded) ||
  NUMBER_WORDS.has(folded) ||
  SHORT_FORMS.has(folded) ||
  endsInComplaint(folded);

function expandedAt(
  text: string,
  words: readonly Word[],
  at: number,
  hashed: boolean,
): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const { folded, number } = word;
  if (number) return fractionAt(text, words, at);
  const ailing =
    SHORT_AFTER_PART.has(folded) || folded === 'd' ? afterPartAt(text, words, at) : undefined;
  if (ailing !== undefined) return ailing;
  if (folded.length === 1) {
    if (folded === 'w' && text.charAt(word.end) === '/' && text.charAt(word.end + 1) !== 'o') {
      return spread(words, at, at + 1, WITH);
    }
    return lettersAt(text, words, at) ?? sideAt(words, at);
  }
  if (isDigit(folded.charCodeAt(1))) {
    return folded.startsWith('x') ? fractionAt(text, words, at) : gravidaAt(words, at);
  }
  if (NUMBER_WORDS.has(folded)) return numberWordsAt(words, at);
  if (SHORT_FORMS.has(folded)) return singleAt(words, at);
  return (
    gluedAt(words, at) ??
    (hashed ? (fractureAt(text, words, at) ?? fracturedAt(text, words, at)) : undefined)
  );
}

/**
 * Words of a text with ward and emergency shorthand read in full; offsets stay those of the text, so
 * that several words can have the same and one word those of several. Linear.
 */
export function expandShorthand(
  text: string,
  written: readonly Word[],
  readAmbiguous?: ReadAmbiguous,
): readonly Word[] {
  const words = hasArrows(text) ? arrowsAsWords(text, written) : written;
  const hashed = text.includes('#');
  let read: Word[] | undefined;
  let inverted = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    const one =
      hashed || may(word, CLASS.shorthand)
        ? (expandedAt(text, words, at, hashed) ?? readAmbiguous?.(words, at))
        : undefined;
    if ((word.gap & GAP.comma) !== 0 && at > 0) {
      inverted ||= COMPLAINT_WORDS.has((read?.at(-1) ?? words[at - 1])?.folded ?? '');
    }
    inverted ||= isTurnable(word, words.length);
    if (one === undefined) {
      read?.push(word);
      at += 1;
      continue;
    }
    read ??= words.slice(0, at);
    read.push(...one.words);
    at += one.taken;
  }
  const usual = read ?? words;
  return inverted ? withUsualOrder(usual) : usual;
}

/** A name or a pattern as its words are read in a text, where that differs from how it is written. */
export function expandedPhrase(phrase: string): readonly Word[] | undefined {
  const words = wordsOf(phrase);
  const read = expandShorthand(phrase, words);
  return read === words ? undefined : read;
}
