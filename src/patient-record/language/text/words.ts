import { foldWord } from './fold.js';
import { eachPiece } from './pieces.js';
import { UNCLASSIFIED } from './word-classes.js';

/** What can separate two words, as bits. */
export const GAP = {
  comma: 1,
  slash: 2,
  colon: 4,
  semicolon: 8,
  open: 16,
  close: 32,
  /** The sentence before ended. */
  end: 64,
  /** A line ended that was no mere wrap. */
  line: 128,
  blank: 256,
  question: 512,
  dash: 1024,
  hyphen: 2048,
  /** `=`, `<`, `>`, `~`, `+` … */
  sign: 4096,
} as const;

/** What ends a phrase. */
export const PHRASE_END =
  GAP.comma |
  GAP.colon |
  GAP.semicolon |
  GAP.open |
  GAP.close |
  GAP.end |
  GAP.line |
  GAP.blank |
  GAP.question |
  GAP.dash;
/** What ends a sentence or an item of a list. */
export const SENTENCE_END = GAP.end | GAP.line | GAP.blank | GAP.question | GAP.semicolon;

/** A word or number of a text. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly written: string;
  /** As names are compared; see {@link foldWord}. */
  readonly folded: string;
  /** As grammar compares words: as written, in small letters and without apostrophes. */
  readonly plain: string;
  readonly number: boolean;
  /** Bits of {@link CLASS}: what it may be or begin. */
  readonly classes: number;
  /** Bits of {@link GAP}: what precedes it. */
  readonly gap: number;
  /** 0..1: how sure it is that this was meant, where short letters mean several things. */
  readonly sure?: number | undefined;
}

/** The properties of a word that do not depend on its position. */
export type Form = Pick<Word, 'written' | 'folded' | 'plain' | 'number' | 'classes'>;

/** A word; all are made here, so that all have one shape. */
export const makeWord = (
  start: number,
  end: number,
  { written, folded, plain, number, classes }: Form,
  gap: number,
  sure?: number,
): Word => ({ start, end, written, folded, plain, number, classes, gap, sure });

/** A word with another gap before it. */
export const withGap = (word: Word, gap: number): Word =>
  makeWord(word.start, word.end, word, gap, word.sure);

const SPACE = 32;
const APOSTROPHES = /['’]/g;

/** A word in small letters and without apostrophes, its endings kept: folding loses those of verbs. */
export function plainForm(written: string): string {
  const small = written.toLowerCase();
  return small.includes("'") || small.includes('’') ? small.replace(APOSTROPHES, '') : small;
}

const ENDS_NOTHING = new Set(
  'dr mr mrs ms vs st eg ie approx pt rt lt abd resp vag bilat poss temp wt ht esp incl excl mat pat prev inj tab cap syp prod'.split(
    ' ',
  ),
);
const UPPER_OR_DIGIT = /[\p{Lu}\p{N}]/u;

const SIGNS: Readonly<Record<string, number>> = {
  ',': GAP.comma,
  '/': GAP.slash,
  '&': GAP.slash,
  ':': GAP.colon,
  ';': GAP.semicolon,
  '•': GAP.line,
  '|': GAP.line,
  '▪': GAP.line,
  '●': GAP.line,
  '(': GAP.open,
  '[': GAP.open,
  ')': GAP.close,
  ']': GAP.close,
  '–': GAP.dash,
  '—': GAP.dash,
  '=': GAP.sign,
  '<': GAP.sign,
  '>': GAP.sign,
  '≥': GAP.sign,
  '≤': GAP.sign,
  '~': GAP.sign,
  '+': GAP.sign,
  '*': GAP.sign,
};

/** A full stop ends a sentence unless it belongs to an abbreviation or an initial. */
function stopEnds(between: string, at: number, before: Word | undefined, next: string): boolean {
  const spaced = /\s/.test(between.charAt(at + 1)) || at + 1 === between.length;
  if (!spaced || before === undefined) return before === undefined;
  if (/\s/.test(between.charAt(at - 1))) return true;
  if (/[\n\r]/.test(between)) return true;
  // `no. 5` is a number; `Any pain? No. He` ends.
  if (before.folded === 'no') return !/\p{N}/u.test(next);
  const single = before.written.length === 1 && !before.number;
  if ((single && before.written !== 'I') || ENDS_NOTHING.has(before.written.toLowerCase())) {
    return false;
  }
  return UPPER_OR_DIGIT.test(next) || between.length > at + 2;
}

/** A line break is a wrap where the next line continues in lower case. */
function lineGap(between: string, next: string): number {
  if (/\n[^\S\n]*\r?\n/.test(between)) return GAP.blank | GAP.line;
  return /\p{Ll}/u.test(next) && !/\n\s*[-*•–]/.test(between) ? 0 : GAP.line;
}

/** Gaps are examined up to this many characters: the rest of a long rule adds no information. */
const LONGEST_GAP = 200;

function gapOf(whole: string, before: Word | undefined, next: string): number {
  if (whole === ' ') return 0;
  const between = whole.length > LONGEST_GAP ? whole.slice(0, LONGEST_GAP) : whole;
  let gap = 0;
  for (let i = 0; i < between.length; i += 1) {
    const sign = between.charAt(i);
    if (sign === '.') gap |= stopEnds(between, i, before, next) ? GAP.end : 0;
    else if (sign === '!') gap |= GAP.end;
    else if (sign === '?') gap |= GAP.question;
    else if (sign === '-') gap |= between.length === 1 ? GAP.hyphen : GAP.dash;
    else gap |= SIGNS[sign] ?? 0;
  }
  return /[\n\r]/.test(between) ? gap | lineGap(between, next) : gap;
}

/** The form of a word that is classified nowhere. */
export function createForm(written: string): Form {
  const first = written.charCodeAt(0);
  const number = first >= 48 && first <= 57;
  const folded = number ? written : foldWord(written);
  const plain = number ? written : plainForm(written);
  return { written, folded, plain, number, classes: UNCLASSIFIED };
}

/**
 * The words and numbers of a text in their order, with offsets in UTF-16 code units; linear.
 *
 * @param formOf of each word as written; with the classes of a vocabulary, where there is one
 */
export function wordsOf(text: string, formOf = createForm): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  let before: Word | undefined;
  eachPiece(text, (start, written) => {
    const gap =
      before === undefined
        ? GAP.end | GAP.line
        : start === end + 1 && text.charCodeAt(end) === SPACE
          ? 0
          : gapOf(text.slice(end, start), before, written.charAt(0));
    end = start + written.length;
    before = makeWord(start, end, formOf(written), gap);
    words.push(before);
  });
  return words;
}

/** Whether one phrase can continue across the gap before a word. */
export const goesOn = (word: Word | undefined): boolean =>
  word !== undefined && (word.gap & PHRASE_END) === 0;
