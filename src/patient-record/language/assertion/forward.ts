import { ADVERBS, lower, SPEECH_AND_THOUGHT } from '../clauses/grammar.js';
import { FEMALE, MALE } from '../clauses/relatives.js';
import { AILMENTS } from '../entity.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { BEFORE, type Cue, hasKind, kindBits } from './cues.js';
import { type Active, reaches, speaksOf, WEIGHT } from './direction.js';
import { saysWhy } from './interpret-cues.js';
import {
  isCompared,
  isLearntLater,
  isOfOthers,
  isPointedAt,
  isPurposeOwned,
  isTakenForGranted,
} from './presupposed.js';
import { type ActiveCues, type ForwardText, namedBetween, textOf } from './scope.js';
import {
  beginClause,
  closesTopic,
  endInside,
  endOther,
  endsByCondition,
  endsByJuxtaposition,
  endsByRelative,
  endsCondition,
  endsDenial,
  endsOfOne,
  endsPast,
  endsRelative,
  goesOnListing,
  stop,
} from './scope-ends.js';
import { startsScope } from './scope-starts.js';

/** `cannot be certain that there is no`: it may be present. */
function isUncertain(text: ForwardText, active: ActiveCues, cue: Cue): boolean {
  const guess = active.get('possible');
  if (guess === undefined || namedBetween(text, guess, cue)) return false;
  return /certain|sure|convinced|surprised|doubt/.test(guess.text);
}

/** What affirms although it is no verb: a denial of before does not reach over it. */
const AFFIRMS =
  /^(?:positive for|significant for|remarkable for|c o|complain(?:ing|ed)? of|present(?:ing|ed)? with|)$/;
/** `no passport, complaining of`: the denial has an object before the verb. */
const COMES_WITH = /^(?:complaining of|complains of|c o|presenting with|presented with)$/;
const hasOwnObject = ({ words }: ForwardText, denial: Active, { from }: Cue): boolean =>
  from > denial.cue.to &&
  !ADVERBS.has(lower(words[from - 1])) &&
  !/^(?:be|been|is|was|not|longer|any)$/.test(lower(words[from - 1]));
const NEW_TOPIC = ['historical', 'family', 'hypothetical', 'affirmed'] as const;

const FORWARD = WEIGHT.map((direction) => [direction, kindBits(`${direction} before`)] as const);
const FORWARD_KINDS = BEFORE | kindBits('stop');

function applyCue(text: ForwardText, cue: Cue, active: ActiveCues): void {
  const { kinds } = cue;
  if ((kinds & FORWARD_KINDS) === 0 || hasKind(cue, 'pseudo')) return;
  const one = { cue, text: textOf(text.words, cue) };
  if (hasKind(cue, 'stop')) stop(active, one);
  for (const [direction, kind] of FORWARD) {
    if ((kinds & kind) === 0) continue;
    if (!startsScope(text, direction, one)) continue;
    if (direction === 'absent' && isUncertain(text, active, cue)) continue;
    endOther(text, active, direction, one);
    if (direction === 'affirmed') endsPast(text, active, one);
    if (one.text.startsWith('personal ')) active.delete('family');
    if (NEW_TOPIC.some((topic) => topic === direction)) endsByJuxtaposition(text, active, cue);
    if (direction === 'hypothetical') endsByCondition(text, active, cue);
    if (direction === 'family') endsByRelative(text, active, cue);
    active.set(direction, one);
  }
  if (hasKind(cue, 'present before') && AFFIRMS.test(one.text)) {
    endsPast(text, active, one);
    const denial = active.get('absent');
    const other =
      COMES_WITH.test(one.text) && denial !== undefined && hasOwnObject(text, denial, cue);
    if (denial !== undefined && (cue.from === cue.to || other || namedBetween(text, denial, cue))) {
      active.delete('absent');
    }
  }
}

const STATES_OF =
  /^(?:is|was|are|were|has|have|had|came|comes|started|starts|began|begins|got|gets|followed|settled|settles)$/;

/** `denies that his pain is worse`: the pain is taken for granted. */
function isPresupposed({ words }: ForwardText, span: Span, { cue }: Active): boolean {
  const before = words[span.from - 1];
  if (span.from - 1 <= cue.to || before === undefined) return false;
  if (!/^(?:his|her|my|the|their|this)$/.test(lower(before))) return false;
  const linked =
    lower(words[span.from - 2]) === 'that' || SPEECH_AND_THOUGHT.has(lower(words[span.from - 2]));
  return linked && STATES_OF.test(lower(words[span.to]));
}

