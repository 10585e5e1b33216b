import { lower, POSSESSIVES } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END } from '../text/words.js';
import type { Cue } from './cues.js';
import type { Active } from './direction.js';
import { endsNegatingVerb } from './negated-verbs.js';
import type { ForwardText } from './scope.js';

/**
 * Words that state that their object exists, by the beginning of the word: under negation they deny it
 * with any determiner (`does not have the rash`, `no sign of his tumour`). What any other verb or noun
 * does to `his cough` or `the pain` leaves that present (`cannot work with her pain`, `no plan for the rash`):
 * a definite description presupposes what it describes.
 */
const EXISTS =
  /^(?:got$|gets?$|getting$|felt$|feel(?:s|ing)?$|experienc|suffer|develop|show|reveal|demonstrat|display|exhibit|find|found$|see$|seen$|saw$|sees$|detect|identif|visuali|eviden|signs?$|trace|suggest|indicat|confirm|support|complain|report|endors|admit|histor|symptom|feature|recur|return|episode|occur|exist|present|diagnos|appear|consistent|compatible|keeping|contain|positive|elicit|palpa|hear|heard$|observ|notic|record|document|describ|represent|mean|proof|prov|hint|suspicion|possib|likel|more$|bring|brought|remnant|residu|remain)/;
/** They do so right before it alone: `has been set` is no having. */
const AUXILIARY_EXISTS =
  /^(?:has|had|have|having|hasnt|hadnt|havent|be|been|is|was|are|were|isnt|wasnt)$/;
const DEMONSTRATES = /^(?:this|these|that|those)$/;
/** `nobody had suspected gout until the scan`, `was not seen about his cough until today`: it was there. */
const LEARNS =
  /^(?:suspect|expect|recogni[sz]|diagnos|notic|know|knew|known|think|thought|mention|told|tell|treat|sought|seek|seen$|see$|consider|pick|realis|realiz|look|aware|report|admit)/;
/** `seen about the pain`, `heard of his cough`: it is the care that was or was not. */
const CARE_FOLLOWS = /^(?:about|regarding|concerning|for|by|of)$/;
/** `no sign of the cough settling`: what changes, or does not, is there. */
const CHANGING =
  /^(?:stopping|settling|improving|resolving|easing|abating|going|clearing|subsiding|relenting|lifting|shifting|ending|lessening|fading|getting|becoming|worsening|spreading|progressing|responding)$/;
const NOT_A_CHANGE = /^(?:on|into|out|over)$/;
/** `should not drive with epilepsy`, `must not have aspirin with gout`: why it is forbidden. */
const FORBIDS = /^(?:should|must|ought|shouldnt|mustnt|may|can|cannot|cant)$/;
const BETWEEN_ADJECTIVES = 3;
const FARTHEST = 14;
const PERSON =
  /^(?:anyone|anybody|someone|somebody|nobody|him|us|them|me|doctors?|gp|consultants?|specialists?)$/;
/** They describe a person's mood and abilities, not what is present: `not coping with pain`. */
const LINKS_A_CAUSE = /^(?:with|about|over|despite|through)$/;
/** What a patient fails to do with or through a complaint that is present. */
const COPES =
  /^(?:cop(?:e|es|ed|ing)$|manag|tolerat|liv(?:e|es|ed|ing)$|work|function|sleep|concentrat|eat|drink|drive|driving|fly$|flying$|travel|swim|dive$|diving$|climb|stand$|standing$|happy|content|satisf|pleas|impress|familiar|help|talk|speak|spoke|discuss|seek|sought|consult|forthcoming|open$|go(?:es|ing)?$|attend$|play|exercis|train|discharg|home$)/;

