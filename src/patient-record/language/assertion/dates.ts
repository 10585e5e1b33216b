import { lower } from '../clauses/grammar.js';
import { tenseAround, tenseOf } from '../clauses/tense.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END } from '../text/words.js';
import { type Cue, hasKind } from './cues.js';
import type { ActiveCues, ForwardText } from './scope.js';

/** What began then and may continue. */
const GOES_ON =
  /^(?:since|diagnosed|known|began|begun|started|onset|first|developed|still|remains|ongoing|persists|continues|now|currently|today|from)$/;
/** The same in a story, which begins with its time: `in 2015 she developed`. */
const GOES_ON_IN_STORY = /^(?:since|still|remains|ongoing|persists|continues|now|currently|today)$/;
const FARTHEST = 30;
const MAX_CLAUSES = 5;
/** After a comma another statement may begin: `fell in May 2019, pain in the wrist`. */
const ENDS = SENTENCE_END | GAP.comma | GAP.colon | GAP.open | GAP.close;

/** Words `from` to `to` (not included) without a sign or a limit inside. */
interface WordRange {
  readonly from: number;
  readonly to: number;
}

function endOf({ words, limits }: ForwardText, at: number): number {
  let to = at + 1;
  while (to < words.length && to - at < FARTHEST) {
    if (((words[to]?.gap ?? 0) & ENDS) !== 0 || (limits[to] ?? 0) !== 0) break;
    to += 1;
  }
  return to;
}

/** The part of a clause around a word, between commas. */
function clauseAround(text: ForwardText, at: number): WordRange {
  const { words, limits } = text;
  let from = at;
  while (from > 0 && at - from < FARTHEST) {
    if (((words[from]?.gap ?? 0) & ENDS) !== 0 || (from < at && (limits[from] ?? 0) !== 0)) break;
    from -= 1;
  }
  return { from, to: endOf(text, at) };
}

/** Words that join what follows to a clause of before, whose time it takes over. */
const JOINS =
  /^(?:and|but|so|then|when|where|which|who|whom|that|because|for|after|before|during|until|from|with|by|at|in|on|to|while|whereupon|afterwards|later)$/;

const tense = ({ words, isName }: ForwardText, { from, to }: WordRange) =>
  tenseOf(words, from, to, isName);

/** `Six years ago, while in Spain, he`: a time that precedes the statement that it dates. */
function isFront({ words }: ForwardText, { from }: WordRange, cue: Cue): boolean {
  for (let at = from; at < cue.from; at += 1) {
    if (
      !/^(?:and|but|then|so|back|well|it|that|this|was|again|around|about|just|once)$/.test(
        lower(words[at]),
      )
    )
      return false;
  }
  return true;
}

/**
 * Yields the stretches of a sentence about a past time: the clause that names it, the statement
 * that it precedes, and the clauses in the past that are joined to these.
 */
function* datedStretches(text: ForwardText, cue: Cue, own: WordRange): Generator<WordRange> {
  const { words } = text;
  yield own;
  // `I had a cough when I was a child`.
  if (
    own.from === cue.from &&
    lower(words[own.from]) === 'when' &&
    (words[own.from]?.gap ?? 1) === 0
  ) {
    const main = clauseAround(text, own.from - 1);
    if (main.to === own.from && tense(text, main) === 'past') yield main;
  }
  let waiting = isFront(text, own, cue) && tense(text, { from: cue.to, to: own.to }) === undefined;
  if (!waiting && tense(text, own) === 'present') return;
  let last = own;
  for (let n = 0; n < MAX_CLAUSES; n += 1) {
    const from = last.to;
    const gap = words[from]?.gap ?? GAP.end;
    if ((gap & (SENTENCE_END | GAP.colon | GAP.open | GAP.close)) !== 0) return;
    const next = { from, to: endOf(text, from) };
    if (!waiting && !JOINS.test(lower(words[from]))) return;
    const tenseOfNext = tense(text, next);
    if (tenseOfNext === 'present' && !waiting) return;
    yield next;
    if (tenseOfNext === 'present') return;
    if (tenseOfNext === 'past') waiting = false;
    last = next;
  }
}

/** Whether a stretch is about something that continues: `since`, `on clopidogrel`. */
function goesOn({ words, isName }: ForwardText, { from, to }: WordRange, story: boolean): boolean {
  const pattern = story ? GOES_ON_IN_STORY : GOES_ON;
  for (let at = from; at < to; at += 1) {
    if (isName(at)) continue;
    const word = lower(words[at]);
    if (pattern.test(word) || (word === 'on' && isName(at + 1))) return true;
  }
  return false;
}

