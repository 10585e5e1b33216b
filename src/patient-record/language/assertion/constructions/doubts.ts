import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../../text/words.js';
import type { Cue, CueKind } from '../cues.js';
import { ahead, type ConstructionText, completeCue, cue } from './text.js';

/** `I certainly have`, `she does not`: an answer that leaves out what was asked. */
const SHORT_ANSWER =
  /^(?:i|he|she|they|we|it) (?:(?:certainly|definitely|really|most|do|still|sure) )*(?:do|does|did|have|has|had|am|is|are|was)(?: (?:indeed|still|now))?( not)?$/;
const SHORT_DENIAL =
  /^(?:not (?:at all|really|that|any|since|yet|now|recently|lately|once)|never|certainly not|definitely not|absolutely not|(?:i|he|she|they|we|it) (?:dont|doesnt|didnt|havent|hasnt|hadnt|isnt|arent|never))(?: |$)/;
const LONGEST_ANSWER = 6;

/** `Does she have a rash? No.`: how a note answers its own question, from the word after it. */
function answered({ words, isAilment }: ConstructionText, at: number): CueKind {
  const next = lower(words[at]);
  if (/^(?:yes|yeah|yep|yup|indeed)$/.test(next)) return 'affirmed before';
  if (/^(?:no|nope|none|nil|never)$/.test(next)) return 'absent before';
  let said = next;
  for (let i = at + 1; i < at + LONGEST_ANSWER; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.comma)) !== 0) break;
    if (isAilment(i)) return 'possible before';
    said += ` ${lower(word)}`;
  }
  if (SHORT_DENIAL.test(said)) return 'absent before';
  const short = SHORT_ANSWER.exec(said);
  if (short === null) return 'possible before';
  return short[1] === undefined ? 'affirmed before' : 'absent before';
}

const HELD_BEHIND = /^(?:for|of|about|behind)$/;

/** `the reason for her cough?`: the question is about its cause or its care. */
function isAskedAbout(words: readonly Word[], name: number): boolean {
  if (!/^(?:his|her|my|your|their|the|this)$/.test(lower(words[name - 1]))) return false;
  if (!HELD_BEHIND.test(lower(words[name - 2]))) return false;
  return [3, 4, 5].some((n) =>
    /^(?:reason|cause|explanation|source|anything|something|nothing|do|done|else|more|blame|responsible|is)$/.test(
      lower(words[name - n]),
    ),
  );
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
  if (isRequest(words, from)) return true;
  // `what is causing the rash?`, `why does she still have it?`
  if (first === 'why') return true;
  if (first === 'what')
    return words
      .slice(from + 1, from + 5)
      .some((word) =>
        /^(?:caus|trigger|behind|brings|brought|started|explains|makes)/.test(lower(word)),
      );
  if (first === 'how')
    return /^(?:long|often|many|much|bad|severe|is|are)$/.test(lower(words[from + 1]));
  return /^(?:when|where)$/.test(first) && /^(?:did|do|does|is|was)$/.test(lower(words[from + 1]));
}

/** `could you see this man?`, `can we review the drug?`: a request. */
const isRequest = (words: readonly Word[], at: number): boolean =>
  /^(?:can|could|would|will|may|please|should)$/.test(lower(words[at])) &&
  /^(?:you|we|i|someone|somebody)$/.test(lower(words[at + 1])) &&
  !/^(?:be|have)$/.test(lower(words[at + 2]));

/** `Could this be meningitis?`: a question of the author. */
export function asks(text: ConstructionText, at: number): Cue | undefined {
  const { words, dialogue, isAilment } = text;
  if (dialogue || ((words[at]?.gap ?? 0) & SENTENCE_END) === 0) return undefined;
  if (!/^(?:is|are|could|can|might|has|does|do|did|would|was|should)$/.test(lower(words[at])))
    return undefined;
  if (isRequest(words, at)) return undefined;
  for (let i = at + 1; i < at + 25; i += 1) {
    const gap = words[i]?.gap;
    if (gap === undefined) return undefined;
    if (isAskedHow(words, isAilment, i)) return undefined;
    if (isAilment(i) && isAskedAbout(words, i)) return undefined;
    if ((gap & GAP.question) !== 0) return cue(at, at + 1, answered(text, i));
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
export function query(parsed: ConstructionText, at: number): Cue[] {
  const { text, words, dialogue, isName } = parsed;
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
    const answer = answered(parsed, at + 1);
    const word = /^(?:no|none|nope|nil)$/.test(lower(words[at + 1]));
    let name = at;
    while (name > at - LONGEST_NAME && isName(name - 1)) name -= 1;
    if (answer === 'possible before' && !isAskedAbout(words, name)) {
      found.push(cue(at + 1, at + 1, 'possible after'));
    } else if (answer === 'absent before' && !word) {
      found.push(completeCue(at + 1, at + 1, 'absent after'));
    }
  }
  return found;
}
