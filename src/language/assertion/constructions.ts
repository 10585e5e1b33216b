import { lower } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue, CueKind } from './cues.js';

/** A text as constructions are looked for in it. */
export interface ConstructionText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly dialogue: boolean;
  isName(at: number): boolean;
}

const cue = (from: number, to: number, ...kinds: CueKind[]): Cue => ({
  from,
  to,
  kinds: new Set(kinds),
});

const WITHIN = 8;

/** The first of the next words that matches, in the same sentence and outside names. */
function ahead(
  { words, isName }: ConstructionText,
  at: number,
  wanted: RegExp,
  most = WITHIN,
): number | undefined {
  for (let i = at; i < at + most; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (wanted.test(lower(word)) && !isName(i)) return i;
  }
  return undefined;
}

/** `return to the emergency department for fever`, `seek help if`. */
function returnFor(text: ConstructionText, at: number): Cue | undefined {
  const word = lower(text.words[at]);
  if (
    !/^(?:return|reattend|seek|safety|safetynetted|netted|attend|ring|call|contact|back)$/.test(
      word,
    )
  ) {
    return undefined;
  }
  const before = lower(text.words[at - 1]);
  if (word === 'back' && !/^(?:come|came|go|be|comes)$/.test(before)) return undefined;
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
function risksIncluding(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:risk|risks|complications|effects|dangers)$/.test(lower(text.words[at])))
    return undefined;
  const link = ahead(text, at + 1, /^(?:including|include|includes|like|such)$/, 6);
  if (link === undefined) return undefined;
  const such = lower(text.words[link]) === 'such';
  return cue(link, such ? link + 2 : link + 1, 'hypothetical before');
}

/** `nothing on the film to suggest`, `no features to indicate`. */
function nothingToSuggest(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:nothing|none|no|insufficient|little|without)$/.test(lower(text.words[at])))
    return undefined;
  const to = ahead(text, at + 1, /^(?:to|that|which|suggesting|indicating|supporting)$/);
  if (to === undefined) return undefined;
  const single = /ing$/.test(lower(text.words[to]));
  const modal = /^(?:would|could|might|may)$/.test(lower(text.words[to + 1])) ? 1 : 0;
  const verb = to + 1 + modal;
  const suggests = /^(?:suggest|suggests|indicate|indicates|support|supports|point|points|confirm)$/;
  if (!single && !suggests.test(lower(text.words[verb]))) return undefined;
  for (let i = at + 1; i < to; i += 1) {
    if (((text.words[i]?.gap ?? 0) & (GAP.comma | GAP.colon)) !== 0) return undefined;
  }
  return cue(single ? to : verb, single ? to + 1 : verb + 1, 'absent before');
}

/** `stroke in 2015`, `MI 2012`, `asthma (1998)`: an event of a year. */
function inYear({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || !word.number || !/^(?:19|20)\d\d$/.test(word.written)) return undefined;
  const before = lower(words[at - 1]);
  const from = /^(?:in|circa|around|of|until|till|during)$/.test(before) ? at - 1 : at;
  if (from === at && (!isName(at - 1) || (word.gap & (SENTENCE_END | GAP.colon)) !== 0))
    return undefined;
  return isName(from - 1) ? cue(from, at + 1, 'historical after') : undefined;
}

const DECADE = /^(?:teens|twenties|thirties|forties|fifties|sixties|seventies|childhood|infancy|youth|adolescence|teenage)$/;
const MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;

