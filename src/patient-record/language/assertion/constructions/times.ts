import { lower, MONTH_NAMES } from '../../clauses/grammar.js';
import { pastTimeAt } from '../../clauses/past-times.js';
import { isFinitePast } from '../../clauses/tense.js';
import { GAP, SENTENCE_END, type Word } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { type ConstructionText, cue } from './text.js';

/** `stroke in 2015`, `MI 2012`, `asthma (1998)`: an event of a year. */
export function inYear({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || !word.number || !/^(?:19|20)\d\d$/.test(word.written)) return undefined;
  const before = lower(words[at - 1]);
  const linked = /^(?:in|circa|around|of|until|till|during|and|to)$/.test(before);
  const from = linked ? at - 1 : at;
  const begins = (word.gap & (SENTENCE_END | GAP.colon)) !== 0;
  if (isName(from - 1) && !(begins && !linked)) {
    return lower(words[at + 1]) === 'during'
      ? cue(from, at + 1, 'historical after', 'historical before')
      : cue(from, at + 1, 'historical after');
  }
  if (!linked && !MONTH.test(before)) return undefined;
  // `admitted in 2018 with`.
  return from < at && /^(?:with|for|because|due|by)$/.test(lower(words[at + 1]))
    ? cue(from, at + 1, 'historical before', 'dated')
    : cue(from, at + 1, 'dated');
}

const LAST = new RegExp(
  `^(?:winter|summer|spring|autumn|fall|christmas|year|${MONTH_NAMES}|visit|admission|time|occasion|shift|appointment|pregnancy)$`,
);

/** `last May`, `at his last visit`, `when I was nine`, `years back`: a past time of the clause. */
export function pastTime({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (isName(at - 1)) return undefined;
  const [first = '', second = '', third = '', fourth = ''] = [0, 1, 2, 3].map((n) =>
    lower(words[at + n]),
  );
  if (/^(?:last|previous)$/.test(first) && LAST.test(second)) {
    return /^(?:since|for|over|during|the|as|than|like)$/.test(lower(words[at - 1]))
      ? undefined
      : cue(at, at + 2, 'dated');
  }
  if (
    first === 'when' &&
    /^(?:i|he|she|they)$/.test(second) &&
    third === 'was' &&
    !/^(?:seen|admitted|examined|brought|asked|walking|lying|up|at|in)$/.test(fourth)
  ) {
    return cue(at, at + 3, 'dated');
  }
  return undefined;
}

const DECADE =
  /^(?:teens|twenties|thirties|forties|fifties|sixties|seventies|childhood|infancy|youth|adolescence|teenage)$/;
const MONTH = new RegExp(`^(?:${MONTH_NAMES}|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$`);

/** `at the age of 12`, `when he was six`, `in March 2019`, `in his late twenties`: a time of life. */
export function atAge({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  const said = [0, 1, 2, 3, 4, 5].map((n) => lower(words[at + n]));
  const [first, second, third, fourth] = said;
  const end = (length: number) => cue(at, at + length, 'historical after');
  if (first === 'at' && second === 'age') return end(3);
  if (first === 'at' && second === 'the' && third === 'age') return end(5);
  if (first === 'aged' || (first === 'when' && second === 'aged')) return end(2);
  if (first === 'in' && MONTH.test(second ?? '') && /^(?:19|20)\d\d$/.test(third ?? ''))
    return end(3);
  if (first === 'in' && [second, third, fourth].some((word) => DECADE.test(word ?? '')))
    return end(3);
  return undefined;
}

const COUNT =
  /^(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|few|several|many|some|couple|around|about|over|of)$/;

/** `six months ago`, `10 years previously`, `from 2010 to 2014`, right after a name. */
export function longAgo({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.colon)) !== 0)
    return undefined;
  const year = (n: number) => /^(?:19|20)\d\d$/.test(words[n]?.written ?? '');
  if (/^(?:from|between)$/.test(lower(words[at])) && year(at + 1) && year(at + 3)) {
    return cue(at, at + 4, 'historical after');
  }
  if (/^(?:before|until|till|circa)$/.test(lower(words[at])) && year(at + 1)) {
    return cue(at, at + 2, 'historical after');
  }
  if (MONTH.test(lower(words[at])) && year(at + 1)) return cue(at, at + 2, 'historical after');
  let to = at;
  while (to < at + 4 && COUNT.test(lower(words[to]))) to += 1;
  if (to === at || !/^(?:years?|yrs?|months?|decades?|y|winters?|summers?)$/.test(lower(words[to])))
    return undefined;
  return /^(?:ago|earlier|previously|back|before|prior)$/.test(lower(words[to + 1]))
    ? cue(at, to + 2, 'historical after')
    : undefined;
}

