import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';
import { type Active, type Direction, reaches, speaksOf, WEIGHT } from './direction.js';

export type Read = Map<Direction, Active>;

/** A relative who tells is not the one who has it. */
const TELLS = new Set(
  'report reported state stated say said tell told note noted notice noticed mention mentioned describe described think thought deny denie give bring brought accompany accompanied concerned worried call reporting feel live lives is complain found saw see'.split(
    ' ',
  ),
);
const RETURNS = new Set(['he', 'she', 'patient', 'i', 'you']);
const NEAR_RELATIVE = 3;
const IN_TALK = new Set(['son', 'daughter', 'child', 'kid', 'baby', 'partner', 'family']);
const TIME = /^(?:day|week|month|year|hour|hr|minute|yr|wk|present|presented)$/;
const CONDITION = /^(?:if|should|in case)/;

export const textOf = (words: readonly Word[], { from, to }: Cue): string =>
  words
    .slice(from, to)
    .map(({ folded }) => folded)
    .join(' ');

function tells(words: readonly Word[], cue: Cue): boolean {
  for (let i = cue.to; i < cue.to + NEAR_RELATIVE; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (TELLS.has(word.folded)) return true;
  }
  return false;
}

/** `two-day history of`: the history of what is there now. */
const isCurrentHistory = (words: readonly Word[], cue: Cue): boolean =>
  words.slice(Math.max(0, cue.from - 3), cue.from).some(({ folded }) => TIME.test(folded));

function startsScope(words: readonly Word[], direction: Direction, one: Active, dialogue: boolean) {
  if (direction === 'family') {
    return !tells(words, one.cue) && !(dialogue && IN_TALK.has(one.text));
  }
  const history = direction === 'historical' && /history|hx|h o/.test(one.text);
  return !history || !isCurrentHistory(words, one.cue);
}

/** A denial ends where a guess begins, and the other way round. */
function endOther(active: Read, direction: Direction, cue: Cue): void {
  const other = direction === 'possible' ? 'absent' : 'possible';
  if (direction !== 'possible' && direction !== 'absent') return;
  const before = active.get(other);
  if (before !== undefined && cue.from - before.cue.to > 1) active.delete(other);
}

function applyCue(words: readonly Word[], cue: Cue, active: Read, dialogue: boolean): void {
  const { kinds } = cue;
  if (kinds.has('pseudo')) return;
  if (kinds.has('stop')) {
    const family = active.get('family');
    active.clear();
    if (family !== undefined) active.set('family', family);
  }
  const one = { cue, text: textOf(words, cue) };
  for (const direction of WEIGHT) {
    if (!kinds.has(`${direction} before`)) continue;
    if (!startsScope(words, direction, one, dialogue)) continue;
    endOther(active, direction, cue);
    active.set(direction, one);
  }
  if (kinds.has('present before') && !kinds.has('absent before')) active.delete('absent');
}

function reaching(words: readonly Word[], active: Read, span: Span, dialogue: boolean): Read {
  const reached: Read = new Map();
  for (const [direction, one] of active) {
    if (!speaksOf(direction, one.text, span.type)) continue;
    if (reaches(words, direction, one, span.from, span.type, dialogue)) reached.set(direction, one);
  }
  return reached;
}

/** Cues before names, from left to right; linear. One map for each span. */
export function readForward(
  words: readonly Word[],
  spans: readonly Span[],
  cues: readonly Cue[],
  dialogue: boolean,
): Read[] {
  const read: Read[] = [];
  const active: Read = new Map();
  let nextCue = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const gap = words[at]?.gap ?? GAP.end;
    if (active.size > 0 && (gap & SENTENCE_END) !== 0) active.clear();
    const conditional = active.get('hypothetical')?.text;
    if (conditional !== undefined && (gap & GAP.comma) !== 0 && CONDITION.test(conditional)) {
      active.delete('hypothetical');
    }
    for (let cue = cues[nextCue]; cue !== undefined && cue.from === at; cue = cues[nextCue]) {
      nextCue += 1;
      applyCue(words, cue, active, dialogue);
    }
    if (active.size > 0 && RETURNS.has(words[at]?.folded ?? '')) active.delete('family');
    const span = spans[read.length];
    if (span?.from === at) read.push(reaching(words, active, span, dialogue));
  }
  return read;
}