/** `at the age of 12`, `when he was six`, `in March 2019`, `in his late twenties`: a time of life. */
function atAge({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  const said = [0, 1, 2, 3, 4, 5].map((n) => lower(words[at + n]));
  const [first, second, third, fourth] = said;
  const end = (length: number) => cue(at, at + length, 'historical after');
  if (first === 'at' && second === 'age') return end(3);
  if (first === 'at' && second === 'the' && third === 'age') return end(5);
  if (first === 'aged' || (first === 'when' && second === 'aged')) return end(2);
  if (first === 'in' && MONTH.test(second ?? '') && /^(?:19|20)\d\d$/.test(third ?? '')) return end(3);
  if (first === 'in' && [second, third, fourth].some((word) => DECADE.test(word ?? ''))) return end(3);
  return undefined;
}

const COUNT = /^(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|few|several|many|some|couple|around|about|over|of)$/;

/** `six months ago`, `10 years previously`, `from 2010 to 2014`, right after a name. */
function longAgo({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.colon)) !== 0) return undefined;
  const year = (n: number) => /^(?:19|20)\d\d$/.test(words[n]?.written ?? '');
  if (/^(?:from|between)$/.test(lower(words[at])) && year(at + 1) && year(at + 3)) {
    return cue(at, at + 4, 'historical after');
  }
  if (MONTH.test(lower(words[at])) && year(at + 1)) return cue(at, at + 2, 'historical after');
  let to = at;
  while (to < at + 4 && COUNT.test(lower(words[to]))) to += 1;
  if (to === at || !/^(?:years?|yrs?|months?|decades?|y|winters?|summers?)$/.test(lower(words[to]))) return undefined;
  return /^(?:ago|earlier|previously|back|before|prior)$/.test(lower(words[to + 1]))
    ? cue(at, to + 2, 'historical after')
    : undefined;
}

/** `TIA x2, last in 2019`, `the last one in 2015`. */
function lastIn({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:last|latest)$/.test(lower(words[at]))) return undefined;
  for (let i = at + 1; i < at + 5; i += 1) {
    const word = words[i];
    if (word === undefined || isName(i) || (word.gap & (SENTENCE_END | GAP.comma)) !== 0) return undefined;
    if (/^(?:19|20)\d\d$/.test(word.written)) return cue(at, i + 1, 'historical after');
  }
  return undefined;
}

const EARLIER = /^(?:first|second|third|last|previous|earlier|prior|former|1st|2nd|3rd)$/;
const STAY = /^(?:pregnancy|admission|hospitalisation|hospitalization|marriage|visit|attendance|hospital)$/;

/** `during her first pregnancy`, `on a previous admission`. */
function earlierStay({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:in|during|on|at|with|after)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  const first = /^(?:her|his|a|an|the|my)$/.test(lower(words[at + 1])) ? at + 2 : at + 1;
  if (!EARLIER.test(lower(words[first])) || !STAY.test(lower(words[first + 1]))) return undefined;
  return cue(at, first + 1, 'historical after');
}

const BEFORE_RELATIVE =
  /^(?:his|her|my|the|their|both|a|an|one|two|three|several|multiple|maternal|paternal|older|younger|elder|first|degree|second|close|many|some|all|other|half|great|twin|late|and|or)$/;

/** `asthma in two brothers`, `stroke in his maternal grandfather`. */
function inRelative({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:in|of|affecting)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  let to = at + 1;
  while (to < at + 6 && (BEFORE_RELATIVE.test(lower(words[to])) || words[to]?.number === true)) to += 1;
  const gap = words[to]?.gap ?? SENTENCE_END;
  if (!isRelative(lower(words[to])) || (gap & SENTENCE_END) !== 0) return undefined;
  if (lower(words[at]) === 'of') return undefined;
  return cue(at, to + 1, 'family after');
}

/** `asthma (sister)`, `stroke: paternal grandfather`, `cancer - mother`. */
function relativeAfter({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const gap = words[at]?.gap ?? 0;
  if ((gap & (GAP.open | GAP.colon | GAP.dash)) === 0 || !isName(at - 1)) return undefined;
  let to = at;
  while (to < at + 3 && BEFORE_RELATIVE.test(lower(words[to]))) to += 1;
  const next = words[to + 1];
  const ends = next === undefined || (next.gap & (SENTENCE_END | GAP.comma | GAP.close)) !== 0;
  return isRelative(lower(words[to])) && ends ? cue(at, to + 1, 'family after') : undefined;
}

/** `it was cancer that killed his father`. */
function killed({ words }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:killed|claimed)$/.test(lower(words[at]))) return undefined;
  const to = BEFORE_RELATIVE.test(lower(words[at + 1])) ? at + 2 : at + 1;
  return isRelative(lower(words[to])) ? cue(at, to + 1, 'family after') : undefined;
}