/** `sister informed of the rash`: information about it presupposes that it is present. */
const isReported = (
  { words, isAilment }: ForwardText,
  { from }: Span,
  { text: said }: Active,
): boolean =>
  isAilment(from) &&
  /^(?:the|this|that)$/.test(lower(words[from - 1])) &&
  /^(?:inform|told|aware)/.test(said);

/** What only something present can do or fail to do. */
const STAYS =
  /^(?:persists?|continues?|does|do|fails?|remains?|stays?|has not|have not|hasnt|havent|is no|is not|no better|not better|no less|doesnt|not settled|not settling)(?: |$)/;

/** `surgery postponed until gout is controlled`. */
const IN_HAND =
  /^(?:is|are) (?:controlled|treated|optimised|optimized|stabilised|stabilized|stable|settled|sorted|better|under control|brought)(?: |$)/;

/** `return if the pain persists`: what can persist is present. */
const isToChange = ({ words, isAilment }: ForwardText, { from, to }: Span): boolean =>
  isAilment(from) &&
  (IN_HAND.test([0, 1, 2].map((n) => lower(words[to + n])).join(' ')) ||
    (/^(?:the|this|that|these)$/.test(lower(words[from - 1]))
      ? STAYS.test([0, 1, 2].map((n) => lower(words[to + n])).join(' '))
      : /^no (?:better|less)$/.test([0, 1].map((n) => lower(words[to + n])).join(' '))));

const DEFINITE = /^(?:his|her|my|their|the|this)$/;
/** `not sure that the cough is due to aspirin`, `whether the cough is any better`. */
const IS_SO =
  /^(?:due to|down to|caused by|related to|from|because|connected|linked|secondary to|explained by|getting|any|much|better|worse|improving|improved|settling|settled|responding|going|under control|controlled|as bad|still|cardiac|viral|bacterial|muscular|musculoskeletal|functional)(?: |$)/;
const CURED = /^(?:cured|treated|controlled|reversed|managed|helped)$/;

/**
 * `asks whether his pain will settle`, `whether gout can be cured`, `what gout will mean for her`: what can go
 * or stay is present, in any question about it and in any fear.
 */
const isAskedOf = (
  { words, isAilment }: ForwardText,
  { from, to }: Span,
  direction: 'possible' | 'hypothetical',
): boolean => {
  if (!isAilment(from)) return false;
  const before = lower(words[from - 1]);
  const verb = lower(words[to + 1]);
  const is = DEFINITE.test(before) && /^(?:is|are|was|were|has)$/.test(lower(words[to]));
  if (direction === 'possible' && is)
    return IS_SO.test([1, 2].map((n) => lower(words[to + n])).join(' '));
  if (!MODAL.test(lower(words[to]))) return false;
  if (before === 'what') return /^(?:mean|do)$/.test(verb);
  if (verb === 'be' && CURED.test(lower(words[to + 2]))) return true;
  return (
    DEFINITE.test(before) &&
    !/^(?:be|have|mean|represent|indicate)$/.test(verb) &&
    (direction === 'possible' || !/^(?:come|return|recur|develop|occur)$/.test(verb))
  );
};

const MODAL = /^(?:will|would|can|could|might|may|should)$/;

/** `if his pain does not settle`, `should have come with this pain`: what the patient owns is present. */
const isOwned = ({ words, isName, isAilment }: ForwardText, { from }: Span): boolean =>
  isAilment(from) &&
  // `advised to have a scan for the pain`
  ((lower(words[from - 1]) === 'the' &&
    lower(words[from - 2]) === 'for' &&
    isName(from - 3) &&
    !isAilment(from - 3)) ||
    /^(?:his|her|my|their|your)$/.test(lower(words[from - 1])) ||
    (/^(?:this|these)$/.test(lower(words[from - 1])) &&
      /^(?:with|of|for|about|from|to)$/.test(lower(words[from - 2]))));

/** `her father called because of her fever`: hers, since a father has `his`. */
const isOfOtherSex = (
  { words, isAilment }: ForwardText,
  { from }: Span,
  { text: said, cue }: Active,
): boolean => {
  if (!isAilment(from) || from - 1 <= cue.to) return false;
  const owner = lower(words[from - 1]);
  return (
    (owner === 'her' && MALE.test(said)) ||
    (owner === 'his' && FEMALE.test(said) && lower(words[cue.from - 1]) !== 'her')
  );
};

