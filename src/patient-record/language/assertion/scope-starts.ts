import { lower } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';
import type { Active, Direction } from './direction.js';
import { isInformant } from './informant.js';
import { isRelativeAsPatient } from './relative-as-patient.js';
import type { ForwardText } from './scope.js';

const IN_TALK = new Set(['son', 'daughter', 'child', 'kid', 'baby', 'partner', 'family']);
const TIME = /^(?:day|week|month|year|hour|hr|minute|yr|wk|present|presented)$/;

/** `two-day history of`: the history of a present complaint. */
const isCurrentHistory = (words: readonly Word[], cue: Cue): boolean =>
  words.slice(Math.max(0, cue.from - 3), cue.from).some(({ folded }) => TIME.test(folded));

/** `for the past two years`: up to now. */
export function isUntilNow(words: readonly Word[], cue: Cue): boolean {
  for (let i = cue.to; i < cue.to + 3; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (TIME.test(word.folded)) return true;
  }
  return false;
}

const OF_THE_TELLING =
  /^(?:obtained|taken|given|from|is|was|limited|provided|per|by|as|unreliable|unobtainable|unclear|difficult|poor)$/;

/** `gives a history of`: the reported complaint is present now. */
const isTold = (words: readonly Word[], { from }: Cue): boolean =>
  words
    .slice(Math.max(0, from - 3), from)
    .some((word) => /^(?:gives|gave|giving|presents|presented|presenting)$/.test(lower(word)));

/** `no past medical history, cough for two days`: the history is denied, and what follows is no part of it. */
function isDeniedHistory(words: readonly Word[], { from, to }: Cue): boolean {
  if (!/^(?:no|nil)$/.test(lower(words[from - 1]))) return false;
  if (!/^(?:history|pmhx?|hx)$/.test(lower(words[to - 1]))) return false;
  return ((words[to]?.gap ?? 0) & GAP.comma) !== 0;
}

/** `for years`, `since 2010`: up to now. */
function isUntilToday(words: readonly Word[], from: number): boolean {
  for (let at = from; at < from + 10; at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (lower(word) === 'since') return true;
    if (lower(word) === 'for' && [1, 2, 3].some((n) => TIME.test(words[at + n]?.folded ?? '')))
      return true;
  }
  return false;
}

const COPES = /^(?:cope|manage|control|live|work|help)$/;
const FARTHEST_RESULT = 12;
const HELPED =
  /^(?:respond|responds|responded|responding|response|improved|improving|improvement|settled|settling|resolved|relief|benefit|effect|success|controlled|better)$/;

/** `treated for gout with steroids, not yet responding`: it is still there. */
function failed(words: readonly Word[], from: number): boolean {
  for (let i = from; i < from + FARTHEST_RESULT; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (!HELPED.test(lower(word))) continue;
    const before = [1, 2].map((n) => lower(words[i - n]));
    if (before.some((one) => /^(?:not|no|without|little|yet)$/.test(one))) return true;
  }
  return false;
}

export function startsScope(text: ForwardText, direction: Direction, one: Active): boolean {
  const { words, dialogue, reported } = text;
  if (direction === 'family') {
    if (isInformant(words, one.cue, text.isName)) return false;
    if (reported && isRelativeAsPatient(words, one.cue)) return false;
    return !(dialogue && IN_TALK.has(one.text));
  }
  if (direction !== 'historical') return true;
  // `is being treated for`, `never treated for her gout`: it continues.
  if (/^(?:being|is|are|currently|still|now|never|not)$/.test(lower(words[one.cue.from - 1]))) {
    if (/^(?:treated|investigated)/.test(one.text)) return false;
  }
  // `used to cope with the pain`: the ability is past.
  if (one.text === 'used to' && COPES.test(lower(words[one.cue.to]))) return false;
  // `has suffered from gout for years`.
  if (/^ha(?:s|ve) suffered/.test(one.text) && isUntilToday(words, one.cue.to)) return false;
  // `no past medical history, cough for two days`.
  if (isDeniedHistory(words, one.cue)) return false;
  if (/^treated/.test(one.text) && failed(words, one.cue.to)) return false;
  if (/^(?:history|hx)/.test(one.text) && isTold(words, one.cue)) return false;
  if (/^(?:history|hx)$/.test(one.text) && OF_THE_TELLING.test(lower(words[one.cue.to])))
    return false;
  if (one.text.endsWith('past')) return !isUntilNow(words, one.cue);
  return !/history|hx|h o/.test(one.text) || !isCurrentHistory(words, one.cue);
}
