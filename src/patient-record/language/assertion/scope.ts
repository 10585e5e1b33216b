import type { ClauseLimits } from '../clauses/clause-text.js';
import type { Span } from '../span.js';
import type { Word } from '../text/words.js';
import type { Cue } from './cues.js';
import type { Active, Direction } from './direction.js';

export type ActiveCues = Map<Direction, Active>;

/** The folded words of a cue. */
export function textOf(words: readonly Word[], { from, to }: Cue): string {
  let text = words[from]?.folded ?? '';
  if (from === to) return '';
  for (let at = from + 1; at < to; at += 1) text += ` ${words[at]?.folded ?? ''}`;
  return text;
}

/** A text as scopes are read in it. */
export interface ForwardText {
  readonly words: readonly Word[];
  /** In their order. */
  readonly spans: readonly Span[];
  readonly limits: ClauseLimits;
  readonly dialogue: boolean;
  /** Somebody calls for help for the patient. */
  readonly reported: boolean;
  isName(at: number): boolean;
  /** Whether a word is of a symptom, finding or condition. */
  isAilment(at: number): boolean;
}

/** Whether there is a name between the previous cue and a new one. */
export const namedBetween = (text: ForwardText, before: Active, cue: Cue): boolean =>
  namedBetweenWords(text, before.cue.to, cue.from);

export function namedBetweenWords({ isAilment }: ForwardText, from: number, to: number): boolean {
  for (let at = to - 1; at >= from && at > to - 30; at -= 1) if (isAilment(at)) return true;
  return false;
}