/** `pain after a fall`: what brought it on belongs to it. */
const isCause = (words: readonly Word[], said: string, { from, to }: Span): boolean =>
  /^(?:after|following)$/.test(said) &&
  words
    .slice(from, to)
    .some((word) =>
      /^(?:injury|trauma|fall|wound|fracture|bite|exercise|exertion|sting|burn|accident)$/.test(
        lower(word),
      ),
    );

/** `no diabetes, hypertension controlled on amlodipine`: the second is a statement of its own. */
const STATES =
  /^(?:controlled|treated|managed|diagnosed|stable|since|on|well|under|requiring|ongoing|present|noted|seen|confirmed|worse|worsening|persists|persisting|persisted|continues|continuing|remains|unchanged|again|back|began|started)$/;

const LONGEST_LIST = 40;

/** The same right behind a denied name, where no comma is heard. */
const STATES_ALONE =
  /^(?:since|ongoing|persisting|persists|continues|continuing|confirmed|unchanged|worse|worsening)$/;

function isStatedAlone(
  text: ForwardText,
  span: Span,
  one: Active,
  before: Span | undefined,
): boolean {
  if (isPresupposed(text, span, one)) return true;
  const gap = text.words[span.from]?.gap ?? 0;
  const next = text.words[span.to];
  // A name inside another is no name beside it.
  const beside = gap === 0 && before?.to === span.from && before.from >= one.cue.to;
  // `not pregnant cough`: a bare `not` denies one thing.
  if (beside && one.text === 'not' && before.from === one.cue.to) return true;
  if (beside && next?.gap === 0 && STATES_ALONE.test(lower(next))) return true;
  if ((gap & GAP.comma) === 0 || span.from === one.cue.to || next === undefined) return false;
  if (span.from - one.cue.to > LONGEST_LIST) return false;
  if ((next.gap & (SENTENCE_END | GAP.comma)) !== 0 || !STATES.test(lower(next))) return false;
  for (let at = one.cue.to; at < span.from; at += 1) {
    if (/^(?:or|nor)$/.test(lower(text.words[at]))) return false;
  }
  return text.isName(one.cue.to);
}

/** `could have aspirin for gout`, `will need a scan for the pain`: what the one before is given or done for. */
function isTreated({ words }: ForwardText, span: Span, before: Span | undefined): boolean {
  if (before === undefined || !AILMENTS.has(span.type)) return false;
  const the = lower(words[span.from - 1]) === 'the';
  const link = the ? span.from - 2 : span.from - 1;
  if (before.to !== link || lower(words[link]) !== 'for') return false;
  return before.type === 'medication' || (the && before.type === 'procedure');
}

/** `warned about driving with epilepsy`, `high risk of falls with gout`, `helps with the pain`. */
const isBurden = ({ words }: ForwardText, { from }: Span, { text: said, cue }: Active): boolean =>
  lower(words[from - 1]) === 'with' &&
  from - 1 > cue.to &&
  (/risk/.test(said) ||
    /^(?:help|helps|helped|driv|fly|travel|swim|work|exercis|div|cope)/.test(
      lower(words[from - 2]),
    ));

/** `son concerned about a rash`: what can be seen or felt is there; a disease is feared. */
const isComplaint = (text: string, { type }: Span): boolean =>
  type === 'symptom' && /^(?:concerned|worried|anxious) about$/.test(text);

const OPEN_DIRECTIONS = ['absent', 'possible', 'hypothetical'] as const;