/** Returns the index of a name's determiner, over its adjectives; none where another word is between. */
function determinerOf({ words, isName }: ForwardText, { from }: Span, after: number): number {
  for (let at = from - 1; at >= after && at >= from - 1 - BETWEEN_ADJECTIVES; at -= 1) {
    const word = lower(words[at]);
    // `don't think it's asthma`, also where the apostrophe is lost, owns nothing.
    if ((POSSESSIVES.has(word) && word !== 'its') || word === 'the') return at;
    // `that this represented`: a pronoun.
    if (DEMONSTRATES.test(word)) return at === from - 1 ? at : -1;
    if (isName(at) || !/(?:y|ed|ing|al|ic|ous|ent|ant|ive|re|ld|ar|te|er|id|le|an)$/.test(word))
      return -1;
    if (((words[at + 1]?.gap ?? 0) & (GAP.comma | SENTENCE_END)) !== 0) return -1;
  }
  return -1;
}

/** `no sign of her cough getting better`. */
function isChanging({ words, isName }: ForwardText, { to }: Span): boolean {
  const next = words[to];
  if (next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0 || isName(to))
    return false;
  return CHANGING.test(lower(next)) && !NOT_A_CHANGE.test(lower(words[to + 1]));
}

/** `nobody had suspected gout until`. */
export function isLearntLater(
  { words, isName }: ForwardText,
  { from, to }: Span,
  cue: number,
): boolean {
  if (!/^(?:until|till)$/.test(lower(words[to]))) return false;
  for (let at = cue; at < from; at += 1) {
    if (!isName(at) && LEARNS.test(lower(words[at]))) return true;
  }
  return false;
}

/** `neither her gout nor her asthma is under control`: what the patient owns is there, whatever it does not do. */
function isPairOfSubjects(
  { words, isName }: ForwardText,
  { from, to }: Span,
  cue: number,
  said: string,
): boolean {
  if (!/^n(?:either|or)$/.test(said) || from !== cue + 1) return false;
  if (!POSSESSIVES.has(lower(words[cue])) && lower(words[cue]) !== 'the') return false;
  for (let at = to; at < to + FARTHEST; at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return false;
    if (isName(at) || /^(?:nor|the)$/.test(lower(word)) || POSSESSIVES.has(lower(word))) continue;
    if (!/^(?:is|are|was|were|has|have|had|will|would|can|could|does|do|did)$/.test(lower(word)))
      return false;
    return ![1, 2, 3].some((n) =>
      /^(?:present|seen|found|evident|there|detected|reported|noted|identified|visible|confirmed|recurred|returned)$/.test(
        lower(words[at + n]),
      ),
    );
  }
  return false;
}

/** `her children do not have her asthma`, `nobody else has his gout`: what others lack is the patient's. */
export function isOfOthers({ words }: ForwardText, { from }: Span, { from: cue }: Cue): boolean {
  if (!/^(?:his|her|my)$/.test(lower(words[from - 1]))) return false;
  if (!/^(?:have|has|had|got|share|shares|inherited|caught)$/.test(lower(words[from - 2])))
    return false;
  for (let at = cue - 4; at < from - 2; at += 1) {
    const word = lower(words[at]);
    if (word === 'else' || (at < cue && (isRelative(word) || /^(?:children|kids)$/.test(word))))
      return true;
  }
  return false;
}

/** `should not have been given aspirin with gout`. */
function isWhyForbidden({ words }: ForwardText, { from }: Span, cue: Cue): boolean {
  if (!/^(?:with|despite|given|considering)$/.test(lower(words[from - 1]))) return false;
  return [cue.from - 1, cue.from, cue.from + 1].some(
    (at) => at < from - 1 && FORBIDS.test(lower(words[at])),
  );
}

/**
 * Whether the wording presupposes a name within the scope of a denial: `has seen nobody about his
 * headache`. `directly` after the denial, and after words of existence, it is denied.
 */
