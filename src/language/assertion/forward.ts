import { type ClauseLimits, LIMIT } from '../clauses/find-clauses.js';
import { lower, SPEECH_AND_THOUGHT } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';
import { type Active, type Direction, reaches, speaksOf, WEIGHT } from './direction.js';
import { isInformant } from './informant.js';
import { saysWhy } from './interpret-cues.js';

export type Read = Map<Direction, Active>;

const IN_TALK = new Set(['son', 'daughter', 'child', 'kid', 'baby', 'partner', 'family']);
const TIME = /^(?:day|week|month|year|hour|hr|minute|yr|wk|present|presented)$/;
const CONDITION = /^(?:if|should|in case)/;

export const textOf = (words: readonly Word[], { from, to }: Cue): string =>
  words
    .slice(from, to)
    .map(({ folded }) => folded)
    .join(' ');

/** `two-day history of`: the history of what is there now. */
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

/** `gives a history of`: what is told of is there now. */
const isTold = (words: readonly Word[], { from }: Cue): boolean =>
  words.slice(Math.max(0, from - 3), from).some((word) => /^(?:gives|gave|giving|presents|presented|presenting)$/.test(lower(word)));

function startsScope(text: ForwardText, direction: Direction, one: Active): boolean {
  const { words, dialogue } = text;
  if (direction === 'family') {
    if (isInformant(words, one.cue, text.isName)) return false;
    return !(dialogue && IN_TALK.has(one.text));
  }
  if (direction !== 'historical') return true;
  // `is being treated for`: it goes on.
  if (/^(?:being|is|are|currently|still|now)$/.test(lower(words[one.cue.from - 1]))) {
    if (/^(?:treated|investigated)/.test(one.text)) return false;
  }
  if (/^(?:history|hx)/.test(one.text) && isTold(words, one.cue)) return false;
  if (one.text.endsWith('past')) return !isUntilNow(words, one.cue);
  return !/history|hx|h o/.test(one.text) || !isCurrentHistory(words, one.cue);
}

/** `nothing to suggest`, `no findings that suggest`: what is denied is the guess itself. */
const GUESSED =
  /^(?:suggest|suggesting|suggestive of|suspect|indicative of|believe|concern for|suspicion of|suspicion for|concerning for|suspicious for|consistent with|compatible with|in keeping with|think|features of|question of)/;
const LONGEST_GUESS = 6;

/** Whether a name stands between what was said before and a new cue. */
const namedBetween = (text: ForwardText, before: Active, cue: Cue): boolean =>
  namedBetweenWords(text, before.cue.to, cue.from);

function namedBetweenWords({ isName }: ForwardText, from: number, to: number): boolean {
  for (let at = to - 1; at >= from && at > to - 30; at -= 1) if (isName(at)) return true;
  return false;
}

/** A denial ends where a guess begins, and the other way round. */
function endOther(text: ForwardText, active: Read, direction: Direction, one: Active): void {
  const other = direction === 'possible' ? 'absent' : 'possible';
  if (direction !== 'possible' && direction !== 'absent') return;
  const before = active.get(other);
  if (before === undefined) return;
  const near = one.cue.from - before.cue.to <= LONGEST_GUESS;
  if (
    other === 'absent' &&
    near &&
    GUESSED.test(one.text) &&
    !namedBetween(text, before, one.cue)
  ) {
    return;
  }
  if (other === 'absent' ? namedBetween(text, before, one.cue) : one.cue.from - before.cue.to > 1) {
    active.delete(other);
  }
}

/** `no fever history of asthma`: what begins right after a name is no part of what is denied. */
function endsByJuxtaposition(text: ForwardText, active: Read, cue: Cue): void {
  const denial = active.get('absent');
  if (denial === undefined || cue.from === cue.to || cue.from <= denial.cue.to) return;
  const gap = text.words[cue.from]?.gap ?? 0;
  if ((gap & (GAP.comma | GAP.slash | GAP.open)) === 0 && text.isName(cue.from - 1)) {
    active.delete('absent');
  }
}

/** `no diabetes, father stroke`: somebody else begins. */
function endsByRelative(text: ForwardText, active: Read, cue: Cue): void {
  const denial = active.get('absent');
  if (denial === undefined || !isRelative(lower(text.words[cue.to - 1]))) return;
  const link = lower(text.words[cue.from - 1]);
  if (link !== 'or' && link !== 'nor' && namedBetween(text, denial, cue)) active.delete('absent');
}

/** `former smoker, current asthma`: what was and what may be ends where what is begins. */
function endsPast(text: ForwardText, active: Read, one: Active): void {
  for (const direction of ['historical', 'possible'] as const) {
    const before = active.get(direction);
    if (before !== undefined && namedBetween(text, before, one.cue)) active.delete(direction);
  }
}

/** `cannot be certain that there is no`: it may be there. */
function isUncertain(text: ForwardText, active: Read, cue: Cue): boolean {
  const guess = active.get('possible');
  if (guess === undefined || namedBetween(text, guess, cue)) return false;
  return /certain|sure|convinced|surprised|doubt/.test(guess.text);
}