/** `TIA x2, last in 2019`, `the last one in 2015`. */
export function lastIn({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:last|latest|recently)$/.test(lower(words[at]))) return undefined;
  for (let i = at + 1; i < at + 5; i += 1) {
    const word = words[i];
    if (word === undefined || isName(i) || (word.gap & (SENTENCE_END | GAP.comma)) !== 0)
      return undefined;
    if (/^(?:19|20)\d\d$/.test(word.written)) return cue(at, i + 1, 'historical after');
  }
  return undefined;
}

const EARLIER = /^(?:first|second|third|last|previous|earlier|prior|former|1st|2nd|3rd)$/;
const STAY =
  /^(?:pregnancy|admission|hospitalisation|hospitalization|marriage|visit|attendance|hospital)$/;

/** `during her first pregnancy`, `on a previous admission`. */
export function earlierStay({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:in|during|on|at|with|after)$/.test(lower(words[at])) || !isName(at - 1))
    return undefined;
  if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  const first = /^(?:her|his|a|an|the|my)$/.test(lower(words[at + 1])) ? at + 2 : at + 1;
  if (!EARLIER.test(lower(words[first])) || !STAY.test(lower(words[first + 1]))) return undefined;
  return cue(at, first + 1, 'historical after');
}

const FRONTS = new Set('in during on at when as last before prior until'.split(' '));
const FARTHEST_AGO = 5;

/** Whether a past time may begin at a word: with a word that leads to one, a year, or up to an `ago`. */
function mayBeFront(words: readonly Word[], at: number): boolean {
  if (words[at]?.number === true || FRONTS.has(lower(words[at]))) return true;
  for (let i = at + 1; i <= at + FARTHEST_AGO; i += 1) if (lower(words[i]) === 'ago') return true;
  return false;
}

