import { lower, POSSESSIVES } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { NEGATED_AUXILIARY } from './bare-cues.js';
import {
  AFTER,
  BEFORE,
  type Cue,
  hasKind,
  kindBits,
  makeCue,
  turnedOnward,
  withKinds,
} from './cues.js';
import { keptByNo, negatedVerbAt, negatesVerb } from './negated-verbs.js';
import { type CueText, sideOf } from './sides.js';

const PSEUDO = kindBits('pseudo');
const STOP = kindBits('stop');
const ABSENT_BEFORE = kindBits('absent before');
const ABSENT_AFTER = kindBits('absent after');
const POSSIBLE_BEFORE = kindBits('possible before');
const POSSIBLE_AFTER = kindBits('possible after');

/** Nouns after `without` that name no finding: `with and without contrast`. */
const WITHOUT_MATTER =
  /^(?:contrast|difficulty|incident|complication|complications|problem|problems|event|issue|issues|further|improvement|relief|delay|success|benefit|effect|help|assistance|gadolinium|sedation|treatment|explanation|doubt|question|delay|exception|fail|warning|notice)$/;
/** Passives that look back: `cannot be excluded`. */
const PASSIVE = /^(?:be|been|being)$/;

/** Participles of verbs of search: `could not be demonstrated` denies what precedes it. */
export const SEEN =
  /^(?:seen|identified|detected|found|noted|appreciated|demonstrated|visualised|visualized|evident|present|palpable|palpated|elicited|occurred|happened|developed|appeared|arisen|emerged|ensued|materialised|materialized|borne|substantiated|reported|observed|felt|heard|there|suspected|diagnosed|apparent|reproduced|reproducible|shown|confirmed|problem|feature|issue|concern|proven|established|obvious|visible|noticed|audible|recognised|recognized)$/;

/** `not found to have` governs what follows; `was not found` what precedes. */
const withBackward = (cue: Cue): Cue => withKinds(cue, cue.kinds | ABSENT_AFTER);

function verbOf(words: readonly Word[], cue: Cue, isName: (at: number) => boolean): Cue {
  const { kind, at } = negatedVerbAt(words, cue.to, isName);
  if (kind === 'denies') {
    const onward =
      /^(?:with|to|as|having|by|any|an?|the)$/.test(lower(words[at + 1])) || isName(at + 1);
    const person = /^(?:one|nobody|noone)$/.test(lower(words[cue.to - 1]));
    return SEEN.test(lower(words[at])) && !onward && !person ? withBackward(cue) : cue;
  }
  if (kind === 'affirms') return makeCue(cue.from, at + 1, PSEUDO);
  if (kind === 'keeps') return makeCue(cue.from, cue.to, PSEUDO);
  const passive = words.slice(cue.to, at).some((word) => PASSIVE.test(lower(word)));
  const ruled = lower(words[at]).startsWith('rul') && lower(words[at + 1]) === 'out';
  const to = ruled ? at + 2 : at + 1;
  const back = passive || /(?:ed|ruled)$/.test(lower(words[at]));
  return makeCue(cue.from, to, back ? POSSIBLE_AFTER : POSSIBLE_BEFORE);
}

/** `would love to be free of`: what is wished for has not come. */
function isWished(words: readonly Word[], at: number): boolean {
  if (!/^(?:be|get|become|feel)$/.test(lower(words[at - 1])) || lower(words[at - 2]) !== 'to')
    return false;
  return /^(?:long|hop|want|wish|love|like|keen|desperate|wait|dream|pray|aim|eager)/.test(
    lower(words[at - 3]),
  );
}

