import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { isPhraseEnd } from './predicates.js';
import { type ConstructionText, completeCue, cue } from './text.js';

/** One word that states whether the name next to it is present. */
const STATUS =
  /^(?:no|nil|none|negative|neg|absent|denied|excluded|n|nope|yes|yeah|present|positive|y|not|grade|score|never)$/;
const AFFIRMS = /^(?:yes|yeah|present|positive|y)$/;
const MAX_PAIRS = 24;

/** Where the status at a word ends: `none seen`, `not present`, `also no`; undefined where none is. */
function statusAt(text: ConstructionText, at: number): number | undefined {
  const { words, isName } = text;
  const also = lower(words[at]) === 'also' ? at + 1 : at;
  const word = lower(words[also]);
  if (!STATUS.test(word) || isName(also)) return undefined;
  const next = lower(words[also + 1]);
  const seen =
    /^(?:seen|present|found|noted|reported|identified|evident|detected|felt|heard)$/.test(next);
  if (/^(?:grade|score)$/.test(word)) return next === '0' ? also + 2 : undefined;
  if (word === 'never') return isPhraseEnd(text, also + 1) ? also + 1 : undefined;
  if (word === 'not') return seen ? also + 2 : undefined;
  return (word === 'none' || word === 'nil') && seen ? also + 2 : also + 1;
}

function endOfName({ isName }: ConstructionText, at: number): number {
  let to = at;
  while (isName(to)) to += 1;
  return to;
}

/** Words between one pair and the next: `asked about fever no about rash also no`. */
const BEFORE_NEXT = /^(?:any|about|and|or|history|hx|of|known|associated|recent|what)$/;

/**
 * `fever absent rash absent`, `cough no headache yes`: names and answers in turn, each of the name
 * before it, since the last of them has none after it. Written answers without a comma between.
 */
