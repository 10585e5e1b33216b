import { type ClauseLimits, LIMIT } from '../clauses/find-clauses.js';
import { lower } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';
import { type Active, type Direction, reaches, speaksOf, WEIGHT } from './direction.js';
import { saysWhy } from './interpret-cues.js';

export type Read = Map<Direction, Active>;

const NEAR_RELATIVE = 5;
const IN_TALK = new Set(['son', 'daughter', 'child', 'kid', 'baby', 'partner', 'family']);
const TIME = /^(?:day|week|month|year|hour|hr|minute|yr|wk|present|presented)$/;
const CONDITION = /^(?:if|should|in case)/;

export const textOf = (words: readonly Word[], { from, to }: Cue): string =>
  words
    .slice(from, to)
    .map(({ folded }) => folded)
    .join(' ');

/** What is said of whoever has something; any other verb makes a relative an informant. */
const OF_THE_ILL =
  /^(?:has|had|have|having|with|is|was|are|were|been|died|dying|dead|die|dies|suffer|suffers|suffered|suffering|developed|develops|diagnosed|affected|got|get|passed|carries|carried|carrier|battled|survived|succumbed|lost|also|both|who|and|or|of|in|on|aged|age|at|s|side|living|deceased|treated|underwent|positive|known|did|does|would|could|might|may|never|not|no|nor|denies|alive|reportedly|apparently|recently|previously|too|the|a|an|first|degree|had had|hx|history|from)$/;
/** What somebody says, sees or does for the patient. */
const INFORMS =
  /^(?:is|was|are|were|has|have|had)?\s?(?:concerned|worried|anxious|present|here|reporting|saying|telling|giving|bringing|aware|noticed|noted|seen|told|said|given|brought|called|reported|found|asked|requesting|asking|describing|keen|upset|unhappy|convinced|sure|certain|complaining)$/;

/** Whether a relative speaks, sees or acts, and is not the one who has it. */
function informs(words: readonly Word[], cue: Cue, isName: (at: number) => boolean): boolean {
  for (let i = cue.to; i < cue.to + NEAR_RELATIVE; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.colon)) !== 0 || isName(i))
      return false;
    const plain = lower(word);
    if (INFORMS.test(plain)) return true;
    if (/^(?:who|that)$/.test(plain) && i === cue.to) continue;
    if (word.number || (word.gap & (GAP.comma | GAP.open)) !== 0) return false;
    if (isRelative(plain) || OF_THE_ILL.test(plain)) {
      if (/^(?:is|was|are|were|has|have|had|also|and|who|did|does|s|both|in|law)$/.test(plain))
        continue;
      return false;
    }
    return (
      /(?:s|ed|t|ught|id|ve|w|nd|ng|ink|ieve|ort|ate|ell|ice)$/.test(plain) && plain.length > 2
    );
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

function startsScope(text: ForwardText, direction: Direction, one: Active): boolean {
  const { words, dialogue } = text;
  if (direction === 'family') {
    if (isCompany(words, one.cue)) return false;
    const person = isRelative(lower(words[one.cue.to - 1]));
    if (person && informs(words, one.cue, (at) => text.isName(at))) return false;
    return !(dialogue && IN_TALK.has(one.text));
  }
  if (direction !== 'historical') return true;
  if (one.text.endsWith('past')) return !isUntilNow(words, one.cue);
  return !/history|hx|h o/.test(one.text) || !isCurrentHistory(words, one.cue);
}

/** `nothing to suggest`, `no findings that suggest`: what is denied is the guess itself. */
const GUESSED =
  /^(?:suggest|suggesting|suggestive of|suspect|indicative of|believe|concern for|suspicion of|suspicion for|concerning for|suspicious for|consistent with|compatible with|in keeping with|think|features of|question of)/;
const LONGEST_GUESS = 6;

