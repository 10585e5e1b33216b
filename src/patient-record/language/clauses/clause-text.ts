import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { ARTICLES, DEMONSTRATIVES, POSSESSIVES } from './grammar.js';

/**
 * How sure it is that a clause begins at a word, as bits: `sameSubject` marks a clause that takes its
 * subject from the one before it (`denies fever and reports a cough`).
 */
export const LIMIT = { none: 0, likely: 1, sure: 2, sameSubject: 4 } as const;

/**
 * Where clauses begin: bits of {@link LIMIT} for each word. Sentences, headings and statements with a
 * subject and a verb of their own are sure; a statement whose subject is a bare name is likely.
 */
export type ClauseLimits = Uint8Array;

export interface Clauses {
  readonly words: readonly Word[];
  readonly spans: readonly Span[];
  /** By word, the words as grammar compares them. */
  readonly plain: readonly string[];
  /** By word, one more than the number of the name that it is part of. */
  readonly names: Int32Array;
  readonly limits: ClauseLimits;
}

/** Where a statement begins, and how sure that is. */
export interface Statement {
  readonly at: number;
  readonly limit: number;
}

export const STATABLE: ReadonlySet<string> = new Set([
  'symptom',
  'finding',
  'condition',
  'medication',
]);

export const endsBefore = ({ words }: Clauses, at: number): boolean =>
  ((words[at]?.gap ?? GAP.end) & (SENTENCE_END | GAP.colon | GAP.open | GAP.close)) !== 0;

export const nameAt = ({ names, spans }: Clauses, at: number): Span | undefined =>
  spans[(names[at] ?? 0) - 1];

export const isDeterminer = (word: string): boolean =>
  ARTICLES.has(word) || POSSESSIVES.has(word) || DEMONSTRATIVES.has(word);