export function answersInTurn(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0)
    return undefined;
  const own = statusAt(text, at);
  if (own === undefined) return undefined;
  // `no fever no cough`: the row began with an answer.
  let start = at - 1;
  while (start > at - 12 && isName(start)) start -= 1;
  while (start > at - 14 && BEFORE_NEXT.test(lower(words[start]))) start -= 1;
  const follows = isName(start - 1);
  if (STATUS.test(lower(words[start])) && start + 1 < at && !follows) return undefined;
  const inTurn = follows && STATUS.test(lower(words[start]));
  let to = own;
  let pairs = 1;
  for (; pairs < MAX_PAIRS; pairs += 1) {
    let name = to;
    while (name < to + 3 && BEFORE_NEXT.test(lower(words[name]))) name += 1;
    if (!isName(name) || ((words[to]?.gap ?? 0) & SENTENCE_END) !== 0) break;
    const end = endOfName(text, name);
    const next = statusAt(text, end);
    if (next === undefined || ((words[end]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0)
      return undefined;
    to = next;
  }
  const next = lower(words[to]);
  const ends = isPhraseEnd(text, to) || /^(?:the|impression|what|how|any)$/.test(next);
  if (!ends || (pairs === 1 && !inTurn && !stands(text, at, to))) return undefined;
  return AFFIRMS.test(lower(words[at]))
    ? cue(at, own, 'stop')
    : completeCue(at, own, 'absent after');
}

/** A single answer: `rash absent` always is one; `no` and `nil` before the end of a sentence alone. */
const stands = ({ words }: ConstructionText, at: number, to: number): boolean =>
  /^(?:absent|denied|excluded|negative|neg|also|grade|score)$/.test(lower(words[at])) ||
  words[to] === undefined ||
  ((words[to]?.gap ?? 0) & SENTENCE_END) !== 0;

const SUBJECTS = /^(?:he|she|they|i|we|it|patient|pt|mum|mother|the|there)$/;
const REPORTS =
  /^(?:says|said|states|stated|reports|reported|tells|told|claims|claimed|insists|insisted|replies|replied|answers|answered)$/;
const HAVING =
  /^(?:has|had|have|does|did|do|is|was|been|having|got|get|getting|noticed|notice|seen|see|experienced|experience|felt|feel|suffered|suffer|from|really|actually|ever|reported|report|complained|complain|of|recalled|recall)$/;
const NEGATES = /^(?:not|never|hasnt|hadnt|havent|doesnt|didnt|dont|isnt|wasnt)$/;
const PRO_FORM = /^(?:any|it|them|one|that|this|these|those|either)$/;
const NEAR = 4;

/**
 * `asked about fever, he said he had none`, `and had not had any`, `but denied it`: a denial whose
 * object is a pronoun governs the name before it.
 */
export function deniesIt(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  let near = false;
  for (let i = at - 1; i >= at - NEAR && i >= 0; i -= 1) {
    if (((words[i + 1]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    near ||= isName(i);
  }
  if (!near) return undefined;
  let i = at;
  const word = () => lower(words[i]);
  if (/^(?:and|but|to|which)$/.test(word())) i += 1;
  while (i < at + 4 && SUBJECTS.test(word())) i += 1;
  if (/^(?:denied|denies|denying)$/.test(word())) {
    i += /^(?:having|all|both)$/.test(lower(words[i + 1])) ? 2 : 1;
    if (word() === 'that' && ((words[i + 1]?.gap ?? GAP.end) & SENTENCE_END) === 0)
      return undefined;
    if (lower(words[at]) === 'which' && isPhraseEnd(text, i))
      return completeCue(at, i, 'absent after');
    return PRO_FORM.test(word()) && isPhraseEnd(text, i + 1)
      ? completeCue(at, i + 1, 'absent after')
      : undefined;
  }
  if (REPORTS.test(word())) {
    i += 1;
    if (/^(?:no|none|never|nope|negatively)$/.test(word()) && isPhraseEnd(text, i + 1))
      return completeCue(at, i + 1, 'absent after');
    while (i < at + 8 && (SUBJECTS.test(word()) || /^(?:me|us|that)$/.test(word()))) i += 1;
  }
  const first = i;
  let negated = false;
  for (; i < first + 7; i += 1) {
    if (words[i] === undefined || isName(i)) return undefined;
    if (NEGATES.test(word())) negated = true;
    else if (!HAVING.test(word())) break;
  }
  if (i === first) return undefined;
  const denies = negated ? PRO_FORM.test(word()) : /^(?:none|neither)$/.test(word());
  return denies && isPhraseEnd(text, i + 1) ? completeCue(at, i + 1, 'absent after') : undefined;
}

/** `none of the following: fever, cough`, `denies all of the following`. */
export function noneOfFollowing({ words }: ConstructionText, at: number): Cue | undefined {
  const word = lower(words[at]);
  if (word === 'following' && lower(words[at - 1]) === 'the') {
    let i = at + 1;
    while (
      i < at + 3 &&
      /^(?:symptoms|complaints|features|conditions|findings|items|points|problems)$/.test(
        lower(words[i]),
      )
    )
      i += 1;
    return cue(at, i, 'pseudo');
  }
  if (word !== 'none' || lower(words[at + 1]) !== 'of') return undefined;
  if (!/^(?:the|these|those)$/.test(lower(words[at + 2]))) return undefined;
  if (
    !/^(?:following|symptoms|above|below|usual|features|conditions|things)$/.test(
      lower(words[at + 3]),
    )
  )
    return undefined;
  return cue(at, at + 4, 'absent before');
}

/** `0 dizziness`: none. */
export function zero({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (words[at]?.written !== '0' || !isName(at + 1)) return undefined;
  if ((words[at + 1]?.gap ?? 0) !== 0) return undefined;
  return words[at - 1]?.number === true || ((words[at]?.gap ?? 0) & GAP.slash) !== 0
    ? undefined
    : cue(at, at + 1, 'absent before');
}

/** `[ ] fever [x] rash`, `fever [ ]`: a box that was left empty where others are marked. */
export function emptyBox({ text, words, isName }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || !isName(at)) return undefined;
  const before = text.slice(Math.max(0, word.start - 6), word.start);
  if (/(?:\[\s?\]|☐)[^\S\n]*$/u.test(before)) return cue(at, at, 'absent before');
  if (isName(at + 1) && words[at + 1]?.gap === 0) return undefined;
  return /^\s{0,3}:?\s{0,3}(?:\[\s?\]|☐)\s*(?:\n|$)/u.test(text.slice(word.end, word.end + 12))
    ? completeCue(at + 1, at + 1, 'absent after')
    : undefined;
}

/** `[x] rash`: what an empty box before it says ends here. */
export function markedBox({ text, words }: ConstructionText, at: number): Cue | undefined {
  const word = words[at];
  if (word === undefined || lower(word) !== 'x') return undefined;
  const boxed = text.charAt(word.start - 1) === '[' && text.charAt(word.end) === ']';
  return boxed ? cue(at, at + 1, 'stop') : undefined;
}

const LEFT_UNDENIED =
  /^(?:help|helps|helped|resolved|improved|improving|responded|responding|settled|settling|worked|working|bother|bothers|bothered|relieved|required|needed|getting|got|better|worse|treated|controlled|is|was|are|were)$/;

/** `chest pain and dizziness, neither of which he has`: denies the list before it. */
export function neitherOf({ words }: ConstructionText, at: number): Cue | undefined {
  const which = lower(words[at + 2]);
  if (lower(words[at + 1]) !== 'of' || !/^(?:which|them)$/.test(which)) return undefined;
  if (((words[at]?.gap ?? GAP.end) & SENTENCE_END) !== 0) return undefined;
  const next = [3, 4, 5].map((n) => lower(words[at + n]));
  const present = next.some((word) =>
    /^(?:present|seen|found|there|has|had|have|reported)$/.test(word),
  );
  if (!present && next.some((word) => LEFT_UNDENIED.test(word))) return undefined;
  return completeCue(at, at + 3, 'absent after');
}
