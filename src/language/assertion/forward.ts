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

/** `for the past two years`: up to now. */
export const isUntilNow = (words: readonly Word[], cue: Cue): boolean =>
  words.slice(cue.to, cue.to + 3).some(({ folded }) => TIME.test(folded));

const BROUGHT = new Set('bring brought accompany accompanied by'.split(' '));

/** `brought by his mother`: she is not the one who has it. */
const isCompany = (words: readonly Word[], { from }: Cue): boolean =>
  words.slice(Math.max(0, from - 3), from).some(({ folded }) => BROUGHT.has(folded));

function startsScope(words: readonly Word[], direction: Direction, one: Active, dialogue: boolean) {
  if (direction === 'family') {
    if (tells(words, one.cue) || isCompany(words, one.cue)) return false;
    return !(dialogue && IN_TALK.has(one.text));
  }
  if (direction !== 'historical') return true;
  if (one.text.endsWith('past')) return !isUntilNow(words, one.cue);
  return !/history|hx|h o/.test(one.text) || !isCurrentHistory(words, one.cue);
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

/** Who or what a new statement is about. */
const SUBJECTS = new Set('he she it they there i we you his her my their the this'.split(' '));
const JOINS = new Set(['and', 'but', 'so', 'then']);
/** What is not done is said of one verb; what there is not, of a whole list. */
const OF_A_VERB =
  /(?:^|\s)(?:not|cant|cannot|couldnt|wont|doesnt|dont|didnt|isnt|arent|never|unable)$/;
const FEWEST_WORDS_OF_A_STATEMENT = 2;

/** Whether a denial ends before a word: after a comma or an `and` something else is stated. */
function endsDenial(words: readonly Word[], at: number, { cue, text }: Active): boolean {
  const word = words[at];
  if (word === undefined || at - cue.to < FEWEST_WORDS_OF_A_STATEMENT) return false;
  const comma = (word.gap & GAP.comma) !== 0;
  const joined = JOINS.has(word.folded);
  if (comma && OF_A_VERB.test(text) && word.folded !== 'or' && word.folded !== 'nor') return true;
  const subject = joined ? words[at + 1]?.folded : word.folded;
  if (!comma && !joined) return false;
  // `no pain in the arms and the legs` goes on; `no pain and his vision is normal` does not.
  if (!comma && (subject === 'the' || subject === 'this')) return false;
  return SUBJECTS.has(subject ?? '');
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
    const denial = active.get('absent');
    if (denial !== undefined && endsDenial(words, at, denial)) active.delete('absent');
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
