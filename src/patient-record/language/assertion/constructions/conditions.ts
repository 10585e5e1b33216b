import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { saidFrom } from './hedges.js';
import { ahead, type ConstructionText, cue } from './text.js';

/** `return to the emergency department for fever`, `seek help if`. */
export function returnFor(text: ConstructionText, at: number): Cue | undefined {
  const word = lower(text.words[at]);
  if (
    !/^(?:return|reattend|seek|safety|safetynetted|netted|attend|ring|call|contact|back)$/.test(
      word,
    )
  ) {
    return undefined;
  }
  const before = lower(text.words[at - 1]);
  if (word === 'back' && !/^(?:come|go)$/.test(before)) return undefined;
  if (word === 'attend' && !/^(?:to|please|should|and|must|not)$/.test(before)) return undefined;
  // `did not attend follow-up for`: reported, and not advised.
  const told = before === 'not' && /^(?:did|does|could)$/.test(lower(text.words[at - 2]));
  if (word === 'attend' && told) return undefined;
  if (
    /^(?:call|ring|contact|return)$/.test(word) &&
    /^(?:the|a|on|his|her|of|no|phone|with)$/.test(before)
  ) {
    return undefined;
  }
  const link = ahead(text, at + 1, /^(?:for|if|with|re|regarding|about|when|should)$/);
  return link === undefined ? undefined : cue(link, link + 1, 'hypothetical before');
}

/** Verbs of conditions: any verb in the present after `should`, otherwise one in the third person. */
const COMES =
  /^(?:appears?|develops?|occurs?|recurs?|returns?|begins?|starts?|worsens?|persists?|comes|to|happens|arises|sets|is|are|gets|does|and|or)$/;

/** `once fever appears`, `as soon as a rash comes`, `should pain supervene`: the condition comes first. */
export function onceItComes({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const first = lower(words[at]);
  const soon = first === 'as' && lower(words[at + 1]) === 'soon' && lower(words[at + 2]) === 'as';
  if (first === 'as' && !soon) return undefined;
  const article = /^(?:an?|the|any)$/;
  let from = soon ? at + 3 : at + 1;
  if (article.test(lower(words[from])) && (soon || first === 'should')) from += 1;
  if (!isName(from)) return undefined;
  let to = from;
  while (isName(to) && to < at + 10) to += 1;
  const verb = lower(words[to]);
  if (((words[to]?.gap ?? SENTENCE_END) & (SENTENCE_END | GAP.comma)) !== 0) return undefined;
  const comes = COMES.test(verb) && !(first === 'when' && /^(?:is|are|to|and|or|does)$/.test(verb));
  const any = soon ? /s$/.test(verb) : first === 'should' && /^[a-z]+$/.test(verb);
  if (first === 'were' ? verb !== 'to' : !comes && !any) return undefined;
  return cue(at, from, 'hypothetical before');
}

const NOT_FOR =
  /^(?:if it (?:was|were|is) not for|if it (?:wasnt|werent|isnt) for|were it not for|was it not for|had it not been for|if it had not been for|but for|if not for)(?= |$)/;
const HAD_NOT =
  /^if (?:i|he|she|they|we|it) (?:did not|didnt) (?:already )?(?:have|suffer from)(?= |$)/;

/** `were it not for the pain`, `if he did not have gout we would`: what is imagined away is there. */
export function wereItNotFor(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:it|for|not|i|he|she|they|we)$/.test(lower(text.words[at + 1]))) return undefined;
  const said = saidFrom(text, at);
  const found = (NOT_FOR.exec(said) ?? HAD_NOT.exec(said))?.[0];
  if (found === undefined) return undefined;
  return cue(at, at + found.split(' ').length, 'pseudo');
}

/** `observe overnight for fever`. */
export function watchFor(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:observe|observed|watch|monitor|monitored|check|report)$/.test(lower(text.words[at])))
    return undefined;
  if (lower(text.words[at]) === 'report') {
    const told = /^(?:told|asked|advised|instructed|to)$/.test(lower(text.words[at - 1]));
    return told && lower(text.words[at + 1]) === 'any'
      ? cue(at, at + 2, 'hypothetical before')
      : undefined;
  }
  const link = ahead(text, at + 1, /^for$/, 4);
  return link === undefined ? undefined : cue(link, link + 1, 'hypothetical before');
}

/** `vaccination against measles`, `prophylaxis for migraine`, where the first is a name itself. */
export function against({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:against|for)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  return /^(?:vaccination|vaccine|immunisation|immunization|prophylaxis|booster|jab|screening)$/.test(
    lower(words[at - 1]),
  )
    ? cue(at, at + 1, 'hypothetical before')
    : undefined;
}
