import { lower } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';
import type { ForwardText, Read } from './scope.js';

/** What began then and may go on, and what is said of now. */
const GOES_ON =
  /^(?:since|diagnosed|known|began|begun|started|onset|first|developed|still|remains|ongoing|persists|continues|now|currently|today|presents|has|is|are|from)$/;
const FARTHEST = 30;
/** After a comma something else may be told: `fell in May 2019, pain in the wrist`. */
const ENDS = SENTENCE_END | GAP.comma | GAP.colon | GAP.open | GAP.close;

/** Words of now: `is`, `since`, `on clopidogrel`. */
function goesOn(text: ForwardText, word: Word, at: number): boolean {
  if (text.isName(at)) return false;
  const plain = lower(word);
  return GOES_ON.test(plain) || (plain === 'on' && text.isName(at + 1));
}

/** The part of a clause around a word, between commas. */
function clauseAround({ words, limits }: ForwardText, at: number): readonly [number, number] {
  let from = at;
  while (from > 0 && at - from < FARTHEST) {
    if (((words[from]?.gap ?? 0) & ENDS) !== 0 || (from < at && (limits[from] ?? 0) !== 0)) break;
    from -= 1;
  }
  let to = at + 1;
  while (to < words.length && to - at < FARTHEST) {
    if (((words[to]?.gap ?? 0) & ENDS) !== 0 || (limits[to] ?? 0) !== 0) break;
    to += 1;
  }
  return [from, to];
}

/**
 * What the clause of a past time names was there then: `she caught measles on a cruise in 2018`. Where
 * something else is said of a name, or that it began then, the time says nothing.
 */
export function readDates(
  text: ForwardText & { isAilment(at: number): boolean },
  cues: readonly Cue[],
  read: readonly Read[],
): void {
  const { words, spans } = text;
  let first = 0;
  for (const cue of cues) {
    if (!cue.kinds.has('dated')) continue;
    const [from, to] = clauseAround(text, cue.from);
    const said = words.slice(from, to).some((word, n) => goesOn(text, word, from + n));
    if (said) continue;
    while ((spans[first]?.from ?? Number.POSITIVE_INFINITY) < from) first += 1;
    for (let n = first; n < spans.length; n += 1) {
      const span = spans[n];
      if (span === undefined || span.from >= to) break;
      const known = read[n];
      if (text.isAilment(span.from) && known?.size === 0) {
        known.set('historical', { cue, text: 'in the past' });
      }
    }
  }
}
