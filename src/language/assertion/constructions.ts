import {
  against,
  onceItComes,
  returnFor,
  risksIncluding,
  watchFor,
} from './constructions/conditions.js';
import {
  askedAny,
  nonName,
  nothingToSuggest,
  signAfter,
  signedVe,
} from './constructions/denials.js';
import { asks, lookingFor, query } from './constructions/doubts.js';
import { inRelative, killed, relativeAfter } from './constructions/relatives.js';
import type { ConstructionText } from './constructions/text.js';
import {
  atAge,
  complicated,
  earlierStay,
  inYear,
  lastIn,
  longAgo,
  pastFront,
  pastTime,
} from './constructions/times.js';
import type { Cue } from './cues.js';

/**
 * Cues that no list of phrases can hold, since other words stand inside them. In their order; they
 * go before those of the tables that begin at the same word.
 */
export function findConstructions(text: ConstructionText): readonly Cue[] {
  const found: Cue[] = [];
  for (let at = 0; at < text.words.length; at += 1) {
    found.push(...query(text, at));
    const sign = signAfter(text, at) ?? nonName(text, at);
    if (sign !== undefined) found.push(sign);
    if (text.isName(at)) continue;
    const one =
      returnFor(text, at) ??
      risksIncluding(text, at) ??
      nothingToSuggest(text, at) ??
      inYear(text, at) ??
      pastTime(text, at) ??
      longAgo(text, at) ??
      lastIn(text, at) ??
      earlierStay(text, at) ??
      inRelative(text, at) ??
      relativeAfter(text, at) ??
      killed(text, at) ??
      pastFront(text, at) ??
      onceItComes(text, at) ??
      watchFor(text, at) ??
      lookingFor(text, at) ??
      against(text, at) ??
      asks(text, at) ??
      atAge(text, at) ??
      signedVe(text, at) ??
      complicated(text, at) ??
      askedAny(text, at);
    if (one !== undefined) found.push(one);
  }
  return found.sort((a, b) => a.from - b.from);
}
