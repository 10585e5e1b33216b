import { type ClauseLimits, LIMIT } from '../../clauses/clause-text.js';
import { lower } from '../../clauses/grammar.js';
import { SENTENCE_END, type Word } from '../../text/words.js';
import { type Cue, type CueKind, kindBits, makeCue } from '../cues.js';

/** A text as constructions are looked for in it. */
export interface ConstructionText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly dialogue: boolean;
  /** Where clauses begin. */
  readonly limits: ClauseLimits;
  isName(at: number): boolean;
  /** Whether a word is of a symptom, finding or condition. */
  isAilment(at: number): boolean;
}

/** Looks for a construction that begins at a word. */
export type FindCue = (text: ConstructionText, at: number) => Cue | undefined;

export const cue = (from: number, to: number, ...kinds: CueKind[]): Cue =>
  makeCue(from, to, kindBits(...kinds));

/** A cue whose construction itself determines its scope. */
export const completeCue = (from: number, to: number, ...kinds: CueKind[]): Cue =>
  makeCue(from, to, kindBits(...kinds), true);

const WITHIN = 8;

/** The first of the next words that matches, in the same clause and outside names. */
export function ahead(
  { words, limits, isName }: ConstructionText,
  at: number,
  wanted: RegExp,
  most = WITHIN,
): number | undefined {
  for (let i = at; i < at + most; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (wanted.test(lower(word)) && !isName(i)) return i;
    if (i > at && ((limits[i] ?? 0) & (LIMIT.sure | LIMIT.sameSubject)) === LIMIT.sure) break;
  }
  return undefined;
}
