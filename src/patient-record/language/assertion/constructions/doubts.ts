import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../../text/words.js';
import type { Cue, CueKind } from '../cues.js';
import { ahead, type ConstructionText, cue } from './text.js';

/** `Does she have a rash? No.`: a note answers its own question. */
function answered(next: string): CueKind {
  if (/^(?:yes|yeah|yep|indeed)$/.test(next)) return 'affirmed before';
  return /^(?:no|nope|none|nil|never)$/.test(next) ? 'absent before' : 'possible before';
}

const LONGEST_NAME = 8;
const LONGEST_QUESTION = 16;
const HOW_IT_IS =
  /^(?:any|better|worse|settling|improving|easing|controlled|bad|severe|constant|new)$/;

/** `is the rash any better?`: a question about what is present. */
function isAskedHow(
  words: readonly Word[],
  isAilment: (at: number) => boolean,
  at: number,
): boolean {
  if (!isAilment(at - 1) || isAilment(at) || !HOW_IT_IS.test(lower(words[at]))) return false;
  if (lower(words[at]) === 'any' && !HOW_IT_IS.test(lower(words[at + 1]))) return false;
  let from = at - 1;
  while (from > at - LONGEST_NAME && isAilment(from)) from -= 1;
  return /^(?:the|your|his|her|this|that)$/.test(lower(words[from]));
}

/** `how long have you had the rash?`, `when did the pain start?`: asked only about what is present. */
function asksWhenOrHow(words: readonly Word[], at: number): boolean {
  let from = at;
  while (from > at - LONGEST_QUESTION && ((words[from]?.gap ?? SENTENCE_END) & SENTENCE_END) === 0)
    from -= 1;
  const first = lower(words[from]);
  if (first === 'how')
    return /^(?:long|often|many|much|bad|severe|is|are)$/.test(lower(words[from + 1]));
  return /^(?:when|where)$/.test(first) && /^(?:did|do|does|is|was)$/.test(lower(words[from + 1]));
}

/** `Could this be meningitis?`: a question of the author. */
export function asks(
  { words, dialogue, isAilment }: ConstructionText,
  at: number,
): Cue | undefined {
  if (dialogue || ((words[at]?.gap ?? 0) & SENTENCE_END) === 0) return undefined;
  if (!/^(?:is|are|could|can|might|has|does|do|did|would|was|should)$/.test(lower(words[at])))
    return undefined;
  for (let i = at + 1; i < at + 25; i += 1) {
    const gap = words[i]?.gap;
    if (gap === undefined) return undefined;
    if (isAskedHow(words, isAilment, i)) return undefined;
    if ((gap & GAP.question) !== 0) return cue(at, at + 1, answered(lower(words[i])));
    if ((gap & SENTENCE_END) !== 0) return undefined;
  }
  return undefined;
}

/** `screening her for diabetes`: not yet known. */
export function lookingFor(text: ConstructionText, at: number): Cue | undefined {
  if (
    !/^(?:screen|screening|test|testing|evaluating|assessing|investigating|checking|evaluate|assess|investigate)$/.test(
      lower(text.words[at]),
    )
  )
    return undefined;
  const link = ahead(text, at + 1, /^for$/, 3);
  return link === undefined ? undefined : cue(link, link + 1, 'possible before');
}

/** `?` before or after a name: `? pneumonia`, `PE?`. */
export function query({ text, words, dialogue, isName }: ConstructionText, at: number): Cue[] {
  const word = words[at];
  if (word === undefined) return [];
  const found: Cue[] = [];
  const gap = text.slice(Math.max(0, words[at - 1]?.end ?? 0), word.start);
  // A separate question mark doubts what follows; one at the end of a word ends a question.
  if ((at === 0 ? /\?\s?$/ : /[\s(,;:/]\?{1,3}\s?$/).test(gap)) {
    found.push(cue(at, at, 'possible before'));
  }
  if (
    !dialogue &&
    isName(at) &&
    !asksWhenOrHow(words, at) &&
    /^(?:\?|\s?\(\?|\s\?(?!\p{L}))/u.test(text.slice(word.end, word.end + 4))
  ) {
    const answer = lower(words[at + 1]);
    if (!/^(?:yes|yeah|yep|yup|no|none|nope|nil|never)$/.test(answer)) {
      found.push(cue(at + 1, at + 1, 'possible after'));
    }
  }
  return found;
}
