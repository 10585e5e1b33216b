import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { saidFrom } from './hedges.js';
import { deniedName } from './reversals.js';
import { ahead, type ConstructionText, completeCue, cue } from './text.js';

/** Verbs that exclude a diagnosis, in their form after `can` and after plural subjects. */
const EXCLUDES =
  /^(?:rule|exclude|dismiss|discount|refute|disprove|eliminate|reject|discard|negate|disregard|abandon)$/;
const MANNER = /^(?:now|thus|therefore|also|both|all|then|again)$|..ly$/;
/** Those who can exclude by what they know. */
const KNOWING =
  /^(?:i|we|they|these|those|results|findings|tests|images|bloods|films|scans|appearances|cultures|features|investigations|values|levels|figures|tracings|swabs)$/;
const UNDER_NEGATION =
  /^(?:not|never|no|unable|insufficient|cannot|cant|couldnt|dont|doesnt|didnt|nor|neither|nothing|hardly|barely|fails|failed)$/;

/** Whether the verb that follows a word is negated. */
function isDenied({ words }: ConstructionText, at: number): boolean {
  for (let i = at; i >= 0 && i > at - 5; i -= 1) {
    if (UNDER_NEGATION.test(lower(words[i]))) return true;
    if (((words[i]?.gap ?? GAP.end) & SENTENCE_END) !== 0) return false;
  }
  return false;
}

/**
 * `these results rule out`, `we can safely dismiss`, `have been able to exclude`: who says so has
 * done it, where `to exclude` and `rule out` ask for it.
 */
export function hasExcluded(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  const verb = lower(words[at]);
  if (!EXCLUDES.test(verb)) return undefined;
  const to = verb === 'rule' ? at + 2 : at + 1;
  if (verb === 'rule' && lower(words[at + 1]) !== 'out') return undefined;
  let i = at - 1;
  let sure = false;
  while (i > at - 4 && MANNER.test(lower(words[i]))) {
    sure = true;
    i -= 1;
  }
  const before = lower(words[i]);
  if (isDenied(text, i) || isName(i)) return undefined;
  const earlier = lower(words[i - 1]);
  const able =
    (before === 'to' && /^(?:able|enough|sufficient|managed)$/.test(earlier)) ||
    (/^(?:can|could)$/.test(before) && (sure || KNOWING.test(earlier)));
  return able || KNOWING.test(before) ? cue(at, to, 'absent before') : undefined;
}

const LISTS =
  /^(?:differential|list|lists|diagnoses|table|agenda|records|record|differentials|cards)$/;