/** `In his twenties he`, `last winter she`, `as a boy he`: a time before a whole statement. */
function pastFront({ words }: ConstructionText, at: number): Cue | undefined {
  if (((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) === 0) return undefined;
  const said = [0, 1, 2, 3, 4, 5, 6].map((n) => lower(words[at + n]));
  const [first = '', second = '', third = ''] = said;
  const front = (length: number) => cue(at, at + length, 'historical before');
  const year = (word: string | undefined) => /^(?:19|20)\d\d$/.test(word ?? '');
  if (first === 'in' && year(second)) return front(2);
  if (year(first) && ((words[at + 1]?.gap ?? 0) & (GAP.colon | GAP.dash)) !== 0) return front(1);
  if (first === 'in' && MONTH.test(second) && year(third)) return front(3);
  if (first === 'last' && /^(?:winter|summer|spring|autumn|fall|christmas|year|january|february|march|april|june|july|august|september|october|november|december)$/.test(second)) return front(2);
  if (/^(?:in|during|on|at)$/.test(first) && said.slice(1, 4).some((word) => DECADE.test(word))) return front(3);
  if (/^(?:during|on|at)$/.test(first) && EARLIER.test(third) && STAY.test(said[3] ?? '')) return front(4);
  if (/^(?:at|when)$/.test(first) && said.slice(1, 4).some((word) => /^(?:age|aged)$/.test(word))) return front(4);
  if (first === 'as' && second === 'a' && said.slice(2, 4).some((word) => /^(?:boy|girl|child|baby|teenager|student|man|woman|toddler|infant)$/.test(word))) return front(3);
  if (/^(?:before|prior|until)$/.test(first)) {
    const subject = said.findIndex(
      (word, n) => n > 1 && /^(?:he|she|there|they|i)$/.test(word) && /^(?:had|was|were|suffered|used|has)$/.test(said[n + 1] ?? ''),
    );
    return subject > 0 ? front(subject) : undefined;
  }
  const ago = said.indexOf('ago');
  if (ago > 0 && ago < 6 && said.slice(0, ago).some((word) => /^(?:years?|decades?|long|time|yrs?|winters?|summers?)$/.test(word))) return front(ago + 1);
  return undefined;
}

/** `once fever appears`, `should pain recur`, `were it to recur`: what would have to come first. */
function onceItComes({ words, isName }: ConstructionText, at: number): Cue | undefined {
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
function watchFor(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:observe|observed|watch|monitor|monitored|check|report)$/.test(lower(text.words[at]))) return undefined;
  if (lower(text.words[at]) === 'report') {
    const told = /^(?:told|asked|advised|instructed|to)$/.test(lower(text.words[at - 1]));
    return told && lower(text.words[at + 1]) === 'any' ? cue(at, at + 2, 'hypothetical before') : undefined;
  }
  const link = ahead(text, at + 1, /^for$/, 4);
  return link === undefined ? undefined : cue(link, link + 1, 'hypothetical before');
}

/** `Could this be meningitis?`: a question of whoever writes. */
function asks({ words, dialogue }: ConstructionText, at: number): Cue | undefined {
  if (dialogue || ((words[at]?.gap ?? 0) & (SENTENCE_END)) === 0) return undefined;
  if (!/^(?:is|are|could|can|might|has|does|would|was|should)$/.test(lower(words[at]))) return undefined;
  for (let i = at + 1; i < at + 25; i += 1) {
    const gap = words[i]?.gap;
    if (gap === undefined) return undefined;
    if ((gap & GAP.question) !== 0) return cue(at, at + 1, 'possible before');
    if ((gap & SENTENCE_END) !== 0) return undefined;
  }
  return undefined;
}

/** `screening her for diabetes`: nobody knows yet. */
function lookingFor(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:screen|screening|test|testing|evaluating|assessing|investigating|checking|evaluate|assess|investigate)$/.test(lower(text.words[at]))) return undefined;
  const link = ahead(text, at + 1, /^for$/, 3);
  return link === undefined ? undefined : cue(link, link + 1, 'possible before');
}

