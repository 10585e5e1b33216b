import { BODY_WORDS } from './body-words.js';
import { formsOf, type ShorthandExpansion, SINGLE, STROKES, spread } from './shorthand-forms.js';
import { LISTED_LETTERS } from './shorthand-table.js';
import { GAP, goesOn, makeWord, SENTENCE_END, type Word } from './words.js';

const LONGEST_STROKED = 4;

/** `c/o`, `s/p`, `N+V`, `y.o.`: single letters that are joined by strokes, signs or points. */
export function lettersAt(
  text: string,
  words: readonly Word[],
  at: number,
): ShorthandExpansion | undefined {
  let to = at + 1;
  let letters = words[at]?.folded ?? '';
  let dotted = false;
  let listed = letters in LISTED_LETTERS;
  while (to - at < LONGEST_STROKED) {
    const word = words[to];
    if (word === undefined || word.folded.length !== 1 || word.number) break;
    const between = text.slice(words[to - 1]?.end, word.start);
    if (!/^(?:[/.]|\s?[+&]\s?)$/.test(between)) break;
    dotted ||= between === '.';
    listed &&= word.folded in LISTED_LETTERS;
    letters += word.folded;
    to += 1;
  }
  if (to - at < 2) return undefined;
  const known = STROKES.get(letters) ?? (dotted ? SINGLE.get(letters) : undefined);
  if (known !== undefined) return spread(words, at, to, known);
  if (!listed || dotted || new Set(letters).size < letters.length) return undefined;
  const each = words.slice(at, to).flatMap((word) => {
    const forms = formsOf(LISTED_LETTERS[word.folded] ?? '');
    return forms.map((form) => makeWord(word.start, word.end, form, word.gap));
  });
  return { taken: to - at, words: each };
}

const SIDES = new Map([
  ['l', formsOf('left')],
  ['r', formsOf('right')],
]);

/** `R arm`, `(L) knee`, `L sided`: a letter that says the side. */
export function sideAt(words: readonly Word[], at: number): ShorthandExpansion | undefined {
  const word = words[at];
  const side = SIDES.get(word?.folded ?? '');
  if (word === undefined || side === undefined || word.written.toLowerCase() === word.written)
    return undefined;
  const next = words[at + 1];
  const before = words[at - 1];
  if (before?.number === true && goesOn(word)) return undefined;
  const bracketed = (word.gap & GAP.open) !== 0;
  const on = next !== undefined && (goesOn(next) || (bracketed && (next.gap & SENTENCE_END) === 0));
  const named = on && (BODY_WORDS.has(next.folded) || /^sided?$/.test(next.folded));
  const ends = next === undefined || !goesOn(next);
  const after = ends && before !== undefined && BODY_WORDS.has(before.folded);
  const listed = next !== undefined && ends && (word.gap & GAP.comma) !== 0;
  if (!named && !(after && (bracketed || goesOn(word) || listed)) && !isLast(words, at)) {
    return undefined;
  }
  return spread(words, at, at + 1, side);
}

/** `otalgia L`: the last word of a line. */
const isLast = (words: readonly Word[], at: number): boolean => {
  const next = words[at + 1];
  return (next === undefined || (next.gap & SENTENCE_END) !== 0) && words[at - 1]?.number === false;
};
