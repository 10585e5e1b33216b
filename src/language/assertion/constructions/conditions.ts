import { lower } from '../../clauses/grammar.js';
import type { Cue } from '../cues.js';
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
  if (
    /^(?:call|ring|contact|return)$/.test(word) &&
    /^(?:the|a|on|his|her|of|no|phone|with)$/.test(before)
  ) {
    return undefined;
  }
  const link = ahead(text, at + 1, /^(?:for|if|with|re|regarding|about|when|should)$/);
  return link === undefined ? undefined : cue(link, link + 1, 'hypothetical before');
}

/** `risks of surgery including bleeding`, `side effects such as nausea`. */
export function risksIncluding(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:risk|risks|complications|effects|dangers)$/.test(lower(text.words[at])))
    return undefined;
  const link = ahead(text, at + 1, /^(?:including|include|includes|like|such)$/, 6);
  if (link === undefined) return undefined;
  const such = lower(text.words[link]) === 'such';
  return cue(link, such ? link + 2 : link + 1, 'hypothetical before');
}

/** `once fever appears`, `should pain recur`, `were it to recur`: what would have to come first. */
export function onceItComes({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:once|should|were|if|when)$/.test(lower(words[at])) || !isName(at + 1)) return undefined;
  let to = at + 1;
  const first = lower(words[at]);
  while (isName(to) && to < at + 8) to += 1;
  if (first === 'were' && lower(words[to]) !== 'to') return undefined;
  return /^(?:appears|appear|develops|develop|occurs|occur|recurs|recur|returns|return|begins|begin|starts|start|worsens|worsen|persists|persist|comes|to|happens|arises|sets|is|are|gets|does|and|or)$/.test(
    lower(words[to]),
  ) && !(lower(words[at]) === 'when' && /^(?:is|are|to|and|or|does)$/.test(lower(words[to])))
    ? cue(at, at + 1, 'hypothetical before')
    : undefined;
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