/** `non-diabetic`, `childhood asthma` as one name. */
function nonName({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (isName(at) && !isName(at - 1) && lower(words[at]) === 'childhood') {
    return cue(at, at, 'historical before');
  }
  if (!isName(at) || lower(words[at]) !== 'non') return undefined;
  return /^(?:diabetic|smoker|hypertensive|asthmatic|drinker|febrile|tender|epileptic)$/.test(lower(words[at + 1]))
    ? cue(at, at, 'absent before')
    : undefined;
}

/** `vaccination against measles`, `prophylaxis for migraine`, where the first is a name itself. */
function against({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:against|for)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  return /^(?:vaccination|vaccine|immunisation|immunization|prophylaxis|booster|jab|screening)$/.test(lower(words[at - 1]))
    ? cue(at, at + 1, 'hypothetical before')
    : undefined;
}

/** `diabetes -`, `fever (-)`: a sign after a name in a list of findings. */
function signAfter({ text, words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || !isName(at) || isName(at + 1)) return undefined;
  const after = text.slice(word.end, word.end + 6);
  return /^\s?\(?[-–−]\)?\s*(?:[,;.\n]|$)/.test(after) && /^\s|^\(/.test(after)
    ? cue(at + 1, at + 1, 'absent after')
    : undefined;
}

/** `?` before or after a name: `? pneumonia`, `PE?`. */
function query({ text, words, dialogue, isName }: ConstructionText, at: number): Cue[] {
  const word = words[at];
  if (word === undefined) return [];
  const found: Cue[] = [];
  const gap = text.slice(Math.max(0, words[at - 1]?.end ?? 0), word.start);
  // A mark that stands by itself doubts what comes; one at the end of a word asks.
  if ((at === 0 ? /\?\s?$/ : /[\s(,;:/]\?{1,3}\s?$/).test(gap)) {
    found.push(cue(at, at, 'possible before'));
  }
  if (!dialogue && isName(at) && /^\s?[()]?\?/.test(text.slice(word.end, word.end + 3))) {
    const answer = lower(words[at + 1]);
    if (!/^(?:yes|yeah|yep|yup|no|none|nope|nil|never)$/.test(answer)) {
      found.push(cue(at + 1, at + 1, 'possible after'));
    }
  }
  return found;
}

/** `her second pregnancy was complicated by`: it is over, or is counted. */
function complicated({ words }: ConstructionText, at: number): Cue | undefined {
  if (lower(words[at]) !== 'complicated' || lower(words[at + 1]) !== 'by') return undefined;
  const counted = words
    .slice(Math.max(0, at - 6), at)
    .some((word) => /^(?:first|second|third|fourth|last|(?:19|20)\d\d|previous|earlier|pregnancies|1st|2nd|3rd|births|delivery|labour|labor)$/.test(lower(word)));
  return counted ? cue(at, at + 2, 'historical before') : undefined;
}

/** `-ve for`, `+ve`: the sign is all that says it. */
function signedVe({ text, words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || lower(word) !== 've') return undefined;
  const sign = text.charAt(word.start - 1);
  if (!/[-–−+]/.test(sign)) return undefined;
  const to = lower(words[at + 1]) === 'for' ? at + 2 : at + 1;
  if (sign === '+') return cue(at, to, 'stop');
  const next = words[to];
  const onward = to === at + 2 || (isName(to) && next !== undefined && (next.gap & GAP.comma) === 0);
  return cue(at, to, onward ? 'absent before' : 'absent after');
}

/** `any fever no any rash yes`: each answer is of what was asked before it. */
function askedAny({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:no|nope|none|yes|yeah|yep)$/.test(lower(words[at])) || !isName(at - 1))
    return undefined;
  const next = words[at + 1];
  if (isName(at + 1) && next !== undefined && (next.gap & (SENTENCE_END | GAP.comma)) === 0)
    return undefined;
  let from = at - 1;
  for (let steps = 0; steps < 12 && from > 0; steps += 1) {
    if (!isName(from) && !/^(?:or|and)$/.test(lower(words[from]))) break;
    from -= 1;
  }
  if (!/^(?:any|about)$/.test(lower(words[from]))) return undefined;
  const governed = lower(words[from - 1]);
  if (/^(?:denies|denied|deny|without|not|no)$/.test(governed)) return undefined;
  return cue(at, at + 1, lower(words[at]).startsWith('y') ? 'stop' : 'absent after');
}

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
