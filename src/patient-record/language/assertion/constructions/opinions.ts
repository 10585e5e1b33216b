import { lower } from '../../clauses/grammar.js';
import type { Cue } from '../cues.js';
import { saidFrom } from './hedges.js';
import { type ConstructionText, completeCue, cue, type FindCue } from './text.js';

const DENIES =
  /^(?:no|not|never|nobody|nothing|without|little|cannot|cant|hardly|dont|doesnt|didnt|isnt|wasnt|longer|none|neither|nor)$/;
const isDenied = ({ words }: ConstructionText, at: number): boolean =>
  [1, 2, 3].some((n) => DENIES.test(lower(words[at - n])));

const WHAT_IT_IS =
  /^(?:is )?(?:that )?(?:(?:this|it|he|she|they|there) (?:all |really |just |probably |actually |still |now )?(?:is|was|has|had|are|were|have|s|ve)|i have|i ve|i am having|ive|its|hes|shes|theyve|theres|calling (?:it|this)|call (?:it|this))(?: (?:a|an|some|just|having|got|dealing with|looking at|down to|due to|a case of|early|acute|new|the start of|probably|really))*(?= |$)/;
const OWN_REPORT = /^(?:feels|felt|feel)$/;
const LESS_THAN_SURE =
  /^(?:half|only|fairly|pretty|reasonably|almost|nearly|quite|moderately|percent|cent|less)$/;

/**
 * `the registrar reckons she has gout`, `there is a good chance it is gout`, `60 % sure this is gout`: an
 * opinion that something is present, with its subject and verb.
 */
export function opines(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (isDenied(text, at) || isName(at - 1)) return undefined;
  const verb = lower(words[at]);
  const before = lower(words[at - 1]);
  // `gout is suspected, he has a fever`; `family say that he has`: no opinion.
  if (verb === 'suspected' && /^(?:is|was|are|were|been|being)$/.test(before)) return undefined;
  if (verb === 'say' && !/^(?:would|d|id)$/.test(before)) return undefined;
  if (/^(?:sure|certain|convinced|confident)$/.test(verb)) {
    if (!LESS_THAN_SURE.test(before) && words[at - 1]?.number !== true) return undefined;
  }
  const hasListener = verb === 'tells' && /^(?:me|us)$/.test(lower(words[at + 1]));
  if (verb === 'tells' && !(hasListener && before === 'something')) return undefined;
  const from = hasListener ? at + 2 : at + 1;
  const said = WHAT_IT_IS.exec(saidFrom(text, from))?.[0];
  if (said === undefined) return undefined;
  const to = from + said.split(' ').length;
  const denied = /^(?:not|no|never)$/.test(lower(words[to]));
  if (denied || ![0, 1, 2].some((n) => isName(to + n))) return undefined;
  // `he feels he has a fever`: what the patient feels is a complaint.
  const own = OWN_REPORT.test(verb) && /^(?:he|she|they|i)$/.test(before);
  return own ? undefined : cue(at, to, 'possible before');
}

const NOT_SURE = /^(?:not|cannot|cant|couldnt|couldn|never|wouldnt|arent|isnt|unable|nor|t)$/;
const NO_SUCH =
  /^(?:for (?:certain|sure) )?(?:that )?(?:there (?:is|was) (?:no|not)|there isnt|there wasnt|(?:it|this) (?:is|was) not|(?:it|this) isnt|its not|(?:he|she) (?:does|did) not have|(?:he|she) (?:doesnt|didnt) have|(?:he|she) has no)(?: (?:a|an|any|some))?(?= |$)/;

/** `I could not swear that there is no gout`, `not convinced it is not gout`: two denials leave it open. */
export function cannotVouch(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  // `can we be sure that it is not`: a question that denies as well.
  const asked = lower(words[at - 3]) === 'can' && lower(words[at - 1]) === 'be' ? 3 : undefined;
  const negator = [1, 2, 3].find((n) => NOT_SURE.test(lower(words[at - n]))) ?? asked;
  if (negator === undefined) return undefined;
  const said = NO_SUCH.exec(saidFrom(text, at + 1))?.[0];
  return said === undefined
    ? undefined
    : cue(at - negator, at + 1 + said.split(' ').length, 'possible before');
}

const LESS_CERTAIN =
  /^(?:(?:we|i|they|nobody|doctors) (?:am|are|is|was|were|remain)|im) (?:(?:less|not|far from|rather|still)(?: (?:entirely|so|yet|fully|really|quite|at all))* )?(?:so|sure|certain|convinced|persuaded|unsure|uncertain|unconvinced|sceptical|skeptical|doubtful)(?= |$)/;
const SURE = /(?:so|sure|certain|convinced|persuaded)$/;

/** `is convinced she has gout, we are less certain`: doubts the statement before. */
export function lessCertain(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  const said = LESS_CERTAIN.exec(saidFrom(text, at))?.[0];
  if (said === undefined) return undefined;
  const doubted = !SURE.test(said) || /(?:^nobody| (?:less|not|far from))/.test(said);
  const to = at + said.split(' ').length;
  const onward =
    isName(to) ||
    /^(?:of|that|about|if|whether|for|it|this|what|why|how|where|when|which|who)$/.test(
      lower(words[to]),
    );
  return doubted && !onward && !/un(?:less|til)/.test(lower(words[at - 1]))
    ? completeCue(at, to, 'possible after')
    : undefined;
}

const GIVEN_UP =
  /^no longer (?:suspected|thought|felt|believed|considered|presumed)(?: to (?:have|be))?(?= |$)/;

/** `no longer suspected to have gout`: the doubt is over. */
export function noLonger(text: ConstructionText, at: number): Cue | undefined {
  const said = GIVEN_UP.exec(saidFrom(text, at))?.[0];
  const to = said === undefined ? undefined : at + said.split(' ').length;
  return to !== undefined && text.isName(to) ? completeCue(at, to, 'absent before') : undefined;
}

const AT_THE_TIME = /^(?:at|first|initially|originally|the|time|outset|then|previously)$/;

/** `thought at first to be gout`, `believed initially to have asthma`: what was held before. */
export function heldAtFirst(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  if (isDenied(text, at)) return undefined;
  let to = at + 1;
  while (to < at + 5 && AT_THE_TIME.test(lower(words[to]))) to += 1;
  if (to === at + 1 || lower(words[to]) !== 'to') return undefined;
  return /^(?:be|have|represent)$/.test(lower(words[to + 1]))
    ? cue(at, to + 2, 'possible before')
    : undefined;
}

/** The constructions of opinions, with the words that they begin with. */
export const OPINIONS: readonly (readonly [FindCue, string])[] = [
  [
    opines,
    'reckon reckons reckoned suspect suspects suspected believe believes believed think thinks thought feel feels felt ' +
      'fear fears feared guess guesses imagine imagines wager bet presume presumes assume assumes minded worried ' +
      'scared frightened afraid terrified panicking concerned chance likelihood odds probability sure certain ' +
      'convinced confident tells say',
  ],
  [cannotVouch, 'swear promise guarantee sure certain convinced persuaded satisfied confident say'],
  [heldAtFirst, 'thought believed felt presumed assumed considered suspected'],
  [noLonger, 'no'],
  [lessCertain, 'we i im they nobody doctors'],
];
