import { LIMIT } from '../clauses/clause-text.js';
import { AUXILIARIES, lower, PATIENTS, PRONOUNS, SPEECH_AND_THOUGHT } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { type Cue, hasKind } from './cues.js';
import { type Active, type Direction, governsBack } from './direction.js';
import { isToldOfOwn } from './informant.js';
import { endsNegatingVerb } from './negated-verbs.js';
import { type ActiveCues, type ForwardText, namedBetween, namedBetweenWords } from './scope.js';

/** `nothing to suggest`, `no findings that suggest`: the guess itself is denied. */
const GUESSED =
  /^(?:suggest|suggesting|suggestive of|suspect|indicative of|believe|concern for|suspicion of|suspicion for|concerning for|suspicious for|consistent with|compatible with|in keeping with|think|features of|question of|hint of|hints of|trace of|whiff of)/;
const LONGEST_GUESS = 6;

/** A denial ends where a guess begins, and the other way round. */
export function endOther(
  text: ForwardText,
  active: ActiveCues,
  direction: Direction,
  one: Active,
): void {
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

/** `no fever history of asthma`: what begins right after a name is not denied. */
export function endsByJuxtaposition(text: ForwardText, active: ActiveCues, cue: Cue): void {
  const denial = active.get('absent');
  if (denial === undefined || cue.from === cue.to || cue.from <= denial.cue.to) return;
  const gap = text.words[cue.from]?.gap ?? 0;
  // `past history nil of note family history of asthma`: it denies the content of its heading.
  const topic = hasKind(cue, 'family before') || hasKind(cue, 'historical before');
  if (topic && /^(?:none|nil)$/.test(denial.text)) active.delete('absent');
  if ((gap & (GAP.comma | GAP.slash | GAP.open)) === 0 && text.isName(cue.from - 1)) {
    active.delete('absent');
  }
}

/** `no fever now; call if`: a condition is not denied. */
export function endsByCondition(text: ForwardText, active: ActiveCues, cue: Cue): void {
  const denial = active.get('absent');
  if (
    denial === undefined ||
    !/^(?:if|should|call|return|unless)$/.test(lower(text.words[cue.from]))
  )
    return;
  if (namedBetween(text, denial, cue)) active.delete('absent');
}

/** `no diabetes, father stroke`: another person begins. */
export function endsByRelative(text: ForwardText, active: ActiveCues, cue: Cue): void {
  const denial = active.get('absent');
  if (denial === undefined || !isRelative(lower(text.words[cue.to - 1]))) return;
  const link = lower(text.words[cue.from - 1]);
  if (link !== 'or' && link !== 'nor' && namedBetween(text, denial, cue)) active.delete('absent');
}

/** `that she`, `that the patient`: the patient, as the object of what a relative says. */
function isOfPatient(words: readonly Word[], at: number): boolean {
  const from = lower(words[at]) === 'that' ? at + 1 : at;
  const noun = lower(words[from]) === 'the' ? from + 1 : from;
  return /^(?:patient|pt|he|she)$/.test(lower(words[noun]));
}

/** `his mother, who has gout, brought him in because of`: what she does to the patient is of the patient. */
export function endsRelative({ words, isAilment }: ForwardText, at: number, one: Active): boolean {
  // `carer for his wife, himself has gout`.
  const comma = ((words[at]?.gap ?? 0) & GAP.comma) !== 0;
  if (/^(?:him|her)self$/.test(lower(words[at])) && (comma || lower(words[at - 1]) === 'and'))
    return /^(?:has|had|is|suffers|takes|with)$/.test(lower(words[at + 1]));
  const speaks = SPEECH_AND_THOUGHT.has(lower(words[at])) && !isToldOfOwn(words, at);
  if (speaks && isOfPatient(words, at + 1)) return true;
  if (!/^(?:him|her|me|them)$/.test(lower(words[at])) || isAilment(at + 1)) return false;
  if (
    !/^(?:brought|brings|took|takes|helps|helped|assists|supports|reminds|drove|carried|accompanied|called|sent|found|rang)$/.test(
      lower(words[at - 1]),
    )
  )
    return false;
  return at - one.cue.to < 20;
}

/** `former smoker, current asthma`: the past and the possible end where the present begins. */
export function endsPast(text: ForwardText, active: ActiveCues, one: Active): void {
  for (const direction of ['historical', 'possible'] as const) {
    const before = active.get(direction);
    if (before !== undefined && namedBetween(text, before, one.cue)) active.delete(direction);
  }
}

const OF_A_CAUSE = /^(?:due|secondary|because|attributed|owing|cause|as|present|positive|however)/;

/** `not due to` denies the cause, `did not present with` the complaint; otherwise what follows is present. */
export function stop(active: ActiveCues, { cue, text }: Active): void {
  const family = active.get('family');
  const denial = active.get('absent');
  const guess = active.get('possible');
  active.clear();
  if (family !== undefined) active.set('family', family);
  if (denial?.cue.to === cue.from && OF_A_CAUSE.test(text)) active.set('absent', denial);
  if (guess?.cue.to === cue.from && OF_A_CAUSE.test(text)) active.set('possible', guess);
}

const FEWEST_WORDS_OF_A_STATEMENT = 2;

/** `no allergies, fever`, `no past medical history cough`: the object of this denial has no list. */
const OF_NO_LIST =
  /^(?:allergies|medication|medications|medicines|history|drugs|carers|smoker|travel|meds|tablets|contacts|surgery|operations)$/;

const OFTEN =
  /^(?:systemically|instead|often|always|sometimes|frequently|usually|occasionally|regularly|constantly)$/;

/** Nouns that begin no name of an ailment: what follows them is unrelated. */
const NEVER_AILS =
  /^(?:allergies|medications|medicines|drugs|carers|travel|meds|tablets|contacts|operations|medication|alcohol|smoking|pets|siblings|findings|complaints|injuries|notes|orders|issues|concerns|changes)$/;

/** They close the noun before them: `no concerns overnight cough ongoing`. */
const TIME_OF_DAY =
  /^(?:overnight|today|tonight|yesterday|currently|now|recently|otherwise|reported|raised|voiced)$/;

/** `no carers, fever since Friday`: what is denied is no name, and no list continues. */
function isOtherThing(text: ForwardText, cue: Cue, at: number): boolean {
  if (namedBetweenWords(text, cue.to, at)) return false;
  for (let i = at; i < at + 25; i += 1) {
    const word = text.words[i];
    if (word === undefined || (i > at && (word.gap & SENTENCE_END) !== 0)) return true;
    if (/^(?:or|nor|and)$/.test(lower(word))) return false;
  }
  return true;
}

/** `hasn't eaten, cough and fever`: the verb has what it needs before the comma, and no alternative follows. */
function hasOtherObject(text: ForwardText, cue: Cue, at: number): boolean {
  if (namedBetweenWords(text, cue.to, at)) return false;
  for (let i = at; i < at + 25; i += 1) {
    const word = text.words[i];
    if (word === undefined || (i > at && (word.gap & SENTENCE_END) !== 0)) return true;
    if (/^n?or$/.test(lower(word))) return false;
  }
  return true;
}

/** Words that end a denied object: `no history to speak of cough for two days`. */
const CLOSED = /^(?:speak of|of note|to report|to mention|to declare|to note|of interest)$/;

/** Whether the topic before is closed right before a name. */
export const closesTopic = ({ words, isAilment }: ForwardText, at: number): boolean =>
  isAilment(at) && CLOSED.test(`${lower(words[at - 2])} ${lower(words[at - 1])}`);

const PARTICIPLE = /(?:[a-z]{2}ed|[a-z]{2}en|done|put|built|cut|held)$/;
/** Participles that a predicate noun can follow. */
const NAMING =
  /^(?:deemed|considered|diagnosed|labelled|labeled|termed|named|suspected|reported|documented|noted|described|mentioned|experienced|developed|noticed|complained|suffered|seen|eaten|given|taken|been|often|ticked|checked|marked|circled|listed|recorded)$/;

/**
 * `fracture not displaced cough since`, `did not wait to be seen cough`: a passive has its object
 * before it, and what follows it is another thing.
 */
function endsPassive({ words, isAilment }: ForwardText, at: number, { from, to }: Cue): boolean {
  const verb = lower(words[at - 1]);
  if (!isAilment(at) || !PARTICIPLE.test(verb)) return false;
  if (/^be$/.test(lower(words[at - 2])) && /^to$/.test(lower(words[at - 3]))) return at - 3 > to;
  if (at !== to + 1 || NAMING.test(verb) || lower(words[to - 1]) !== 'not') return false;
  const before = lower(words[to - 2]);
  if (to - 1 !== from) return /^(?:is|was|are|were)$/.test(before);
  const begins = ((words[from]?.gap ?? 0) & SENTENCE_END) !== 0;
  return (
    !begins &&
    before !== '' &&
    !PRONOUNS.has(before) &&
    !PATIENTS.has(before) &&
    !NOT_NOUNS.test(before)
  );
}

const NOT_NOUNS = /^(?:and|but|or|has|had|have|does|did|do|still|also|would|will|could|can)$/;

const WRITTEN_DOWN = /^(?:documented|coded|recorded|recognised|recognized|known|diagnosed|listed)$/;

/** `no trauma preceding the cough`: what something comes before, or brings on, is there. */
const LEADS_TO =
  /^(?:preceding|causing|explaining|accompanying|precipitating|triggering|provoking|underlying|behind)$/;

const CHANGES = /^(?:change|changes|progression|improvement|deterioration|worsening|growth)$/;

/** Whether the denial of a verb ends before a word: no list continues after the comma. */
export function endsDenial(text: ForwardText, at: number, { cue, text: said }: Active): boolean {
  const word = text.words[at];
  if (word === undefined || at <= cue.to) return false;
  // `never gets fever, often gets a rash`.
  if (lower(word) === 'some' && text.isName(at - 1)) return true;
  if (OFTEN.test(lower(word)) && namedBetweenWords(text, cue.to, at)) return true;
  const comma = (word.gap & GAP.comma) !== 0;
  if (comma && /^(?:no(?: new| further)?|nil|negative)$/.test(said) && isOtherThing(text, cue, at))
    return true;
  const last = TIME_OF_DAY.test(lower(text.words[at - 1])) ? at - 2 : at - 1;
  if (last === cue.to && NEVER_AILS.test(lower(text.words[last])) && text.isAilment(at))
    return true;
  if (endsPassive(text, at, cue)) return true;
  const definite = /^(?:the|his|her|my|this|these)$/.test(lower(text.words[at + 1]));
  if (definite && LEADS_TO.test(lower(word))) return true;
  // `not previously documented: gout`.
  const colon = (word.gap & GAP.colon) !== 0;
  // `not for surgery: gout`.
  if (colon && said === 'not' && text.isName(at - 1) && !text.isAilment(at - 1)) return true;
  if (lower(word) === 'given' && said.endsWith('unlikely')) return true;
  if (colon && endsNegatingVerb(said) && WRITTEN_DOWN.test(lower(text.words[at - 1]))) return true;
  if (comma && endsNegatingVerb(said) && hasOtherObject(text, cue, at)) return true;
  if (at - cue.to < FEWEST_WORDS_OF_A_STATEMENT) return false;
  // `no interval change in the mass`: what does not change is there.
  const changes = text.isName(at - 1) && CHANGES.test(lower(text.words[at - 1]));
  if (changes && /^(?:in|of)$/.test(lower(word))) return true;
  if (OF_NO_LIST.test(lower(text.words[at - 1])) && (text.isName(at) || comma)) {
    return true;
  }
  if (!comma || !endsNegatingVerb(said)) return false;
  if (/^(?:or|nor|and|any)$/.test(word.folded)) return false;
  return ![at, at + 1, at + 2].some((near) => text.isName(near));
}

const OVER_ALL = /^(?:at no|on no|in no|not once|never|nor|it is not|not the case|not true|untrue)/;

/**
 * Whether a cue is the first thing of its clause: behind a name it speaks of that. Right after a name one that
 * speaks onward alone opens what the clause begins with: `has gout either asthma or sepsis would fit`.
 */
function opensClause(
  { words, limits, isAilment }: ForwardText,
  direction: Direction,
  cue: Cue,
): boolean {
  const { from, to } = cue;
  const last = /^(?:an?|the|in|on)$/.test(lower(words[from - 1])) ? from - 2 : from - 1;
  if (isAilment(last) && !governsBack(cue, direction)) return true;
  // `shows gout in the past he has had asthma`.
  const had = [1, 2, 3].some((n) => lower(words[to + n]) === 'had');
  if (direction === 'historical' && had) return true;
  for (let at = from; at > from - FARTHEST_BEHIND; at -= 1) {
    if (at < from && isAilment(at)) return false;
    if ((limits[at] ?? 0) !== 0 || ((words[at]?.gap ?? SENTENCE_END) & SENTENCE_END) !== 0)
      return true;
  }
  return true;
}

/** `given aspirin to prevent stroke, and gout`: an object right after what governs it. */
const governs = (
  { words }: ForwardText,
  at: number,
  direction: Direction,
  { cue }: Active,
): boolean => at === cue.to && !governsBack(cue, direction) && !PRONOUNS.has(lower(words[at]));

/** `in the past he has had`, `at no point did she`: said of the statement that follows at once. */
function isFronted(text: ForwardText, at: number, direction: Direction, one: Active): boolean {
  if (at - one.cue.to > FARTHEST_FRONT || namedBetweenWords(text, one.cue.to, at)) return false;
  if (((text.words[at]?.gap ?? 0) & (SENTENCE_END | GAP.colon)) !== 0) return false;
  if (direction === 'absent') {
    if (!OVER_ALL.test(one.text) || at - one.cue.to >= 3) return false;
    // `never did he have`; in `has never smoked she has` another clause begins.
    if (!/^(?:never|nor)(?: |$)/.test(one.text)) return true;
    return text.words.slice(one.cue.to, at).every((word) => AUXILIARIES.has(lower(word)));
  }
  if (!governs(text, at, direction, one) && !opensClause(text, direction, one.cue)) return false;
  // `nobody has looked into it`: it has its own object.
  const last = lower(text.words[at - 1]);
  if (at - 1 >= one.cue.to && /^(?:it|this|that|them|these)$/.test(last)) return false;
  if (
    direction === 'family' &&
    /^(?:maternal|paternal|in the family|family|on |from )/.test(one.text)
  )
    return true;
  if (direction === 'family' || direction === 'done' || direction === 'affirmed') return false;
  // `possibly due to aspirin, the cough began`: a cause and no guess about what follows.
  if (direction === 'possible' && / (?:to|from|of|by)$/.test(one.text) && at > one.cue.to)
    return false;
  if (direction === 'hypothetical' && saysWhatFollows(text, at, one)) return false;
  if (lower(text.words[at]) === 'but' || lower(text.words[at]) === 'and') return false;
  // `no past surgical history, has gout`: a noun, and no time.
  if (/history$/.test(one.text) && /^(?:has|have|presents|with)$/.test(lower(text.words[at])))
    return false;
  // `previous letter not received she has`: an adjective, and no time.
  if (/^(?:previous|prior|former)$/.test(one.text)) return false;
  // `no red flags the patient has`: nouns.
  if (/(?:flags?|risks?|precautions?|advice)$/.test(one.text)) return false;
  return direction !== 'historical' || FRONT.test(one.text);
}

/** Words of what may come: `if he stops it he will have`. */
const TO_COME = /^(?:will|would|may|might|could|should|can|must|ll|shall|need|needs|please|to)$/;

/** `if he stands up he gets a headache`: what follows a condition that was stated is a fact, without a modal. */
function saysWhatFollows({ words }: ForwardText, at: number, { cue, text }: Active): boolean {
  if (!/^(?:if|unless|when) (?:i|he|she|they|we|it)$/.test(text) || at <= cue.to) return false;
  for (let i = at; i < at + 6; i += 1) {
    if (TO_COME.test(lower(words[i])) || ((words[i]?.gap ?? SENTENCE_END) & SENTENCE_END) !== 0)
      return i > at + 2 && !TO_COME.test(lower(words[i]));
  }
  return true;
}

/** Begins a clause: earlier cues govern the names in it only where the clause says so. */
export function beginClause(text: ForwardText, at: number, active: ActiveCues): void {
  const limit = text.limits[at] ?? LIMIT.none;
  if (limit === LIMIT.none) return;
  const same = (limit & LIMIT.sameSubject) !== 0;
  for (const [direction, one] of active) {
    const coordinated = /^(?:and|or)$/.test(lower(text.words[at]));
    if (same && (direction === 'family' || (direction === 'hypothetical' && coordinated))) continue;
    // A cue that the clause begins inside, and a cue before the clause without a name.
    if (one.cue.to > at) continue;
    if (isFronted(text, at, direction, one)) continue;
    if (direction === 'family' && [1, 2].some((n) => isToldOfOwn(text.words, at - n))) continue;
    active.delete(direction);
  }
}

const FARTHEST_FRONT = 6;
const FARTHEST_BEHIND = 10;
/** Times that precede a whole statement. */
const FRONT =
  /past|prior|until|ago|last|previous|earlier|^in |^at |^as |^when|^before|^during|^on |child|once|long|former|^(?:19|20)/;
const OF_A_LIST = /history|hx|h o|background|pmh|known|past|previous|prior|s p|status/;

/** Ends a verb's scope after one thing, before another that is next to it. */
export function endsOfOne(text: ForwardText, active: ActiveCues, at: number): void {
  const past = active.get('historical');
  if (past === undefined || !text.isName(at - 1) || OF_A_LIST.test(past.text)) return;
  const gap = text.words[at]?.gap ?? 0;
  if ((gap & (GAP.comma | GAP.slash | GAP.open)) === 0) active.delete('historical');
}

const CONDITION = /^(?:if|should|in case)/;
const MAX_LISTED = 25;

/** `if swelling, syncope or nosebleed`: after the comma the list of the condition continues to its end. */
export function goesOnListing({ words, isName }: ForwardText, at: number): boolean {
  if (!isName(at)) return false;
  let joined = false;
  for (let i = at; i < at + MAX_LISTED; i += 1) {
    const word = words[i];
    if (word === undefined || (i > at && (word.gap & SENTENCE_END) !== 0)) return joined;
    if (isName(i)) continue;
    if (!/^(?:or|and)$/.test(lower(word))) return joined && (word.gap & GAP.comma) !== 0;
    joined = true;
  }
  return false;
}

/** `in case of fever, take paracetamol`: the treatment is planned; the ailment is not. */
export function endsCondition(active: ActiveCues, said: Active): void {
  if (!CONDITION.test(said.text)) return;
  active.set('hypothetical', { cue: said.cue, text: `would ${said.text}` });
}

/** `asthma (no fever), stroke in 2016`: a scope in brackets ends with them. */
export function endInside(active: ActiveCues, opened: number): void {
  for (const [direction, { cue }] of active) if (cue.from >= opened) active.delete(direction);
}
