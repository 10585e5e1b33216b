import { lower } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue, CueKind } from './cues.js';

/** A text as constructions are looked for in it. */
export interface ConstructionText {
  readonly text: string;
  readonly words: readonly Word[];
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
  if (!/^(?:nothing|none|no|not|insufficient|little|without)$/.test(lower(text.words[at])))
    return undefined;
  const to = ahead(text, at + 1, /^(?:to|that|which|suggesting|indicating|supporting)$/);
  if (to === undefined) return undefined;
  const single = /ing$/.test(lower(text.words[to]));
  if (
    !single &&
    !/^(?:suggest|suggests|indicate|indicates|support|supports|point|points|confirm)$/.test(
      lower(text.words[to + 1]),
    )
  ) {
    return undefined;
  }
  for (let i = at + 1; i < to; i += 1) {
    if (((text.words[i]?.gap ?? 0) & (GAP.comma | GAP.colon)) !== 0) return undefined;
  }
  return cue(single ? to : to + 1, single ? to + 1 : to + 2, 'absent before');
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

/** `?` before or after a name: `? pneumonia`, `PE?`. */
function query({ text, words, isName }: ConstructionText, at: number): Cue[] {
  const word = words[at];
  if (word === undefined) return [];
  const found: Cue[] = [];
  const gap = text.slice(Math.max(0, words[at - 1]?.end ?? 0), word.start);
  // A mark that stands by itself doubts what comes; one at the end of a word asks.
  if ((at === 0 ? /\?\s?$/ : /[\s(,;:/]\?{1,3}\s?$/).test(gap)) {
    found.push(cue(at, at, 'possible before'));
  }
  if (isName(at) && /^\s?\)?\?/.test(text.slice(word.end, word.end + 3))) {
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
    .some((word) =>
      /^(?:first|second|third|fourth|last|previous|earlier|pregnancies|1st|2nd|3rd|births|delivery|labour|labor)$/.test(
        lower(word),
      ),
    );
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
  const onward =
    to === at + 2 || (isName(to) && next !== undefined && (next.gap & GAP.comma) === 0);
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
    if (text.isName(at)) continue;
    const one =
      returnFor(text, at) ??
      risksIncluding(text, at) ??
      nothingToSuggest(text, at) ??
      inYear(text, at) ??
      signedVe(text, at) ??
      complicated(text, at) ??
      askedAny(text, at);
    if (one !== undefined) found.push(one);
  }
  return found.sort((a, b) => a.from - b.from);
}