function reaching(
  text: ForwardText,
  active: ActiveCues,
  span: Span,
  before: Span | undefined,
): ActiveCues {
  const { words, dialogue } = text;
  const reached: ActiveCues = new Map();
  for (const [direction, one] of active) {
    if (
      direction === 'absent' &&
      (isTakenForGranted(text, span, one) || isCompared(text, span, one))
    )
      continue;
    if (
      direction === 'possible' &&
      (isPurposeOwned(text, span, one) || isPointedAt(text, span, one))
    )
      continue;
    if (direction === 'possible' && isAskedOf(text, span, direction)) continue;
    if (direction === 'possible' && isLearntLater(text, span, one.cue.from)) continue;
    if (direction === 'absent' && isStatedAlone(text, span, one, before)) continue;
    if (direction === 'possible' && isPresupposed(text, span, one)) continue;
    if (
      direction === 'hypothetical' &&
      (isOwned(text, span) ||
        isAskedOf(text, span, direction) ||
        (isToChange(text, span) && !one.text.endsWith('that')) ||
        isReported(text, span, one))
    )
      continue;
    if (direction === 'historical' && isCause(words, one.text, span)) continue;
    const open = OPEN_DIRECTIONS.some((other) => other === direction);
    if (open && before !== undefined && before.from >= one.cue.to && isTreated(text, span, before))
      continue;
    if (direction === 'possible' && isComplaint(one.text, span)) continue;
    if ((direction === 'hypothetical' || direction === 'possible') && isBurden(text, span, one))
      continue;
    const denial = active.get('absent');
    if (direction === 'family' && denial !== undefined && isOfOthers(text, span, denial.cue))
      continue;
    if (direction === 'family' && isOfOtherSex(text, span, one)) continue;
    if (!speaksOf(direction, one.text, span.type)) continue;
    if (reaches(words, direction, one, span.from, span.type, dialogue)) reached.set(direction, one);
  }
  return reached;
}

const NOW = /^(?:now|currently|today|tonight|presently|nowadays)$/;

const OF_OTHERS = ['family', 'absent'] as const;

/** `no diabetes, now heart failure`, `mum has gout, today has a cough`: of the patient at present. */
const beginsPresent = ({ words, isName }: ForwardText, at: number): boolean =>
  ((words[at]?.gap ?? 0) & GAP.comma) !== 0 &&
  (isName(at + 1) || /^(?:has|have|with|presents|complains|having)$/.test(lower(words[at + 1])));

/** What ends at a word of the cues that are in force; `opened` is where the last bracket did. */
function passWord(text: ForwardText, at: number, opened: number, active: ActiveCues): void {
  const { words, isName } = text;
  const gap = words[at]?.gap ?? GAP.end;
  if ((gap & SENTENCE_END) !== 0) {
    active.clear();
    return;
  }
  beginClause(text, at, active);
  if ((gap & GAP.close) !== 0) endInside(active, opened);
  const denial = active.get('absent');
  if (denial !== undefined && (endsDenial(text, at, denial) || saysWhy(words, at, denial.text))) {
    if (at >= denial.cue.to) active.delete('absent');
  }
  const relative = active.get('family');
  if (relative !== undefined && endsRelative(text, at, relative)) active.delete('family');
  const conditional = active.get('hypothetical');
  if (conditional !== undefined && (gap & GAP.comma) !== 0 && !goesOnListing(text, at)) {
    endsCondition(active, conditional);
  }
  if (active.has('absent') && closesTopic(text, at)) {
    for (const one of ['absent', 'family', 'historical'] as const) active.delete(one);
  }
  if (NOW.test(lower(words[at])) && !isName(at)) passNow(text, at, active);
}

/** `no diabetes, now heart failure`: the past differs from the present. */
function passNow(text: ForwardText, at: number, active: ActiveCues): void {
  active.delete('historical');
  const nil = active.get('absent');
  if (nil?.cue.to === at && text.isName(at + 1) && /^(?:nil|none)$/.test(nil.text)) {
    active.delete('absent');
  }
  if (beginsPresent(text, at)) for (const one of OF_OTHERS) active.delete(one);
}

/** Cues before names, from left to right; linear. One map for each span. */
export function readForward(text: ForwardText, cues: readonly Cue[]): ActiveCues[] {
  const { words, spans } = text;
  const read: ActiveCues[] = [];
  const active: ActiveCues = new Map();
  let nextCue = 0;
  let opened = Number.POSITIVE_INFINITY;
  for (let at = 0; at <= words.length; at += 1) {
    if (((words[at]?.gap ?? 0) & GAP.open) !== 0) opened = at;
    if (active.size > 0) passWord(text, at, opened, active);
    for (let cue = cues[nextCue]; cue !== undefined && cue.from === at; cue = cues[nextCue]) {
      nextCue += 1;
      applyCue(text, cue, active);
    }
    const span = spans[read.length];
    if (span?.from !== at) continue;
    if (active.size > 0) endsOfOne(text, active, at);
    read.push(reaching(text, active, span, spans[read.length - 1]));
  }
  return read;
}