/** What affirms although it is no verb: a denial of before does not reach over it. */
const AFFIRMS =
  /^(?:positive for|significant for|remarkable for|c o|complain(?:ing|ed)? of|present(?:ing|ed)? with|)$/;
const NEW_TOPIC = ['historical', 'family', 'hypothetical', 'affirmed'] as const;

function applyCue(text: ForwardText, cue: Cue, active: Read): void {
  const { kinds } = cue;
  if (kinds.has('pseudo')) return;
  const one = { cue, text: textOf(text.words, cue) };
  if (kinds.has('stop')) stop(active, one);
  for (const direction of WEIGHT) {
    if (!kinds.has(`${direction} before`)) continue;
    if (!startsScope(text, direction, one)) continue;
    if (direction === 'absent' && isUncertain(text, active, cue)) continue;
    endOther(text, active, direction, one);
    if (direction === 'affirmed') endsPast(text, active, one);
    if (NEW_TOPIC.some((topic) => topic === direction)) endsByJuxtaposition(text, active, cue);
    if (direction === 'family') endsByRelative(text, active, cue);
    active.set(direction, one);
  }
  if (kinds.has('present before') && AFFIRMS.test(one.text)) {
    const denial = active.get('absent');
    if (denial !== undefined && (cue.from === cue.to || namedBetween(text, denial, cue))) {
      active.delete('absent');
    }
  }
}

const OF_A_CAUSE = /^(?:due|secondary|because|attributed|owing|cause|as)/;

/** `not due to` denies the cause; elsewhere what follows `due to` is there. */
function stop(active: Read, { cue, text }: Active): void {
  const family = active.get('family');
  const denial = active.get('absent');
  const guess = active.get('possible');
  active.clear();
  if (family !== undefined) active.set('family', family);
  if (denial?.cue.to === cue.from && OF_A_CAUSE.test(text)) active.set('absent', denial);
  if (guess?.cue.to === cue.from && OF_A_CAUSE.test(text)) active.set('possible', guess);
}

/** What is not done is said of one verb; what there is not, of a whole list. */
const OF_A_VERB =
  /(?:^|\s)(?:not|cant|cannot|couldnt|wont|doesnt|dont|didnt|isnt|arent|never|unable)$/;
const FEWEST_WORDS_OF_A_STATEMENT = 2;

/** `no carers, fever since Friday`: what is denied is no name, and no list goes on. */
function isOtherThing(text: ForwardText, cue: Cue, at: number): boolean {
  if (namedBetweenWords(text, cue.to, at)) return false;
  for (let i = at; i < at + 25; i += 1) {
    const word = text.words[i];
    if (word === undefined || (i > at && (word.gap & SENTENCE_END) !== 0)) return true;
    if (/^(?:or|nor|and)$/.test(lower(word))) return false;
  }
  return true;
}

/** Whether the denial of a verb ends before a word: no list goes on after the comma. */
function endsDenial(text: ForwardText, at: number, { cue, text: said }: Active): boolean {
  const word = text.words[at];
  if (word === undefined || at - cue.to < FEWEST_WORDS_OF_A_STATEMENT) return false;
  if ((word.gap & GAP.comma) === 0) return false;
  if (said === 'no' && isOtherThing(text, cue, at)) return true;
  if (!OF_A_VERB.test(said)) return false;
  if (/^(?:or|nor|and|any)$/.test(word.folded)) return false;
  return ![at, at + 1, at + 2].some((near) => text.isName(near));
}

const OVER_ALL = /^(?:at no|on no|in no|not once|never|nor|it is not|not the case|not true|untrue)/;

/** `in the past he has had`, `at no point did she`: said of the statement that follows at once. */
function isFronted(text: ForwardText, at: number, direction: Direction, one: Active): boolean {
  if (at - one.cue.to > FARTHEST_FRONT || namedBetweenWords(text, one.cue.to, at)) return false;
  if (((text.words[at]?.gap ?? 0) & (SENTENCE_END | GAP.colon)) !== 0) return false;
  if (direction === 'absent') return OVER_ALL.test(one.text) && at - one.cue.to < 3;
  if (direction === 'family' && /^(?:maternal|paternal|in the family|family)/.test(one.text)) return true;
  if (direction === 'family' || direction === 'done' || direction === 'affirmed') return false;
  if (lower(text.words[at]) === 'but' || lower(text.words[at]) === 'and') return false;
  return direction !== 'historical' || FRONT.test(one.text);
}

/** A clause begins: what was said before holds of what is named there only where it says so. */
function beginClause(text: ForwardText, at: number, active: Read): void {
  const limit = text.limits[at] ?? LIMIT.none;
  if (limit === LIMIT.none) return;
  const same = (limit & LIMIT.sameSubject) !== 0;
  for (const [direction, one] of active) {
    if (same && (direction === 'family' || direction === 'hypothetical')) continue;
    // A cue that the clause begins inside, and what stands before the clause without naming anything.
    if (one.cue.to > at) continue;
    if (isFronted(text, at, direction, one)) continue;
    active.delete(direction);
  }
}

