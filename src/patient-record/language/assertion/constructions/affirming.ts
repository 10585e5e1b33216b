import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, cue } from './text.js';

/** `not a day goes by without`, `there is hardly an hour when he has no`: it is always present. */
export function notADay(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  if (!/^(?:not|hardly|scarcely|rarely|barely|never|no)$/.test(lower(words[at]))) return undefined;
  const noun = /^(?:a|an|one|single)$/.test(lower(words[at + 1])) ? at + 2 : at + 1;
  if (
    !/^(?:days?|nights?|weeks?|hours?|moments?|minutes?|months?|meals?|mornings?)$/.test(
      lower(words[noun]),
    )
  )
    return undefined;
  for (let i = noun + 1; i < noun + 9; i += 1) {
    const word = words[i];
    if (word === undefined || text.isName(i) || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (/^(?:without|no|free)$/.test(lower(word))) return cue(i, i + 1, 'stop');
  }
  return undefined;
}

/** `confirmed what had been suspected`, `what was a possible diagnosis is now proven`. */
export function onceSuspected(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  if (lower(words[at]) !== 'what' || !/^(?:was|had|were|is|has)$/.test(lower(words[at + 1])))
    return undefined;
  const to = ahead(
    text,
    at + 2,
    /^(?:suspected|thought|feared|possible|probable|presumed|likely|believed)$/,
    5,
  );
  return to === undefined ? undefined : cue(at, to + 1, 'pseudo');
}

const RESULT = /^(?:shown|proven|proved|proves|turned|confirmed|established|known|revealed)$/;

/** `later shown to be`, `turned out to be`, `now known to be`: what follows is what it was. */
export function turnedOut({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (lower(words[at]) === 'ruled' && lower(words[at + 1]) === 'in') return cue(at, at + 2, 'stop');
  if (!RESULT.test(lower(words[at]))) return undefined;
  for (let i = at - 1; i >= at - 3 && !isName(i); i -= 1) {
    if (/^(?:not|never|if|be|to|until|yet|no)$/.test(lower(words[i]))) return undefined;
    if (((words[i]?.gap ?? SENTENCE_END) & (SENTENCE_END | GAP.comma)) !== 0) break;
  }
  let to = at + 1;
  if (lower(words[to]) === 'out') to += 1;
  if (!/^(?:to|as)$/.test(lower(words[to]))) return undefined;
  if (lower(words[to]) === 'to' && !/^(?:be|have)$/.test(lower(words[to + 1]))) return undefined;
  const end = lower(words[to]) === 'as' ? to + 1 : to + 2;
  if (
    words
      .slice(at, end)
      .some((word, n) => isName(at + n) || (n > 0 && (word.gap & (SENTENCE_END | GAP.comma)) !== 0))
  )
    return undefined;
  return /^(?:known)$/.test(lower(words[at])) && lower(words[at - 1]) !== 'now'
    ? undefined
    : cue(at, end, 'stop');
}
