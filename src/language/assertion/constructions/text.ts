import { lower } from '../../clauses/grammar.js';
import { SENTENCE_END, type Word } from '../../text/words.js';
import type { Cue, CueKind } from '../cues.js';

/** A text as constructions are looked for in it. */
export interface ConstructionText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly dialogue: boolean;
  isName(at: number): boolean;
}

export const cue = (from: number, to: number, ...kinds: CueKind[]): Cue => ({
  from,
  to,
  kinds: new Set(kinds),
});

const WITHIN = 8;

/** The first of the next words that matches, in the same sentence and outside names. */
export function ahead(
  { words, isName }: ConstructionText,
  at: number,
  wanted: RegExp,
  most = WITHIN,
): number | undefined {
  for (let i = at; i < at + most; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (wanted.test(lower(word)) && !isName(i)) return i;
  }
  return undefined;
}