/** `takes it off the differential`, `crossed off the problem list`, `rules it out`. */
export function takenOff({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = lower(words[at]);
  if (word === 'out' && isName(at - 1)) {
    let i = at - 1;
    while (i > at - 10 && (isName(i) || /^(?:and|or|the|a|any)$/.test(lower(words[i])))) i -= 1;
    const verb = lower(words[i]);
    const denied = UNDER_NEGATION.test(lower(words[i - 1]));
    return /^(?:rules|ruled)$/.test(verb) && !denied
      ? completeCue(at, at + 1, 'absent after')
      : undefined;
  }
  if (word !== 'off' && word !== 'from') return undefined;
  const moved = /^(?:removed|struck|crossed|dropped|deleted|taken|come|came|scored)$/;
  if (!isName(at - 1) && !moved.test(lower(words[at - 1]))) return undefined;
  for (let i = at + 1; i < at + 5; i += 1) {
    if (words[i] === undefined || isName(i)) return undefined;
    if (LISTS.test(lower(words[i]))) return completeCue(at, i + 1, 'absent after');
    if (
      !/^(?:the|our|his|her|my|your|their|a|active|problem|working|current|list|of)$/.test(
        lower(words[i]),
      )
    )
      return undefined;
  }
  return undefined;
}

/** `it would be wrong to say that he has`, `a mistake to call this`, `far from having`. */
export function falselySaid(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  const word = lower(words[at]);
  const next = lower(words[at + 1]);
  if (word === 'far' && next === 'from') {
    const verb = lower(words[at + 2]);
    return /^(?:having|being|showing|suffering|demonstrating|developing)$/.test(verb)
      ? cue(at, at + 3, 'absent before')
      : undefined;
  }
  if (
    !/^(?:wrong|incorrect|untrue|false|inaccurate|misleading|mistaken|erroneous|mistake|error)$/.test(
      word,
    )
  )
    return undefined;
  if (next !== 'that' && next !== 'to') return undefined;
  const name = deniedName(text, at);
  if (name?.denied === true) return cue(at, name.name, 'stop');
  if (next === 'that') return cue(at, at + 2, 'absent before');
  const says =
    /^(?:say|call|suggest|claim|assume|think|describe|label|state|conclude|report|believe|diagnose|record|speak|infer)$/;
  if (!says.test(lower(words[at + 2]))) return undefined;
  const to = /^(?:that|of)$/.test(lower(words[at + 3])) ? at + 4 : at + 3;
  return cue(at, to, 'absent before');
}

const FALSE_LATER =
  /^(?:wrong|incorrect|false|mistaken|erroneous|unfounded|untrue|error|mistake|misdiagnosis)$/;

/** `..., which turned out to be wrong`: about the diagnosis that precedes it. */
export function provedFalse(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (!/^(?:which|but|this|that)$/.test(lower(words[at]))) return undefined;
  if (!isName(at - 1)) return undefined;
  for (let i = at + 1; i < at + 9; i += 1) {
    const word = lower(words[i]);
    if (words[i] === undefined || isName(i)) return undefined;
    if (((words[i]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    if (FALSE_LATER.test(word)) return completeCue(at, i + 1, 'absent after');
    if (
      !/^(?:it|this|that|was|is|has|have|been|be|later|subsequently|turned|out|to|proved|proven|shown|found|in|a|an|the|diagnosis|label|since|then|now|eventually)$/.test(
        word,
      )
    )
      return undefined;
  }
  return undefined;
}

const SUBJECT = /^(?:he|she|they|i|we|it|there|the|his|her|any|anyone|this|patient|pt)$/;
const INVERTED = /^(?:did|does|do|has|have|had|was|were|is|are|could|can|would)$/;

/** `at no point during the stay did she have`: the statement that is turned round is denied. */
export function frontedDenial(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  const word = lower(words[at]);
  const next = lower(words[at + 1]);
  // `neither has she had`.
  if (word === 'neither')
    return INVERTED.test(next) && SUBJECT.test(lower(words[at + 2]))
      ? cue(at, at + 3, 'absent before')
      : undefined;
  const fronted =
    (/^(?:at|on|in|under|by|during)$/.test(word) && next === 'no') ||
    (word === 'not' && next === 'once') ||
    (word === 'never' && /^(?:once|in|during|since|before|at)$/.test(next)) ||
    (word === 'nowhere' && /^(?:in|on|during|within)$/.test(next));
  if (!fronted) return undefined;
  const verb = ahead(text, at + 2, INVERTED, 12);
  if (verb === undefined || !SUBJECT.test(lower(words[verb + 1]))) return undefined;
  for (let i = at; i < verb; i += 1)
    if (isName(i) || ((words[i + 1]?.gap ?? 0) & GAP.comma) !== 0) return undefined;
  return cue(verb, verb + 2, 'absent before');
}

const SAYS_HE_HAS =
  /^say (?:that )?(?:(?:i|he|she|they|we) (?:has|have|had|am|is|was|suffers?)|ive|hes|shes)(?: (?:ever|had|got|having))*(?= |$)/;

/** `it can't be pneumonia`, `couldn't say that she has`. */
export function cannotBe({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = lower(words[at]);
  if (!/^(?:cant|couldnt)$/.test(word)) return undefined;
  const said = SAYS_HE_HAS.exec(saidFrom({ words, isName }, at + 1))?.[0];
  if (said !== undefined) return cue(at, at + 1 + said.split(' ').length, 'absent before');
  const to = MANNER.test(lower(words[at + 1])) ? at + 2 : at + 1;
  return /^(?:be|have)$/.test(lower(words[to])) && !/(?:ed|en)$/.test(lower(words[to + 1]))
    ? cue(at, to + 1, 'absent before')
    : undefined;
}