/** A denial ends where a guess begins, and the other way round. */
function endOther(active: Read, direction: Direction, { cue, text }: Active): void {
  const other = direction === 'possible' ? 'absent' : 'possible';
  if (direction !== 'possible' && direction !== 'absent') return;
  const before = active.get(other);
  if (before === undefined || cue.from - before.cue.to <= 1) return;
  const near = cue.from - before.cue.to <= LONGEST_GUESS;
  if (other === 'absent' && near && GUESSED.test(text)) return;
  active.delete(other);
}

/** What affirms although it is no verb: a denial of before does not reach over it. */
const AFFIRMS = /^(?:positive for|significant for|remarkable for|c o|)$/;

function applyCue(text: ForwardText, cue: Cue, active: Read): void {
  const { kinds } = cue;
  if (kinds.has('pseudo')) return;
  const one = { cue, text: textOf(text.words, cue) };
  if (kinds.has('stop')) stop(active, cue);
  for (const direction of WEIGHT) {
    if (!kinds.has(`${direction} before`)) continue;
    if (!startsScope(text, direction, one)) continue;
    endOther(active, direction, one);
    active.set(direction, one);
  }
  if (kinds.has('present before') && AFFIRMS.test(one.text)) active.delete('absent');
}

/** `not due to` denies the cause; elsewhere what follows `due to` is there. */
function stop(active: Read, cue: Cue): void {
  const family = active.get('family');
  const denial = active.get('absent');
  active.clear();
  if (family !== undefined) active.set('family', family);
  if (denial !== undefined && denial.cue.to === cue.from) active.set('absent', denial);
}

/** What is not done is said of one verb; what there is not, of a whole list. */
const OF_A_VERB =
  /(?:^|\s)(?:not|cant|cannot|couldnt|wont|doesnt|dont|didnt|isnt|arent|never|unable)$/;
const FEWEST_WORDS_OF_A_STATEMENT = 2;

/** Whether the denial of a verb ends before a word: no list goes on after the comma. */
function endsDenial(text: ForwardText, at: number, { cue, text: said }: Active): boolean {
  const word = text.words[at];
  if (word === undefined || at - cue.to < FEWEST_WORDS_OF_A_STATEMENT) return false;
  if ((word.gap & GAP.comma) === 0 || !OF_A_VERB.test(said)) return false;
  if (/^(?:or|nor|and|any)$/.test(word.folded)) return false;
  return ![at, at + 1, at + 2].some((near) => text.isName(near));
}

/** A clause begins: what was said before holds of what is named there only where it says so. */
function beginClause(text: ForwardText, at: number, active: Read): void {
  const limit = text.limits[at] ?? LIMIT.none;
  if (limit === LIMIT.none) return;
  if ((limit & LIMIT.sameSubject) === 0) return active.clear();
  for (const direction of ['absent', 'possible', 'historical', 'affirmed', 'done'] as const) {
    active.delete(direction);
  }
}

function reaching(text: ForwardText, active: Read, span: Span): Read {
  const { words, dialogue } = text;
  const reached: Read = new Map();
  for (const [direction, one] of active) {
    if (!speaksOf(direction, one.text, span.type)) continue;
    if (reaches(words, direction, one, span.from, span.type, dialogue)) reached.set(direction, one);
  }
  return reached;
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

/** Cues before names, from left to right; linear. One map for each span. */
export function readForward(text: ForwardText, cues: readonly Cue[]): Read[] {
  const { words, spans } = text;
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
    if (denial !== undefined && (endsDenial(text, at, denial) || saysWhy(words, at))) {
      if (at >= denial.cue.to) active.delete('absent');
    }
    const conditional = active.get('hypothetical')?.text;
    if (conditional !== undefined && (gap & GAP.comma) !== 0 && CONDITION.test(conditional)) {
      active.delete('hypothetical');
    }
    for (let cue = cues[nextCue]; cue !== undefined && cue.from === at; cue = cues[nextCue]) {
      nextCue += 1;
      applyCue(text, cue, active);
    }
    const span = spans[read.length];
    if (span?.from === at) read.push(reaching(text, active, span));
  }
  return read;
}
