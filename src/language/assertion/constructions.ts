import { lower } from '../clauses/grammar.js';
import {
  against,
  onceItComes,
  returnFor,
  risksIncluding,
  watchFor,
} from './constructions/conditions.js';
import {
  askedAny,
  misheardNo,
  nonName,
  nothingToSuggest,
  signAfter,
  signedVe,
  ticked,
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

/** Words that constructions begin with; where none of them stands most are not looked for. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  (
    'return reattend seek safety safetynetted netted attend ring call contact back risk risks complications effects ' +
    'dangers nothing none no nope insufficient little without last previous latest when from between in during on at ' +
    'with after of affecting killed claimed affected took affects once should were if observe observed watch monitor ' +
    'monitored check report screen screening test testing evaluating assessing investigating checking evaluate assess ' +
    'investigate against for n know null ve complicated yes yeah yep aged january february march april may june july august ' +
    'september october november december jan feb mar apr jun jul aug sep sept oct nov dec a one two three four five ' +
    'six seven eight nine ten eleven twelve fifteen twenty thirty forty few several many some couple around about over'
  ).split(' '),
);

/** The construction that begins at a word outside names. */
function constructionAt(text: ConstructionText, at: number): Cue | undefined {
  const word = text.words[at];
  if (word === undefined) return undefined;
  if (word.gap === 0 && !word.number && !BEGINNINGS.has(lower(word))) return undefined;
  return (
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
    ticked(text, at) ??
    misheardNo(text, at) ??
    complicated(text, at) ??
    askedAny(text, at)
  );
}

/**
 * Cues that no list of phrases can hold, since other words stand inside them. In their order; they
 * go before those of the tables that begin at the same word.
 */
export function findConstructions(text: ConstructionText): readonly Cue[] {
  const found: Cue[] = [];
  const asked = text.text.includes('?');
  for (let at = 0; at < text.words.length; at += 1) {
    if (asked) found.push(...query(text, at));
    const named = text.isName(at);
    const one = named ? (signAfter(text, at) ?? nonName(text, at)) : constructionAt(text, at);
    if (one !== undefined) found.push(one);
  }
  return found.sort((a, b) => a.from - b.from);
}
