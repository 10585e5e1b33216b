import type { RecognisedWord } from '../recognition/ctc/recognised-word.js';
import { wordAt } from './draft.js';
import { isNumberWord } from './number-words.js';
import { readUnit } from './read-unit.js';
import type { SpokenSegment } from './spoken.js';

/** A run of words, and the mark for the pause after it. */
export interface SentenceRun {
  readonly from: number;
  readonly to: number;
  readonly mark: '' | '.' | '?';
}

/** All words of a recording, each with its segment. */
export interface FlatWords {
  readonly words: readonly RecognisedWord[];
  /** Index of the segment of each word. */
  readonly segmentOf: readonly number[];
}

/** Seconds of silence that end a sentence, between two runs of the recogniser and within one. */
const PAUSE_BETWEEN = 0.6;
const PAUSE_WITHIN = 1.2;
/** Before "and" or "but" a sentence ends only after a silence as long as this, seconds. */
const LONG_PAUSE = 2.5;
/** Numbers on two sides of such a silence are two numbers, seconds. */
const NUMBER_PAUSE = 0.7;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const CANNOT_END = set(
  'the a an of in with to and or for at by from on was is are were be been being has have had her his ' +
    'my your their our its this these without per about than as but that which who if because very ' +
    'into onto between during until under through no not any some mild moderate severe acute chronic ' +
    'bilateral increased decreased i we they he she will would should could can may might do does did ' +
    'point minus times approximately also both either denies reports including include includes ' +
    'doctor mister missus',
);
const CANNOT_BEGIN = set(
  'of per percent milligrams milligram micrograms units daily twice bid tid qid prn times than percent ' +
    'years mmhg degrees',
);
const HOLDS_ON = set('and or but with which who that to');
/** Words that continue a sentence after a short silence, and begin one after a second. */
const MAY_HOLD_ON = set('for from by in at on because without');
const SHORT_PAUSE = 1;

export function flatten(segments: readonly SpokenSegment[]): FlatWords {
  const words = segments.flatMap((segment) => segment.words);
  const segmentOf = segments.flatMap((segment, n) => segment.words.map(() => n));
  return { words, segmentOf };
}

/** Seconds of silence before word `i`. */
const silence = ({ words }: FlatWords, i: number): number => {
  const before = words[i - 1];
  const word = words[i];
  return before && word ? word.start - before.end : 0;
};

const partsDose = (words: readonly string[], i: number): boolean =>
  isNumberWord(wordAt(words, i - 1)) && readUnit(words, i) !== undefined;

/** Whether a mark may precede word `i`: not after "the", before "of", or within a dose. */
export const mayPart = (words: readonly string[], i: number): boolean =>
  !CANNOT_END.has(wordAt(words, i - 1)) &&
  !CANNOT_BEGIN.has(wordAt(words, i)) &&
  !partsDose(words, i);

function endsSentence(flat: FlatWords, words: readonly string[], i: number): boolean {
  const pause = silence(flat, i);
  const between = flat.segmentOf[i] !== flat.segmentOf[i - 1];
  if (pause < (between ? PAUSE_BETWEEN : PAUSE_WITHIN)) return false;
  const word = wordAt(words, i);
  if (HOLDS_ON.has(word) && pause < LONG_PAUSE) return false;
  if (MAY_HOLD_ON.has(word) && pause < SHORT_PAUSE) return false;
  return mayPart(words, i);
}

const splitsNumber = (flat: FlatWords, words: readonly string[], i: number): boolean =>
  silence(flat, i) >= NUMBER_PAUSE &&
  isNumberWord(wordAt(words, i - 1)) &&
  isNumberWord(wordAt(words, i));

const ASKS = set(
  'do does did have has are is was were can could would will any what how when where why who which',
);
const NOT_ASKED = set('i we the any');

/** "do you smoke", "any chest pain": only in a conversation, and only from the first words. */
function isQuestion(words: readonly string[], from: number, to: number): boolean {
  let at = from;
  while (at < to && /^(and|so|okay|ok|well|right|now|alright)$/.test(wordAt(words, at))) at += 1;
  const first = wordAt(words, at);
  const second = wordAt(words, at + 1);
  if (!ASKS.has(first) || to - at < 2 || to - at > 40) return false;
  if (first === 'any') return to - at <= 8;
  if (/^(what|how|when|where|why|who|which)$/.test(first)) {
    return /^(is|are|was|were|do|does|did|have|has|can|could|would|long|often|much|many|kind|about|brings|brought|bad|old|severe|time|medications|happened|happens|makes|sort|type|else|come|far)$/.test(
      second,
    );
  }
  return /^(you|your|it|there|that|this|they|he|she|anyone|anything|anybody|any)$/.test(second) &&
    !NOT_ASKED.has(second)
    ? true
    : second === 'any' || (second === 'the' && first !== 'have');
}

/**
 * Cuts the words where a pause ends a sentence.
 * @param spoken punctuation is spoken: pauses then only separate numbers
 * @param asks questions are recognised
 */
export function findStretches(
  flat: FlatWords,
  spoken: boolean,
  asks: boolean,
): readonly SentenceRun[] {
  const words = flat.words.map(({ word }) => word);
  const stretches: SentenceRun[] = [];
  let from = 0;
  for (let i = 1; i <= words.length; i += 1) {
    const last = i === words.length;
    const ends = !spoken && (last || endsSentence(flat, words, i));
    if (!ends && !last && !splitsNumber(flat, words, i)) continue;
    const isAsked = ends && asks && isQuestion(words, from, i);
    stretches.push({ from, to: i, mark: ends ? (isAsked ? '?' : '.') : '' });
    from = i;
  }
  return stretches;
}