/** `In his twenties he`, `last winter she`, `as a boy he`: a time before a whole statement. */
export function pastFront({ words }: ConstructionText, at: number): Cue | undefined {
  if (((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) === 0) return undefined;
  if (!mayBeFront(words, at)) return undefined;
  const said = [0, 1, 2, 3, 4, 5, 6].map((n) => lower(words[at + n]));
  const [first = '', second = '', third = ''] = said;
  const front = (length: number) => cue(at, at + length, 'historical before', 'dated');
  const year = (word: string | undefined) => /^(?:19|20)\d\d$/.test(word ?? '');
  if (first === 'in' && year(second)) return front(2);
  if (year(first) && ((words[at + 1]?.gap ?? 0) & (GAP.colon | GAP.dash)) !== 0) return front(1);
  if (first === 'in' && MONTH.test(second) && year(third)) return front(3);
  if (
    first === 'last' &&
    /^(?:winter|summer|spring|autumn|fall|christmas|year|january|february|march|april|june|july|august|september|october|november|december)$/.test(
      second,
    )
  )
    return front(2);
  if (/^(?:in|during|on|at)$/.test(first) && said.slice(1, 4).some((word) => DECADE.test(word)))
    return front(3);
  if (/^(?:during|on|at)$/.test(first) && EARLIER.test(third) && STAY.test(said[3] ?? ''))
    return front(4);
  if (/^(?:at|when)$/.test(first) && said.slice(1, 4).some((word) => /^(?:age|aged)$/.test(word)))
    return front(4);
  if (
    first === 'as' &&
    second === 'a' &&
    said
      .slice(2, 4)
      .some((word) =>
        /^(?:boy|girl|child|baby|teenager|student|man|woman|toddler|infant)$/.test(word),
      )
  )
    return front(3);
  if (/^(?:before|prior|until)$/.test(first)) {
    const subject = said.findIndex(
      (word, n) =>
        n > 1 &&
        /^(?:he|she|there|they|i)$/.test(word) &&
        /^(?:had|was|were|suffered|used|has)$/.test(said[n + 1] ?? ''),
    );
    return subject > 0 ? front(subject) : undefined;
  }
  const ago = said.indexOf('ago');
  if (
    ago > 0 &&
    ago < 6 &&
    said
      .slice(0, ago)
      .some((word) => /^(?:years?|decades?|long|time|yrs?|winters?|summers?)$/.test(word))
  )
    return front(ago + 1);
  return undefined;
}

/** `her second pregnancy was complicated by`: it is over, or is counted. */
export function complicated({ words }: ConstructionText, at: number): Cue | undefined {
  if (lower(words[at]) !== 'complicated' || lower(words[at + 1]) !== 'by') return undefined;
  const counted = words
    .slice(Math.max(0, at - 6), at)
    .some((word) =>
      /^(?:first|second|third|fourth|last|(?:19|20)\d\d|previous|earlier|pregnancies|1st|2nd|3rd|births|delivery|labour|labor)$/.test(
        lower(word),
      ),
    );
  return counted ? cue(at, at + 2, 'historical before') : undefined;
}

const SUBJECT = /^(?:i|he|she|they|we|it|there|this|these|the|a|an|his|her|my|their)$/;

/** `eleven years since his stroke`, `three years out from a stroke`, `in remission from`. */
export function yearsSince({ words }: ConstructionText, at: number): Cue | undefined {
  if (lower(words[at]) === 'from' && lower(words[at - 1]) === 'remission') {
    return cue(at, at + 1, 'historical before');
  }
  if (!/^(?:years?|yrs?|decades?)$/.test(lower(words[at]))) return undefined;
  let to = at + 1;
  while (/^(?:out|on|down|the|line)$/.test(lower(words[to])) && to < at + 4) to += 1;
  const link = lower(words[to]);
  if (link !== 'since' && !(link === 'from' && to > at + 1)) return undefined;
  return cue(to, to + 1, 'historical before');
}

/** `has had gout before`: at the end of its clause, after a perfect. */
export function hadBefore(text: ConstructionText, at: number): Cue | undefined {
  const { words, limits, isAilment } = text;
  if (!isAilment(at - 1)) return undefined;
  const next = words[at + 1];
  const ends =
    next === undefined ||
    (next.gap & (SENTENCE_END | GAP.comma)) !== 0 ||
    (limits[at + 1] ?? 0) !== 0;
  if (!ends) return undefined;
  for (let n = at - 2; n > at - 10 && n >= 0; n -= 1) {
    if (lower(words[n]) === 'had') return cue(at, at + 1, 'historical after');
  }
  return undefined;
}

/** Any time that is over: of the name before it, of the statement after it, or of its clause. */
export function timeOver(text: ConstructionText, at: number): Cue | undefined {
  const { words, limits, isName, isAilment } = text;
  const to = pastTimeAt(words, at);
  if (to === undefined) return undefined;
  const begins = ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0;
  // `had a cough as a child has a rash`: what has no subject is no statement of its own.
  const fronted = (limits[at] ?? 0) !== 0 && (isName(to) || SUBJECT.test(lower(words[to])));
  if (begins || fronted) return cue(at, to, 'historical before', 'dated');
  // `in 2014` alone is read with its context.
  if (to === at + 2 && /^(?:19|20)\d\d$/.test(words[at + 1]?.written ?? '')) return undefined;
  if (!isName(at - 1)) return cue(at, to, 'dated');
  // `had surgery last spring for gout`: of the operation, and of the clause.
  const isPast = words.slice(Math.max(0, at - 10), at).some((word) => isFinitePast(lower(word)));
  return isPast && !isAilment(at - 1)
    ? cue(at, to, 'historical after', 'dated')
    : cue(at, to, 'historical after');
}