/** `denies that his pain is worse`: the pain is taken for granted. */
function isPresupposed({ words }: ForwardText, span: Span, { cue }: Active): boolean {
  const before = words[span.from - 1];
  if (span.from - 1 <= cue.to || before === undefined) return false;
  if (!/^(?:his|her|my|the|their|this)$/.test(lower(before))) return false;
  const linked =
    lower(words[span.from - 2]) === 'that' || SPEECH_AND_THOUGHT.has(lower(words[span.from - 2]));
  return linked && /^(?:is|was|are|were|has|have|had)$/.test(lower(words[span.to]));
}

/** `pain after a fall`: what brought it on belongs to it. */
const isCause = (words: readonly Word[], said: string, { from, to }: Span): boolean =>
  /^(?:after|following)$/.test(said) &&
  words.slice(from, to).some((word) => /^(?:injury|trauma|fall|wound|fracture|bite|exercise|exertion|sting|burn|accident)$/.test(lower(word)));

/** `no diabetes, hypertension controlled on amlodipine`: the second is a statement of its own. */
const STATES =
  /^(?:controlled|treated|managed|diagnosed|stable|since|on|well|under|requiring|ongoing|present|noted|seen|confirmed|worse|worsening|persists)$/;

function isStatedAlone(text: ForwardText, span: Span, one: Active): boolean {
  if (isPresupposed(text, span, one)) return true;
  const gap = text.words[span.from]?.gap ?? 0;
  const next = text.words[span.to];
  if ((gap & GAP.comma) === 0 || span.from === one.cue.to || next === undefined) return false;
  if ((next.gap & (SENTENCE_END | GAP.comma)) !== 0 || !STATES.test(lower(next))) return false;
  for (let at = one.cue.to; at < span.from; at += 1) {
    if (/^(?:or|nor)$/.test(lower(text.words[at]))) return false;
  }
  return text.isName(one.cue.to);
}

function reaching(text: ForwardText, active: Read, span: Span): Read {
  const { words, dialogue } = text;
  const reached: Read = new Map();
  for (const [direction, one] of active) {
    if (direction === 'absent' && isStatedAlone(text, span, one)) continue;
    if (direction === 'historical' && isCause(words, one.text, span)) continue;
    if (!speaksOf(direction, one.text, span.type)) continue;
    if (reaches(words, direction, one, span.from, span.type, dialogue)) reached.set(direction, one);
  }
  return reached;
}

const FARTHEST_FRONT = 6;
/** Times that stand before a whole statement. */
const FRONT = /past|prior|until|ago|last|previous|earlier|^in |^at |^as |^when|^before|^during|^on |child|once|long|former|^(?:19|20)/;
const OF_A_LIST = /history|hx|h o|background|pmh|known|past|previous|prior|s p|status/;

/** What a verb says of one thing it does not say of another that stands beside that. */
function endsOfOne(text: ForwardText, active: Read, at: number): void {
  const past = active.get('historical');
  if (past === undefined || !text.isName(at - 1) || OF_A_LIST.test(past.text)) return;
  const gap = text.words[at]?.gap ?? 0;
  if ((gap & (GAP.comma | GAP.slash | GAP.open)) === 0) active.delete('historical');
}

/** A text as scopes are read in it. */
export interface ForwardText {
  readonly words: readonly Word[];
  /** In their order. */
  readonly spans: readonly Span[];
  readonly limits: ClauseLimits;
  readonly dialogue: boolean;
  isName(at: number): boolean;
}

const NOW = /^(?:now|currently|today|tonight|presently|nowadays)$/;

/** `in case of fever, take paracetamol`: what is to be done then is planned; what ails is not. */
function endsCondition(active: Read, said: Active): void {
  if (!CONDITION.test(said.text)) return;
  active.set('hypothetical', { cue: said.cue, text: `would ${said.text}` });
}

/** Cues before names, from left to right; linear. One map for each span. */
export function readForward(text: ForwardText, cues: readonly Cue[]): Read[] {
  const { words, spans, isName } = text;
  const read: Read[] = [];
  const active: Read = new Map();
  let nextCue = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const gap = words[at]?.gap ?? GAP.end;
    if (active.size > 0) {
      if ((gap & SENTENCE_END) !== 0) active.clear();
      else beginClause(text, at, active);
    }
    const denial = active.get('absent');
    if (denial !== undefined && (endsDenial(text, at, denial) || saysWhy(words, at, denial.text))) {
      if (at >= denial.cue.to) active.delete('absent');
    }
    const conditional = active.get('hypothetical');
    if (conditional !== undefined && (gap & GAP.comma) !== 0) endsCondition(active, conditional);
    if (NOW.test(lower(words[at])) && !isName(at)) active.delete('historical');
    for (let cue = cues[nextCue]; cue !== undefined && cue.from === at; cue = cues[nextCue]) {
      nextCue += 1;
      applyCue(text, cue, active);
    }
    const span = spans[read.length];
    if (span?.from === at) endsOfOne(text, active, at);
    if (span?.from === at) read.push(reaching(text, active, span));
  }
  return read;
}
