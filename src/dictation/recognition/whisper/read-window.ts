import { alignmentMatrix, beginnings } from './alignment.js';
import type { DecodingCheck } from './fallback.js';
import { wordsWithoutLoops } from './repetition.js';
import type { TokenSegment } from './segments.js';
import type { WhisperSettings } from './settings.js';
import {
  alignedTimes,
  interpolatedTimes,
  LEEWAY,
  rawConfidence,
  type Span,
  spellWords,
} from './words.js';

/** A word of a window. */
export interface WindowWord extends Span {
  readonly word: string;
  /** 0..1 */
  readonly confidence: number;
}

/** A segment of a window with its words; times in seconds from the beginning of the window. */
export interface WindowSegment extends Span {
  readonly words: readonly WindowWord[];
  /** `interpolated`: shared out by length, where the export has no attentions. */
  readonly timing: 'attention' | 'interpolated';
}

export interface ReadOptions {
  readonly settings: Pick<WhisperSettings, 'window' | 'places'>;
  readonly decode: (tokens: readonly number[]) => string;
  readonly language: string;
  /** Maps exp(mean log-probability) to the probability that a word is right. */
  readonly calibrate: (raw: number) => number;
  /** Seconds of sound in the window. */
  readonly seconds: number;
}

/** Evidence of each token at each position, where the export has attentions. */
function matrixOf({ writing }: DecodingCheck, options: ReadOptions): Float32Array[] | undefined {
  const { looks } = writing;
  if ((looks[0]?.length ?? 0) === 0) return undefined;
  const { window, places } = options.settings;
  const heard = Math.min(places, Math.max(1, Math.ceil((options.seconds / window) * places)));
  return alignmentMatrix(looks, heard);
}

/**
 * The position at which each token of a segment begins. The time tokens before and after the text
 * are included and take the time between the segment's edges and its words.
 */
function beginsWithin(
  matrix: readonly Float32Array[],
  { from, to, start, end }: TokenSegment,
  step: number,
): Map<number, number> {
  const first = Math.max(0, from - 1);
  const low = Math.max(0, Math.floor((start - LEEWAY) / step));
  const high = Math.ceil((end + LEEWAY) / step);
  const rows = matrix.slice(first, to + 1).map((row) => row.subarray(low, high));
  return new Map(beginnings(rows).map((place, index) => [first + index, low + place]));
}

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns the words of a window's segments with times and confidences. Of a repetitive text only
 * the first round of each loop is kept.
 */
export function readWindow(
  verdict: DecodingCheck,
  segments: readonly TokenSegment[],
  options: ReadOptions,
): WindowSegment[] {
  const { tokens, logProbs } = verdict.writing;
  const { settings, decode, language, calibrate, seconds } = options;
  const matrix = matrixOf(verdict, options);
  const step = settings.window / settings.places;
  const spelled = segments.map((segment) => spellWords(tokens, segment, decode, language));
  const kept = verdict.loops ? wordsWithoutLoops(spelled.flat().map((w) => plain(w.text))) : [];
  let index = 0;
  return segments.flatMap((segment, place): WindowSegment[] => {
    const words = spelled[place] ?? [];
    const times = matrix
      ? alignedTimes(words, segment, beginsWithin(matrix, segment, step), step)
      : interpolatedTimes(words, segment);
    const read = words.flatMap((word, at): WindowWord[] => {
      const isKept = kept[index] ?? true;
      index += 1;
      const { start, end } = times[at] ?? segment;
      const confidence = calibrate(rawConfidence(word, logProbs));
      const span = { start: Math.min(seconds, start), end: Math.min(seconds, end) };
      return isKept ? [{ word: word.text, ...span, confidence }] : [];
    });
    const timing = matrix ? 'attention' : 'interpolated';
    return read.length === 0
      ? []
      : [{ start: segment.start, end: segment.end, words: read, timing }];
  });
}
