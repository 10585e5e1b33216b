import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, cue } from './text.js';

/** Nouns for guesses and fears. */
const GUESS =
  /^(?:worry|worries|concern|concerns|hunch|suspicion|suspicions|guess|bet|hypothesis|theory|assumption|contention|instinct|conjecture|inkling|feeling|impression)$/;
const OWNER =
  /^(?:my|our|the|a|some|slight|niggling|growing|serious|clinical|genuine|main|chief|biggest|principal|strong|only|working|first|one|gut|real)$/;
const NONE = /^(?:no|not|never|without|nothing|little|any)$/;

/** `my main worry here is pneumonia`, `I have a hunch that he has gout`. */
export function guessIs(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  if (!GUESS.test(lower(words[at])) || !OWNER.test(lower(words[at - 1]))) return undefined;
  if ([1, 2, 3].some((n) => NONE.test(lower(words[at - n])))) return undefined;
  const link = ahead(text, at + 1, /^(?:is|was|would|remains|that|are|being)$/, 4);
  if (link === undefined) return undefined;
  const to = /^(?:of|be|that|for)$/.test(lower(words[link + 1])) ? link + 2 : link + 1;
  // `a worry that this is`: what it is follows.
  const named = /^(?:this|it|he|she|they)$/.test(lower(words[to]));
  const verb = named && /^(?:is|has|was|had)$/.test(lower(words[to + 1]));
  return cue(at, verb ? to + 2 : to, 'possible before');
}

const COPULA = /^(?:is|was|are|were|remains|remained|seems|seemed|be|being|been|becomes|became)$/;
const POSSIBILITY =
  /^(?:possibility|possibilities|consideration|contender|contenders|candidate|suspect|likelihood|probability|conjecture|guess|hypothesis|frontrunner|favourite)$/;
const MODIFIES =
  /^(?:a|an|the|one|another|still|also|always|only|my|our|main|chief|leading|real|strong|distinct|remote|definite|clear|likely|serious|reasonable|valid|prime|top|other|outside|small|good|working|differential|diagnostic)$/;

/** `was a possibility`, `remains the main contender`: about what precedes it. */
export function isPossibility({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!COPULA.test(lower(words[at])) || NONE.test(lower(words[at - 1]))) return undefined;
  let to = at + 1;
  while (to < at + 5 && MODIFIES.test(lower(words[to])) && !isName(to)) to += 1;
  const noun = words[to];
  if (to === at + 1 || noun === undefined || (noun.gap & SENTENCE_END) !== 0) return undefined;
  if (!POSSIBILITY.test(lower(noun))) return undefined;
  const onward = /^(?:of|that|is)$/.test(lower(words[to + 1]));
  return onward ? undefined : cue(at, to + 1, 'possible after');
}

const IMPROBABLE =
  /^(?:impossible|inconceivable|implausible|improbable|unlikely|unreasonable|unthinkable|unimaginable)$/;

/** `not impossible`, `is not off the table`: two denials leave it open. */
export function notImprobable({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:not|nor|isnt|hardly|never)$/.test(lower(words[at]))) return undefined;
  const [first, second, third] = [1, 2, 3].map((n) => lower(words[at + n]));
  const idiom =
    (first === 'off' && second === 'the' && /^(?:table|list|menu|cards)$/.test(third ?? '')) ||
    (first === 'out' && second === 'of' && third === 'the') ||
    (first === 'beyond' && /^(?:the|possibility)$/.test(second ?? ''));
  const single = IMPROBABLE.test(first ?? '');
  if (!idiom && !single) return undefined;
  let to = at + (single ? 2 : 4);
  if (idiom && /^(?:question|running|bounds|realms)$/.test(lower(words[to]))) to += 1;
  const onward = isName(to) || /^(?:that|to|for)$/.test(lower(words[to]));
  return cue(at, to, onward ? 'possible before' : 'possible after');
}

