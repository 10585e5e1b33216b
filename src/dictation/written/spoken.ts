import type { RecognisedWord } from '../recognition/ctc/recognised-word.js';

/** Words between two pauses, as one run of the recogniser gives them. */
export interface SpokenSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly RecognisedWord[];
}

/** Usual single dose of a drug for an adult, in `unit` (mg, mcg, g, mL, units …). */
export interface DoseRange {
  readonly unit: string;
  readonly usual: readonly [low: number, high: number];
}

export interface WritingOptions {
  /** BCP 47, `en-US`, `en-GB` …; decides spelling and the look of times. */
  readonly locale: string;
  /** In a conversation punctuation is not spoken: "period" is a word there. */
  readonly mode: 'dictation' | 'conversation';
  /** Brand names of drugs in lower case; they are written with a capital. */
  readonly brands?: ReadonlySet<string>;
  /** Looks up the usual dose of a drug; without it doses are not checked. */
  readonly doseRange?: (drug: string) => DoseRange | undefined;
  /** Where clauses begin; without it only pauses and spoken marks make punctuation. */
  readonly clauseLimits?: FindClauseLimits;
}

/** Where a clause begins; `punctuate` expects these in order. */
export interface ClauseLimit {
  /** Index of the first spoken word of the new clause. */
  readonly at: number;
  /** The mark before it: a full stop, or a comma within the sentence. */
  readonly mark: '.' | ',';
  /** The evidence is good enough to put the mark into the text. */
  readonly certain: boolean;
  /** The clause before is the heading of a section. */
  readonly heading?: boolean;
}

export type FindClauseLimits = (words: readonly string[]) => readonly ClauseLimit[];

/** Words of the text that may be wrong although they were recognised with confidence. */
export interface Doubt {
  /** UTF-16 code units into the text. */
  readonly start: number;
  readonly end: number;
  /** The name of a medicine, or a number. */
  readonly of: 'name' | 'number';
  /** A sentence for the reader. */
  readonly reason: string;
}

export type WrittenKind = 'word' | 'number' | 'punctuation' | 'layout';

/** A word of the text. `spoken` of all words, joined, is the recogniser's output. */
export interface WrittenWord {
  readonly text: string;
  readonly kind: WrittenKind;
  /** Empty where a mark was inserted that was not spoken. */
  readonly spoken: readonly string[];
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  /** The lowest confidence of the spoken words, 0..1. */
  readonly confidence: number;
  /** UTF-16 code units into the text: `text.slice(start_offset, end_offset)` is the word. */
  readonly start_offset: number;
  readonly end_offset: number;
}

export interface WrittenSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface WrittenText {
  readonly text: string;
  readonly words: readonly WrittenWord[];
  readonly segments: readonly WrittenSegment[];
  readonly warnings: readonly string[];
  /** Positions of possibly misheard names and numbers. */
  readonly doubts: readonly Doubt[];
}