/** `never been without`, `cannot walk without`: it is present. */
function isNegatedBefore({ words, limits, isName }: CueText, at: number): boolean {
  for (let i = at - 1; i >= at - 6 && i >= 0; i -= 1) {
    if (((words[i + 1]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0) return false;
    if (isName(i)) {
      // `can't walk without pain`, where the first is a name itself.
      while (isName(i - 1)) i -= 1;
      return negatesVerb(lower(words[i]));
    }
    if (i + 1 < at && (limits[i + 1] ?? 0) !== 0) return false;
    // `not just free of`: it is free of that as well.
    if (/^(?:just|only|merely|simply)$/.test(lower(words[i]))) return false;
    if (
      negatesVerb(lower(words[i])) ||
      /^(?:unable|no|rarely|hardly|seldom|scarcely)$/.test(lower(words[i]))
    )
      return true;
  }
  return false;
}

const RULES_NOTHING = /^(?:nothing|neither|none|hardly|scarcely|never|not)$/;

/** `excludes` and `rules out` state what `to exclude` and `rule out` leave open. */
function ofExclusion(words: readonly Word[], cue: Cue): Cue | undefined {
  if (!hasKind(cue, 'possible before') || !/^(?:excludes|rules)$/.test(lower(words[cue.from])))
    return undefined;
  // `nothing so far rules out`.
  const open = [1, 2, 3, 4].some((n) => RULES_NOTHING.test(lower(words[cue.from - n])));
  return withKinds(cue, open ? POSSIBLE_BEFORE : ABSENT_BEFORE);
}

const ASKS =
  /^(?:know|knows|known|sure|certain|clear|unclear|unsure|uncertain|ask|asked|asks|asking|wonder|wonders|wondered|wondering|see|determine|establish|check|clarify|decide|tell|say|discover|find|confirm)$/;

/** `do not know if there is`: nothing is stated. */
function ofQuestion(words: readonly Word[], cue: Cue): Cue | undefined {
  if (!hasKind(cue, 'hypothetical before') || lower(words[cue.from]) !== 'if') return undefined;
  const before = [1, 2].map((n) => lower(words[cue.from - n]));
  // `to see his doctor if`: a person and no question.
  if (/^see/.test(before[1] ?? '')) return undefined;
  // `let us know if`: not a question.
  if (before[0] === 'know' && lower(words[cue.from - 3]) === 'let') return undefined;
  if (!before.some((word) => ASKS.test(word))) return undefined;
  return withKinds(cue, POSSIBLE_BEFORE);
}

/** `falls risk, dizzy on standing`. */
const NOUN_ALONE = /^(?:risk|prevention|screening|prophylaxis|vaccination|referral|precautions)$/;
const ONWARD = /^(?:to|that|as)$/;
const FARTHEST_ONWARD = 8;

/** `this is likely to be`, `she did not develop`: without a name before it, it refers to what follows. */
function speakingOnward({ words, limits, isName }: CueText, cue: Cue): Cue {
  if ((cue.kinds & AFTER) === 0 || (cue.kinds & BEFORE) !== 0) return cue;
  const next = words[cue.to];
  if (next === undefined || (next.gap & (SENTENCE_END | GAP.colon)) !== 0) return cue;
  if ((next.gap & GAP.comma) !== 0 && NOUN_ALONE.test(lower(words[cue.to - 1]))) return cue;
  let named = false;
  for (let at = cue.to; at < cue.to + FARTHEST_ONWARD && !named; at += 1) {
    if (((words[at]?.gap ?? SENTENCE_END) & SENTENCE_END) !== 0) break;
    named = isName(at);
  }
  if (!named) return cue;
  if (!ONWARD.test(lower(next))) {
    for (let at = cue.from - 1; at >= 0 && at > cue.from - 20; at -= 1) {
      if (((words[at + 1]?.gap ?? 0) & SENTENCE_END) !== 0 || (limits[at + 1] ?? 0) !== 0) break;
      if (isName(at)) return cue;
    }
  }
  return withKinds(cue, turnedOnward(cue.kinds));
}

/** No noun that a `no` denies begins with these: it answers the question before it. */
const ANSWERED =
  /^(?:the|an?|his|her|my|our|your|their|this|these|he|she|it|they|we|i|there|and|but)$/;

/** The words of a cue as grammar compares them, and the one after it. */
interface Phrase {
  readonly said: string;
  readonly first: string;
  readonly last: string;
  readonly next: string;
}

function phraseOf(words: readonly Word[], { from, to }: Cue): Phrase {
  const first = lower(words[from]);
  let said = first;
  for (let at = from + 1; at < to; at += 1) said += ` ${lower(words[at])}`;
  return { said, first, last: lower(words[to - 1]), next: lower(words[to]) };
}

/** `before it could be done`: an action on a person, and no guess about what is present. */
const canBeDone = ({ said, next }: Phrase): boolean =>
  said.endsWith(' be') &&
  /^(?:could|can|may|might) be$/.test(said) &&
  /^(?:done|performed|completed|arranged|offered|scheduled|booked|started|discharged)$/.test(next);

/** `seems to help`: a guess about an effect, not about what is present. */
const helps = (words: readonly Word[], { to }: Cue, { said, next }: Phrase): boolean =>
  next === 'to' &&
  /^(?:seems?|appears?)$/.test(said) &&
  !/^(?:be|have|represent|suggest|indicate|reflect|fit|show|point|support)$/.test(
    lower(words[to + 1]),
  );

/** Whether a test is named at a word, and not what it is done for. */
function ofTest({ words, isName, isAilment }: CueText, at: number): boolean {
  if (!isName(at) || isAilment(at)) return false;
  let to = at;
  while (to < at + 6 && isName(to)) to += 1;
  return lower(words[to]) !== 'for';
}

/** `no longer able to work`, `no longer under review`: what the patient does or is. */
const GOES_ON_WITHOUT =
  /^(?:able|unable|can|could|under|in|at|with|on|works?|drives?|walks?|attends?|drinks?|smokes?|lives?|manages?|copes?|sees?|wants?|tolerates?|responds?|responsive|followed|fit|independent|controlled|manageable|tolerable|bearable|available|septic|well|safe|mobile|eligible|suitable)$/;

/** `which no longer needs oxygen`: of a verb with its object, and of what a person does or is. */
function goesOnWithout({ words, isName, isAilment }: CueText, at: number): boolean {
  if (GOES_ON_WITHOUT.test(lower(words[at]))) return true;
  if (!/^(?:requires?|required|needs?|needed)$/.test(lower(words[at]))) return false;
  const next = words[at + 1];
  const object = next !== undefined && (next.gap & (SENTENCE_END | GAP.comma)) === 0;
  return (
    object &&
    !isAilment(at + 1) &&
    (isName(at + 1) || !/^(?:and|but|by|for|since|as)$/.test(lower(next)))
  );
}

/** `no let-up in the pain`, `no longer able to`: it continues. */
function continues(text: CueText, cue: Cue, { said }: Phrase): boolean {
  const ends = hasKind(cue, 'historical after') && !hasKind(cue, 'historical before');
  // `for an hour, no longer`: how long.
  if (
    said === 'no longer' &&
    /^(?:hours?|minutes?|days?|weeks?|months?)$/.test(lower(text.words[cue.from - 1]))
  )
    return true;
  // `the same as last time`: a comparison.
  if (
    /^(?:last|previous|before) /.test(said) &&
    /^(?:as|than|like)$/.test(lower(text.words[cue.from - 1]))
  )
    return true;
  if (ends && /^(?:no|without|little)$/.test(lower(text.words[cue.from - 1]))) return true;
  return said.endsWith('no longer') && goesOnWithout(text, cue.to);
}

/** `anything but`: what is meant is the other thing. */
const isAllBut = ({ said }: Phrase): boolean =>
  said.includes('thing ') && /^(?:any|some)thing (?:but|other than)$/.test(said);

const AT_WORK = /^(?:work|school|class|classes|college|nursery|duty|home|lectures|training)$/;

/** Decides by the last word of a cue, of any kind. */
function byLastWord(text: CueText, cue: Cue, { said, first, last, next }: Phrase): Cue | undefined {
  const { words, isName } = text;
  switch (last) {
    case 'absent':
      // `absent from work`.
      return next === 'from' && AT_WORK.test(lower(words[cue.to + 1]))
        ? withKinds(cue, PSEUDO)
        : undefined;
    case 'to':
      if (/^point(?:s|ed|ing)? to$/.test(said) && /^(?:where|when|how|which)$/.test(next))
        return withKinds(cue, PSEUDO);
      return /^(?:fail|fails|failed|failing|unable)$/.test(first)
        ? verbOf(words, cue, isName)
        : undefined;
    case 'non':
      return isName(cue.to) ? undefined : withKinds(cue, PSEUDO);
    case 'of':
    case 'from':
      if (first !== 'free') return undefined;
      return isNegatedBefore(text, cue.from) || isWished(words, cue.from)
        ? withKinds(cue, STOP)
        : cue;
    case 'for':
      // `can hardly speak for pain`: what keeps from speaking, and no argument for it.
      return /^speaks? for$/.test(said) && isNegatedBefore(text, cue.from)
        ? withKinds(cue, PSEUDO)
        : undefined;
    case 'out':
      return next === 'of' && lower(words[cue.to + 1]) === 'control'
        ? withKinds(cue, PSEUDO)
        : undefined;
    case 'about':
    case 'into':
      // `worried about her chest pain`, `nobody looked into his fever`: it is present.
      return POSSESSIVES.has(next) || next === 'the' ? withKinds(cue, PSEUDO) : undefined;
    default:
      return undefined;
  }
}

/** `was not the cause`: a denial of what precedes it, which what it negates may follow. */
function deniedOnward({ isName }: CueText, cue: Cue, { first, next }: Phrase): Cue {
  if (!hasKind(cue, 'absent after') || !negatesVerb(first)) return cue;
  const onward = isName(cue.to) || /^(?:to|any|the|a|an)$/.test(next);
  return onward ? withKinds(cue, cue.kinds | ABSENT_BEFORE) : cue;
}

/** `as soon as possible`, `if possible`. */
const isSoonAsPossible = (words: readonly Word[], { said }: Phrase, cue: Cue): Cue | undefined =>
  said === 'possible' && /^(?:as|if|where|when)$/.test(lower(words[cue.from - 1]))
    ? withKinds(cue, PSEUDO)
    : undefined;

const ASPECT =
  /^(?:cause|causes|source|reason|origin|trigger|explanation|duration|onset|what|why|how|when|where)$/;

/** `cough, unsure of cause`: the complaint is sure. */
const isUnsureOfCause = (words: readonly Word[], { from, to }: Cue): boolean =>
  /^un(?:sure|clear|certain)$/.test(lower(words[from])) &&
  ((words[from]?.gap ?? 0) & GAP.comma) !== 0 &&
  [0, 1, 2].some((n) => ASPECT.test(lower(words[to + n])));

/** A cue that denies what follows it. */
function ofDenial(text: CueText, cue: Cue, { said, first, last, next }: Phrase): Cue {
  const { words, isName } = text;
  const later = /^(?:been|be|yet)$/.test(last) && negatesVerb(lower(words[cue.to - 2]));
  if (later || (last === 'one' && first === 'no')) return verbOf(words, cue, isName);
  // `no fever nor cough`, `neither`: joined names and no verb.
  if (negatesVerb(last)) return last === 'nor' ? cue : verbOf(words, cue, isName);
  // `allergies nil asthma`: the answer of an item that names no ailment.
  if (/^(?:nil|none)$/.test(last) && OTHER_ITEM.test(lower(words[cue.from - 1])))
    return withKinds(cue, PSEUDO);
  if (last === 'nil' && /^(?:by|orally|via|regular)$/.test(next)) return withKinds(cue, PSEUDO);
  if (last === 'nil' && next === 'to' && TO_MOUTH.test(lower(words[cue.to + 1])))
    return withKinds(cue, PSEUDO);
  if (last === 'no' && next === 'denying') return makeCue(cue.from, cue.to + 1, PSEUDO);
  const alone = last === 'no' && cue.to === cue.from + 1;
  if (alone && ANSWERED.test(next) && !NEGATED_AUXILIARY.test(lower(words[cue.to + 1]))) {
    return withKinds(cue, cue.kinds & ~ABSENT_BEFORE);
  }
  const afterNo =
    /^(?:no|nil|any|denies|denied|denying)$/.test(last) ||
    /^(?:(?:lack|absence)|no (?:evidence|signs?|suggestion|indication)) of$/.test(said)
      ? cue.to
      : first === 'no'
        ? cue.from + 1
        : undefined;
  if (afterNo !== undefined && keptByNo(words, afterNo, isName)) return withKinds(cue, PSEUDO);
  return last === 'without' ? ofWithout(text, cue, next) : cue;
}

const TO_MOUTH = /^(?:eat|drink|report|note|mention|add|declare|say)$/;
const OTHER_ITEM =
  /^(?:allergies|medications?|medicines|meds|drugs|alcohol|smoking|tobacco|pets|travel|surgery|operations)$/;

/** `never been without`, `with and without contrast`, `without difficulty`. */
function ofWithout(text: CueText, cue: Cue, next: string): Cue {
  const { words, isName } = text;
  if (isNegatedBefore(text, cue.from)) return withKinds(cue, STOP);
  const joined = /^(?:and|or)$/.test(lower(words[cue.from - 1]));
  const both = joined && lower(words[cue.from - 2]) === 'with';
  const noun = cue.to + (/^(?:a|any|the)$/.test(next) ? 1 : 0);
  const matter = !isName(noun) && WITHOUT_MATTER.test(lower(words[noun]));
  return both || matter ? withKinds(cue, PSEUDO) : cue;
}

/** Returns the meaning of a cue of the tables in its context. */
function interpret(text: CueText, found: Cue): Cue {
  if (found.from === found.to || found.complete) return found;
  const { words } = text;
  const phrase = phraseOf(words, found);
  if (continues(text, found, phrase)) return withKinds(found, PSEUDO);
  const cue = speakingOnward(text, found);
  if (canBeDone(phrase) || helps(words, cue, phrase)) return withKinds(cue, PSEUDO);
  // `a negative colonoscopy`: the test was.
  if (phrase.said === 'negative' && ofTest(text, cue.to)) return withKinds(cue, PSEUDO);
  // `the first in his family with gout`: the patient.
  if (
    phrase.last === 'family' &&
    phrase.first === 'in' &&
    /^(?:first|only|one)$/.test(lower(words[cue.from - 1]))
  )
    return withKinds(cue, PSEUDO);
  if (isAllBut(phrase) && isNegatedBefore(text, cue.from)) return withKinds(cue, STOP);
  if (hasKind(found, 'possible after') && isUnsureOfCause(words, found))
    return withKinds(cue, PSEUDO);
  const placed =
    isSoonAsPossible(words, phrase, cue) ??
    ofExclusion(words, cue) ??
    ofQuestion(words, cue) ??
    sideOf(text, cue) ??
    byLastWord(text, cue, phrase);
  if (placed !== undefined) return placed;
  return hasKind(cue, 'absent before')
    ? ofDenial(text, cue, phrase)
    : deniedOnward(text, cue, phrase);
}

/**
 * Returns the cues of a text as interpreted in their constructions: `does not show` denies what it shows,
 * `did not relieve` denies nothing, `cannot be excluded` leaves open what precedes it.
 */
export function interpretCues(text: CueText, cues: readonly Cue[]): readonly Cue[] {
  const read: Cue[] = [];
  for (const cue of cues) {
    if (cue.from < (read.at(-1)?.to ?? 0)) continue;
    read.push(interpret(text, cue));
  }
  return read;
}

/** Verbs whose object follows a `for`. */
const SEEKS =
  /^(?:those|look|looked|looking|screen|screened|screening|test|tested|testing|check|checked|negative|evidence|positive|criteria|account|swabbed)$/;

/** `denies taking aspirin for`, `not yet on treatment for`. */
const TAKES =
  /^(?:taking|using|receiving|missing|missed|skipping|stopping|forgetting|taken|treatment|therapy|tablets|medication|medicine|medicines|antibiotics|painkillers|inhaler|inhalers)$/;

/** `has not been reviewed for gout`: it concerns the care for a present condition. */
const CARES = /^(?:reviewed|seen|followed|up|monitored|assessed)$/;

/** `no analgesia needed for her cough`: what care a present condition did not get. */
const DONE_ABOUT =
  /^(?:needed|required|given|taken|used|prescribed|indicated|available|arranged|planned|offered|started|advised|recommended|tried|done|sought|necessary|made|booked|received)$/;

/** `for her chest pain`: why something was done, and no part of what was not. */
export function saysWhy(words: readonly Word[], at: number, negation: string): boolean {
  if (lower(words[at]) !== 'for') return false;
  if (words.slice(Math.max(0, at - 5), at).some((word) => TAKES.test(lower(word)))) return true;
  if (DONE_ABOUT.test(lower(words[at - 1]))) return true;
  const next = lower(words[at + 1]);
  if (POSSESSIVES.has(next) || next === 'the' || next === 'this' || next === 'known') return true;
  // `for asthma, not for gout`: what it is not for is denied.
  if (negation === 'not' && lower(words[at - 1]) === 'not') return false;
  if (negation.endsWith('been') && CARES.test(lower(words[at - 1]))) return true;
  return / ?(?:not|never|unable to|nt)$/.test(negation) && !SEEKS.test(lower(words[at - 1]));
}
