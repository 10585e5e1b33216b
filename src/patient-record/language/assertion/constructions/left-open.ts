import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, completeCue, cue } from './text.js';

const ADVERB =
  /^(?:well|possibly|conceivably|just|easily|still|also|perhaps|potentially|simply|actually|even|equally|feasibly|plausibly|theoretically|yet|very|quite|of|course)$/;
const STANDS_FOR =
  /^(?:represent|reflect|indicate|suggest|signify|mean|denote|herald|constitute|underlie|explain|relate)$/;
const BEING = /^(?:be|have)$/;
const PROVES = /^(?:turn|prove|end)$/;

/**
 * `may quite possibly represent`, `might turn out to be`: a modal, what qualifies it, and a verb that says what
 * something is. Those without an adverb between are in the tables.
 */
export function modalGuess({ words, isName }: ConstructionText, at: number): Cue | undefined {
  let to = at + 1;
  while (to < at + 4 && ADVERB.test(lower(words[to])) && !isName(to)) to += 1;
  const verb = lower(words[to]);
  if (isName(to) || ((words[to]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  if (PROVES.test(verb)) {
    const link = [1, 2].find((n) => lower(words[to + n]) === 'to');
    if (link === undefined || !BEING.test(lower(words[to + link + 1]))) return undefined;
    return cue(at, to + link + 2, 'possible before');
  }
  if (verb === 'relate' && lower(words[to + 1]) !== 'to') return undefined;
  const guessed = STANDS_FOR.test(verb) || (to > at + 1 && BEING.test(verb));
  const end = verb === 'relate' ? to + 2 : to + 1;
  return guessed ? cue(at, end, 'possible before') : undefined;
}

const NEGATOR =
  /^(?:not|cannot|cant|couldnt|wouldnt|never|nor|hard|difficult|impossible|unable|yet|isnt|hasnt)$/;
const EXCLUSION =
  /^(?:exclude|excluded|excluding|rule|ruled|ruling|dismiss|dismissed|discount|discounted|disprove|disproved|refute|refuted|eliminate|eliminated)$/;
const MAX_WORDS = 8;

/** `…, but it cannot be fully excluded on these views`: leaves open what was called unlikely before. */
export function leftOpen({ words, isName }: ConstructionText, at: number): Cue | undefined {
  let negated = false;
  for (let i = at + 1; i < at + MAX_WORDS; i += 1) {
    const word = words[i];
    if (word === undefined || isName(i) || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (EXCLUSION.test(word.plain)) {
      if (!negated) return undefined;
      let to = i + 1;
      while (/^(?:it|this|that|out|them|these)$/.test(lower(words[to])) && to < i + 3) to += 1;
      const joined = ((words[to]?.gap ?? GAP.comma) & (SENTENCE_END | GAP.comma)) === 0;
      if (joined && isName(to)) return undefined;
      return completeCue(at, to, 'possible after');
    }
    if (NEGATOR.test(word.plain)) negated = true;
  }
  return undefined;
}

const KEPT_WHERE =
  /^(?:list|radar|mind|minds|differential|differentials|cards|possibilities|table|agenda|horizon|shortlist|running|frame|contention|mix|thoughts|considerations|contenders)$/;

/** `remains on the list of possibilities`, `is not on our minds`: said of the name right before it. */
export function inMind(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (!isName(at - 1) && !(isName(at - 2) && ADVERB.test(lower(words[at - 1])))) return undefined;
  const denied = lower(words[at + 1]) === 'not';
  const still = /^(?:still|also|now|very|much|firmly)$/.test(lower(words[at + 1]));
  const on = denied || still ? at + 2 : at + 1;
  if (!/^(?:on|at|in|among|high|within|top)$/.test(lower(words[on]))) return undefined;
  const place = ahead(text, on + 1, KEPT_WHERE, 6);
  if (place === undefined || lower(words[place + 1]) === 'for') return undefined;
  for (let i = on; i < place; i += 1) if (isName(i)) return undefined;
  return cue(at, place + 1, denied ? 'absent after' : 'possible after');
}

/** `…, but the jury is still out`. */
export function juryOut(text: ConstructionText, at: number): Cue | undefined {
  const out = ahead(text, at + 1, /^out$/, 4);
  if (out === undefined || lower(text.words[out + 1]) === 'on') return undefined;
  return completeCue(at, out + 1, 'possible after');
}

/** `going down the route of`, `along the lines of`. */
export function lineOf({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:the|that|this)$/.test(lower(words[at - 1]))) return undefined;
  if (!/^(?:along|down)$/.test(lower(words[at - 2]))) return undefined;
  return lower(words[at + 1]) === 'of' && !isName(at)
    ? cue(at, at + 2, 'possible before')
    : undefined;
}