/** `still has asthma, gout settled years ago`: the verb that a name depends on is of the present. */
function isOfNow({ words, isName }: ForwardText, { from, to }: WordRange, name: number): boolean {
  const cut = ((words[from]?.gap ?? 0) & ENDS) !== 0;
  const start = cut || name > from ? from : Math.max(0, from - 2);
  return tenseAround(words, { from: start, to }, name, isName) === 'present';
}

const STILL =
  /^(?:persists|persist|continues|still|remains|ongoing|worse|worsened|worsening|unchanged|same|recurred|returned|back|troubles|bothers)$/;
const SUBJECT = /^(?:i|he|she|they|we|you)$/;

/** Verbs whose object may precede them: `the cough he had last spring`. */
const TRANSITIVE =
  /^(?:had|got|reported|described|mentioned|suffered|developed|experienced|endured|noticed|felt)$/;

/** `the cough that he had last spring`: returns the name that the clause of a past time belongs to. */
function antecedent(text: ForwardText, { from }: WordRange, cue: Cue): number | undefined {
  const { words, isAilment } = text;
  for (let at = from; at < cue.from; at += 1) {
    if (!SUBJECT.test(lower(words[at]))) continue;
    const pronoun = /^(?:that|which)$/.test(lower(words[at - 1]));
    const name = pronoun ? at - 2 : at - 1;
    if (!isAilment(name) || ((words[at]?.gap ?? 0) & ENDS) !== 0) return undefined;
    if (!TRANSITIVE.test(lower(words[at + 1])) || cue.from > at + 5) return undefined;
    // `the fever he had with pneumonia last spring`: the verb must lack its object.
    for (let i = at; i < cue.from; i += 1) if (isAilment(i)) return undefined;
    const later = words.slice(cue.to, cue.to + 6).map(lower);
    const never = later.some((word) => /^(?:never|not|hasnt|didnt|nor)$/.test(word));
    const on = !never && later.some((word) => STILL.test(word));
    return on ? undefined : name;
  }
  return undefined;
}

/** `stopped warfarin for atrial fibrillation last year`: the treatment changed then, and not what it is for. */
function isTreatedThen({ words, isName }: ForwardText, { from }: WordRange, name: Span): boolean {
  if (lower(words[name.from - 1]) !== 'for' || !isName(name.from - 2)) return false;
  for (let at = name.from - 3; at >= from && at > name.from - 8; at -= 1) {
    if (
      /^(?:stopped|started|began|commenced|restarted|switched|changed|increased|reduced)$/.test(
        lower(words[at]),
      )
    )
      return true;
  }
  return false;
}

/** `was bad at her last visit and still is`: what was true then is true now. */
const stillHolds = ({ words }: ForwardText, { to }: Cue): boolean =>
  /^(?:and|but)$/.test(lower(words[to])) &&
  /^(?:remains?|persists?|continues?|still)$/.test(lower(words[to + 1]));

/**
 * Marks the names in the clauses of a past time as historical: `she caught measles on a cruise in 2018`. Where
 * another cue governs a name, or it began then, the time has no effect.
 */
export function readDates(
  text: ForwardText,
  cues: readonly Cue[],
  read: readonly ActiveCues[],
): void {
  const { spans, isAilment } = text;
  let first = 0;
  const mark = (stretch: WordRange, cue: Cue) => {
    for (let n = first; n < spans.length; n += 1) {
      const span = spans[n];
      if (span === undefined || span.from >= stretch.to) break;
      const known = span.to > stretch.from ? read[n] : undefined;
      if (isTreatedThen(text, stretch, span)) continue;
      const told = isAilment(span.from) || span.type === 'procedure';
      if (known?.size !== 0 || !told || isOfNow(text, stretch, span.from)) continue;
      known.set('historical', { cue, text: 'in the past' });
    }
  };
  for (const cue of cues) {
    if (!hasKind(cue, 'dated') || stillHolds(text, cue)) continue;
    const own = clauseAround(text, cue.from);
    while ((spans[first]?.to ?? Number.POSITIVE_INFINITY) < own.from - FARTHEST) first += 1;
    const name = antecedent(text, own, cue);
    if (name !== undefined) mark({ from: name, to: name + 1 }, cue);
    const story = isFront(text, own, cue);
    for (const stretch of datedStretches(text, cue, own)) {
      if (!goesOn(text, stretch, story)) mark(stretch, cue);
    }
  }
}