const THINKS =
  /^(?:thinking|leaning|veering|inclined|tempted|edging|swaying|drifting|steering|gravitating|lean|veer|point|points)$/;

/** `thinking along the lines of`, `leaning more to`, `inclined to diagnose`. */
export function leansTo(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (lower(words[at]) === 'thought' && lower(words[at + 1]) === 'of') {
    return isName(at + 2) ? cue(at, at + 2, 'possible before') : undefined;
  }
  if (!THINKS.test(lower(words[at])) || NONE.test(lower(words[at - 1]))) return undefined;
  const link = ahead(text, at + 1, /^(?:of|towards|toward|to)$/, 6);
  if (link === undefined || [link - 1, link].some((one) => one > at && isName(one)))
    return undefined;
  const verb = /^(?:diagnose|think|call|treat|blame|suspect|favour|say|label)$/.test(
    lower(words[link + 1]),
  );
  const more = verb && /^(?:it|this|him|her|as)$/.test(lower(words[link + 2])) ? 3 : 2;
  return cue(at, verb ? link + more : link + 1, 'possible before');
}

const HEDGES =
  /^(?:equivocal|inconclusive|borderline|indeterminate|nondiagnostic|ambiguous|worrying|worrisome|suspicious|concerning|suggestive|tentative)$/;

/** `is borderline for`, `worrying for`: an adjective that doubts what follows it. */
export function hedgesFor({ words }: ConstructionText, at: number): Cue | undefined {
  if (!HEDGES.test(lower(words[at])) || NONE.test(lower(words[at - 1]))) return undefined;
  return /^(?:for|of|regarding)$/.test(lower(words[at + 1]))
    ? cue(at, at + 2, 'possible before')
    : undefined;
}

/** `worrying for sepsis`: a disease named in the manner of a complaint. */
export function worryingFor(text: ConstructionText, at: number): Cue | undefined {
  const ailment = text.isAilment(at + 2) || text.isAilment(at + 3);
  return lower(text.words[at]) === 'worrying' && ailment ? hedgesFor(text, at) : undefined;
}

/** The word after the name that begins at a word; none where no name does. */
function afterName({ words, isName }: ConstructionText, at: number): number | undefined {
  let to = at;
  while (to < at + 8 && to < words.length && isName(to)) to += 1;
  return to === at ? undefined : to;
}

/** `keep sepsis in mind`, `here to have gout excluded`, `if not gout then sepsis`. */
export function aroundName(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  const first = lower(words[at]);
  if (first === 'if' && lower(words[at + 1]) === 'not') {
    return text.isName(at + 2) ? cue(at, at + 2, 'possible before') : undefined;
  }
  if (first === 'then' && text.isName(at + 1)) {
    const before = words.slice(Math.max(0, at - 10), at).map(lower);
    const condition = before.lastIndexOf('if');
    return condition >= 0 && before[condition + 1] === 'not'
      ? cue(at, at + 1, 'possible before')
      : undefined;
  }
  if (/^(?:keep|keeping|bear|bearing)$/.test(first)) {
    const to = afterName(text, at + 1);
    const minded = to !== undefined && lower(words[to]) === 'in' && lower(words[to + 1]) === 'mind';
    return minded ? cue(at, at + 1, 'possible before') : undefined;
  }
  if (!/^(?:excluded|ruled|investigated|checked)$/.test(first) || !text.isName(at - 1))
    return undefined;
  if (((words[at]?.gap ?? 0) & (GAP.comma | SENTENCE_END)) !== 0) return undefined;
  let from = at - 1;
  while (from > 0 && from > at - 8 && text.isName(from)) from -= 1;
  if (!/^(?:have|get|having|getting)$/.test(lower(words[from]))) return undefined;
  return /^(?:to|for|like|wants?|needs?|of|about|and|must|should)$/.test(lower(words[from - 1]))
    ? cue(at, first === 'ruled' ? at + 2 : at + 1, 'possible after')
    : undefined;
}
