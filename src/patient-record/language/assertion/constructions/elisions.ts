import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { type ConstructionText, cue } from './text.js';

const LONGEST_NAME = 8;

/** Where the name that ends before a word begins. */
function nameBefore({ isName }: ConstructionText, at: number): number {
  let from = at;
  while (from > 0 && from > at - LONGEST_NAME && isName(from - 1)) from -= 1;
  return from;
}

const AUXILIARY =
  /^(?:has|have|had|is|was|are|were|does|did|do|could|can|cannot|hasnt|havent|isnt|wasnt|werent|doesnt|didnt|couldnt|cant|not)$/;
const NOT = /^(?:not|cannot|hasnt|havent|isnt|wasnt|werent|doesnt|didnt|couldnt|cant)$/;
const EXCLUDED = /^(?:excluded|discounted|dismissed|ruled|eliminated)$/;
const SHOWN =
  /^(?:problem|issue|feature|noted|reported|observed|felt|evident|detected|present|there|found|seen|confirmed|positive|persists|persisted|shown|identified)$/;
const FARTHEST = 14;

/** `gout cannot be excluded but sepsis has been`: the verb is the one of the clause before. */
export function ellipsis(text: ConstructionText, at: number): Cue | undefined {
  const { words, limits, isName } = text;
  if (!AUXILIARY.test(lower(words[at])) || !isName(at - 1)) return undefined;
  let to = at;
  let negated = false;
  while (to < at + 4 && (to === at || /^(?:not|be|been|yet)$/.test(lower(words[to])))) {
    if (NOT.test(lower(words[to]))) negated = true;
    to += 1;
  }
  const next = words[to];
  const ends = next === undefined || (next.gap & SENTENCE_END) !== 0 || (limits[to] ?? 0) !== 0;
  if (!ends) return undefined;
  for (let i = nameBefore(text, at) - 1; i >= 0 && i > at - FARTHEST; i -= 1) {
    if (isName(i)) continue;
    const word = lower(words[i]);
    if (EXCLUDED.test(word)) return cue(at, to, negated ? 'possible after' : 'absent after');
    if (SHOWN.test(word)) return negated ? cue(at, to, 'absent after') : undefined;
  }
  return undefined;
}

/** `gout, which she has never had`: the clause states that what precedes it was not present. */
export function neverHad({ words, limits, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:which|that)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  const said = [1, 2, 3, 4, 5, 6].map((n) => lower(words[at + n]));
  const negation = said.findIndex((word) => /^(?:never|not|hasnt|havent|doesnt)$/.test(word));
  if (negation < 0 || negation > 3) return undefined;
  if (!said.slice(0, negation).every((word) => /^(?:he|she|they|i|has|have|had|does)$/.test(word)))
    return undefined;
  if (!/^(?:had|has|have|experienced|suffered)$/.test(said[negation + 1] ?? '')) return undefined;
  const to = at + negation + 3;
  const next = words[to];
  const ends =
    next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0 || (limits[to] ?? 0) !== 0;
  return ends ? cue(at, to, 'absent after') : undefined;
}