export function isTakenForGranted(
  text: ForwardText,
  span: Span,
  { cue, text: said }: Active,
): boolean {
  if (!text.isAilment(span.from) || span.from - cue.to > FARTHEST) return false;
  const { words } = text;
  if (isChanging(text, span)) return true;
  if (isLearntLater(text, span, cue.from)) return true;
  if (isPairOfSubjects(text, span, cue.to, said)) return true;
  if (span.from <= cue.to) return false;
  if (isOfOthers(text, span, cue)) return true;
  if (isWhyForbidden(text, span, cue)) return true;
  const determiner = determinerOf(text, span, cue.to);
  const until = determiner < 0 ? span.from - 1 : determiner;
  if (determiner < 0) {
    if (!endsNegatingVerb(said) || !LINKS_A_CAUSE.test(lower(words[span.from - 1]))) return false;
    if (/^(?:an?|the|one|any)$/.test(lower(words[cue.to]))) return false;
  }
  let content = false;
  for (let at = cue.from; at < until; at += 1) {
    const word = lower(words[at]);
    if (at >= cue.to && text.isAilment(at)) return false;
    // `has not seen anyone about his headache`: a person is not stated to exist.
    const article = /^(?:an?|the|his|her)$/.test(lower(words[at + 1])) ? 1 : 0;
    const ofPerson = PERSON.test(lower(words[at + 1 + article]));
    const ofCare = /^(?:seen|heard)$/.test(word) && CARE_FOLLOWS.test(lower(words[at + 1]));
    if (!ofPerson && !ofCare && EXISTS.test(word)) return false;
    if (at + 1 === until && AUXILIARY_EXISTS.test(word)) return false;
    if (at >= cue.from && (determiner >= 0 ? at >= cue.to : COPES.test(word))) content = true;
  }
  return content;
}

const AS_NOW = /^(?:this|that|these|now|today|it|last|before)$/;

/** `never had a cough as bad as this`, `never seen such weakness`: it is there, and worse than ever. */
export function isCompared(
  { words, isName }: ForwardText,
  span: Span,
  { text: said }: Active,
): boolean {
  if (!/(?:^| )(?:not|never|nt|had|have|seen|known)(?: |$)/.test(said)) return false;
  if (lower(words[span.from - 1]) === 'such') return true;
  if (lower(words[span.from - 1]) === 'a' && lower(words[span.from - 2]) === 'such') return true;
  const [first, second, third, fourth] = [0, 1, 2, 3].map((n) =>
    isName(span.to + n) ? '' : lower(words[span.to + n]),
  );
  if (first === 'as' && third === 'as') return AS_NOW.test(fourth ?? '');
  if (first === 'like') return AS_NOW.test(second ?? '');
  return (
    /^(?:this|that|so|quite so)$/.test(first ?? '') &&
    /^(?:bad|badly|severe|severely|strong|long|often|intense)$/.test(second ?? '')
  );
}

const WHAT_IT_IS_FOR =
  /^(?:for|behind|helps?|eases?|relieves?|treats?|controls?|improves?|affects?|worsens?|aggravates?|explains?|causes?|causing|explaining|helping|triggers?|triggering|settles?|manages?|suits?|cures?)$/;

/** `consider aspirin for his cough`, `whether it is behind the cough`: what something is for is there. */
export const isPurposeOwned = (
  { words, isAilment }: ForwardText,
  { from }: Span,
  { text: said }: Active,
): boolean =>
  isAilment(from) &&
  ((said.endsWith(' about') && POSSESSIVES.has(lower(words[from - 1]))) ||
    WHAT_IT_IS_FOR.test(lower(words[from - 2]))) &&
  (POSSESSIVES.has(lower(words[from - 1]))
    ? !said.endsWith(' for')
    : /^(?:the|this)$/.test(lower(words[from - 1])) && lower(words[from - 2]) !== 'for');

/** `not previously investigated for this cough`: of a complaint that is pointed at. */
export const isPointedAt = (
  { words, isAilment }: ForwardText,
  { from }: Span,
  { text: said }: Active,
): boolean =>
  isAilment(from) &&
  /^(?:this|these|his|her|my)$/.test(lower(words[from - 1])) &&
  /^(?:investigat|evaluat|assess|work|seen|see)[a-z -]* (?:for|with)$/.test(said);
