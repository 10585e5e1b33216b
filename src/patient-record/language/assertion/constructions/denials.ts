import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, completeCue, cue } from './text.js';

const GUESSES =
  /^(?:points?|suggests?|indicates?|supports?|favou?rs?|implies|hints?|argues?|raises?|speaks?|makes?|leads?|prompts?|arouses?)$/;
const GUESSED =
  /^(?:to|towards?|at|for|of|that|the|a|me|us|one|you|him|think|suspect|consider|believe|worry|suspicions?|possibility|question|fear|diagnosis|about|any)$/;

const THINKS = /^(?:think|suspect|consider|believe|worry|question)$/;

/** `nothing in the story points to`, `nothing to make me think of`: a guess that is denied. */
function guessAfter(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (!/^(?:nothing|none)$/.test(lower(words[at]))) return undefined;
  const verb = ahead(text, at + 1, GUESSES, 12);
  if (verb === undefined) return undefined;
  for (let i = at + 1; i <= verb; i += 1) {
    if (isName(i) || ((words[i]?.gap ?? 0) & (GAP.comma | GAP.colon)) !== 0) return undefined;
  }
  let to = verb + 1;
  while (to < verb + 7 && GUESSED.test(lower(words[to]))) to += 1;
  // `nothing makes the pain better`.
  const thought = words.slice(verb, to).some((word) => THINKS.test(lower(word)));
  if (/^(?:make|lead|prompt)/.test(lower(words[verb])) && !thought) return undefined;
  return cue(verb, to, 'absent before');
}

/** `either` that ends its clause or has no `or` after it is not a question: `no rash either`. */
export function alsoNot(text: ConstructionText, at: number): Cue | undefined {
  return ahead(text, at + 1, /^or$/, 10) === undefined ? cue(at, at + 1, 'pseudo') : undefined;
}

/** `nothing like that`: what was named before. */
export function likeThat({ words }: ConstructionText, at: number): Cue | undefined {
  const third = lower(words[at + 2]);
  if (lower(words[at + 1]) !== 'like' || !/^(?:that|this|it|those)$/.test(third)) return undefined;
  return cue(at, at + 3, 'pseudo');
}

/** `nothing on the film to suggest`, `no features to indicate`. */
export function nothingToSuggest(text: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:nothing|none|no|insufficient|little|without)$/.test(lower(text.words[at])))
    return undefined;
  const guess = guessAfter(text, at);
  if (guess !== undefined) return guess;
  const to = ahead(text, at + 1, /^(?:to|that|which|suggesting|indicating|supporting)$/);
  if (to === undefined) return undefined;
  const single = /ing$/.test(lower(text.words[to]));
  const modal = /^(?:would|could|might|may)$/.test(lower(text.words[to + 1])) ? 1 : 0;
  const verb = to + 1 + modal;
  const suggests =
    /^(?:suggest|suggests|indicate|indicates|support|supports|point|points|confirm)$/;
  if (!single && !suggests.test(lower(text.words[verb]))) return undefined;
  for (let i = at + 1; i < to; i += 1) {
    if (((text.words[i]?.gap ?? 0) & (GAP.comma | GAP.colon)) !== 0) return undefined;
  }
  return cue(single ? to : verb, single ? to + 1 : verb + 1, 'absent before');
}

/** `non-diabetic`, `childhood asthma` as one name. */
export function nonName({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (isName(at) && !isName(at - 1) && lower(words[at]) === 'childhood') {
    return cue(at, at, 'historical before');
  }
  if (isName(at) && /^fhx?$/.test(lower(words[at])) && isName(at + 1)) {
    return cue(at + 1, at + 1, 'family before');
  }
  if (!isName(at) || isName(at + 2) || lower(words[at]) !== 'non') return undefined;
  return /^(?:diabetic|smoker|hypertensive|asthmatic|drinker|febrile|tender|epileptic)$/.test(
    lower(words[at + 1]),
  )
    ? cue(at, at, 'absent before')
    : undefined;
}

const DASHES = new Set('-–−');

/** `diabetes -`, `fever (-)`: a sign after a name in a list of findings. */
export function signAfter({ text, words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || !isName(at) || (isName(at + 1) && words[at + 1]?.gap === 0))
    return undefined;
  if (!DASHES.has(text[word.end + 1] ?? '') && !DASHES.has(text[word.end + 2] ?? ''))
    return undefined;
  const after = text.slice(word.end, word.end + 6);
  return /^\s?\(?[-–−]\)?\s*(?:[,;.\n]|$)/.test(after) && /^\s|^\(/.test(after)
    ? completeCue(at + 1, at + 1, 'absent after')
    : undefined;
}

/** Words that a recogniser writes for a spoken `no`: `know pneumonia`. */
export const MISHEARD_NO = /^(?:know|null)$/;
const KNOWS =
  /^(?:i|you|we|they|to|not|dont|didnt|doesnt|would|will|do|did|let|lets|who|patients|people)$/;

/** A denial that was misheard as another word, right before a name and not after a person who could `know`. */
export function misheardNo({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!MISHEARD_NO.test(lower(words[at])) || !isName(at + 1)) return undefined;
  return KNOWS.test(lower(words[at - 1])) ? undefined : cue(at, at + 1, 'absent before');
}

/** `fever: N`, `rash: Y`: an answer of a form. */
export function ticked({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word?.written !== 'N' || !isName(at - 1)) return undefined;
  const next = words[at + 1];
  const ends = next === undefined || next.gap !== 0 || isName(at + 1);
  return ends ? cue(at, at + 1, 'absent after') : undefined;
}

/** `-ve for`, `+ve`: the sign is all that says it. */
export function signedVe({ text, words, isName }: ConstructionText, at: number): Cue | undefined {
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

const ASKED_ABOUT = /^(?:asked|asks|asking|ask|how|what|and|enquired|inquired|no|yes)$/;

/** `any fever no any rash yes`: each answer is about the question before it. */
export function askedAny({ words, isName }: ConstructionText, at: number): Cue | undefined {
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
  // `rang about a cough no appointment left`: no question was asked.
  if (lower(words[from]) === 'about' && from > 0 && !ASKED_ABOUT.test(governed)) return undefined;
  const answered = governed === 'no' && isName(from - 2);
  if (/^(?:denies|denied|deny|without|not|no)$/.test(governed) && !answered) return undefined;
  if (lower(words[at]).startsWith('y')) return cue(at, at + 1, 'stop');
  return completeCue(at, at + 1, 'absent after');
}
