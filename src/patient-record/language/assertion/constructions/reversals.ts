import { lower } from '../../clauses/grammar.js';
import { isRelative } from '../../clauses/relatives.js';
import { GAP, PHRASE_END, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { isPhraseEnd } from './predicates.js';
import { type ConstructionText, completeCue, cue, type FindCue } from './text.js';

const NEGATES =
  /^(?:no|not|never|without|none|nil|hasnt|hadnt|havent|doesnt|didnt|isnt|wasnt|denies|denied|denying|neither)$/;
const FARTHEST = 12;

/** Where the next name begins, and whether a denial stands before it; none across a sentence. */
export function deniedName(
  { words, isName, isAilment }: ConstructionText,
  at: number,
): { readonly name: number; readonly denied: boolean } | undefined {
  let denied = false;
  for (let i = at + 1; i < at + FARTHEST; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (isAilment(i)) return { name: i, denied };
    if (!isName(i) && NEGATES.test(lower(word))) denied = true;
    else if (denied && /^(?:but|because|and)$/.test(lower(word))) return undefined;
  }
  return undefined;
}

const WRONGLY = /^(?:wrongly|incorrectly|mistakenly|erroneously|falsely)$/;
const RECORDS =
  /^(?:treated|labelled|labeled|diagnosed|recorded|coded|documented|listed|described|entered|noted|reported|told|informed|said|written|put|stated|states|says|classified|assumed)$/;

/** `wrongly recorded as having no gout`, `contrary to the letter, which denies it`: the opposite is true. */
export function wronglySaid(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  const contrary = lower(words[at]) === 'contrary';
  if (contrary ? lower(words[at + 1]) !== 'to' : !RECORDS.test(lower(words[at + 1])))
    return undefined;
  const found = deniedName(text, at);
  if (found === undefined) return undefined;
  // `contrary to the letter he has no gout`: only what the letter says is turned round.
  const quoted =
    !contrary ||
    words.slice(at, found.name).some((word) => /^(?:which|saying|stating)$/.test(lower(word)));
  if (found.denied) return quoted ? cue(at, found.name, 'stop') : undefined;
  if (contrary) return undefined;
  const link = /^(?:as|with|having|for|has|had|have|have|be|of|a|an|the|that|he|she|they|to)$/;
  for (let i = at + 2; i < found.name; i += 1) {
    if (!link.test(lower(words[i])) || ((words[i]?.gap ?? 0) & GAP.comma) !== 0) return undefined;
  }
  return completeCue(at, found.name, 'absent before');
}

/** `was told she had no gout, wrongly`: turns round what was stated of the name before. */
export function wronglyAfter(text: ConstructionText, at: number): Cue | undefined {
  const word = lower(text.words[at]);
  const comma = ((text.words[at]?.gap ?? 0) & GAP.comma) !== 0;
  return WRONGLY.test(word) && comma && isPhraseEnd(text, at + 1)
    ? completeCue(at, at + 1, 'affirmed after')
    : undefined;
}

/** A sign or another clause follows, and no complement. */
function closes({ words, limits }: ConstructionText, at: number): boolean {
  const word = words[at];
  return word === undefined || (word.gap & PHRASE_END) !== 0 || (limits[at] ?? 0) !== 0;
}

const SUBJECT = /^(?:he|she|it|they|there|i|we|patient|pt)$/;
const ADVERB =
  /^(?:in|fact|actually|clearly|now|since|then|certainly|definitely|really|obviously|still|later|again|just|recently)$/;
const SO = /^(?:does|do|did|has|have|had|is|are|was|s)$/;
const BEGAN =
  /^(?:began|started|developed|appeared|emerged|followed|arose|ensued|returned|recurred|begun|arisen|emerged|persists|remains)$/;
const SHOWS =
  /^(?:shows?|showed|shown|proves?|proved|proven|confirms?|confirmed|demonstrates?|demonstrated|reveals?|revealed)$/;

/** `but he does`, `though it is`, `but it came on this morning`, `but the scan shows that it is`. */
export function butItIs(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName, isAilment } = text;
  let to = at + 1;
  let shown = false;
  for (; to < at + 9; to += 1) {
    const word = lower(words[to]);
    if (words[to] === undefined || isAilment(to)) return undefined;
    if (((words[to]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    if (SHOWS.test(word)) shown = true;
    else if (SUBJECT.test(word)) break;
    else if (
      !isName(to) &&
      !/^(?:the|a|an|his|her|that|now|has|have)$/.test(word) &&
      !isRelative(word) &&
      !ADVERB.test(word)
    )
      return undefined;
  }
  const subject = to;
  to += 1;
  while (to < subject + 4 && ADVERB.test(lower(words[to]))) to += 1;
  const verb = lower(words[to]);
  if (BEGAN.test(verb)) return completeCue(at, to + 1, 'affirmed after');
  if (verb === 'came' && lower(words[to + 1]) === 'on')
    return completeCue(at, to + 2, 'affirmed after');
  if (!SO.test(verb))
    return shown && closes(text, subject + 1)
      ? completeCue(at, subject + 1, 'affirmed after')
      : undefined;
  let end = to + 1;
  while (
    end < to + 3 &&
    /^(?:now|there|present|begun|started|today|developed|appeared|it)$/.test(lower(words[end])) &&
    !closes(text, end)
  )
    end += 1;
  return closes(text, end) ? completeCue(at, end, 'affirmed after') : undefined;
}

/** `the scan has now shown it`: what was denied before is there. */
export function hasShownIt(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (lower(words[at + 1]) !== 'it' || !isPhraseEnd(text, at + 2)) return undefined;
  let from = at - 1;
  while (
    from > at - 4 &&
    /^(?:has|have|had|now|then|since|later|clearly|again)$/.test(lower(words[from]))
  )
    from -= 1;
  return isName(from) ? completeCue(at, at + 2, 'affirmed after') : undefined;
}

const RETURNED =
  /^(?:recurred|returned|relapsed|resurfaced|reappeared|reactivated|flared|back|troubling|bothering|worse|worsened|active)$/;

/** `her old asthma has flared up`, `his gout is back`: what was past is present again. */
export function isBack(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName, isAilment } = text;
  if (!isAilment(at - 1) || ((words[at]?.gap ?? GAP.end) & (SENTENCE_END | GAP.comma)) !== 0)
    return undefined;
  let to = at + 1;
  while (
    to < at + 4 &&
    /^(?:now|again|since|recently|just|been|suddenly|come|also)$/.test(lower(words[to]))
  )
    to += 1;
  const next = lower(words[to]);
  if (next === 'playing' && lower(words[to + 1]) === 'up')
    return completeCue(at, to + 2, 'affirmed after');
  return RETURNED.test(next) && !isName(to) ? completeCue(at, to + 1, 'affirmed after') : undefined;
}

/** `cannot remember when she was last without a cough`: it is always there. */
export function neverWithout({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (
    ![1, 2].some((n) =>
      /^(?:not|cannot|cant|couldnt|never|doesnt|dont|unable|hardly)$/.test(lower(words[at - n])),
    )
  )
    return undefined;
  for (let i = at + 1; i < at + 9; i += 1) {
    const word = words[i];
    if (word === undefined || isName(i) || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (lower(word) === 'without') return cue(at, i + 1, 'stop');
    if (lower(word) === 'free' && /^(?:of|from)$/.test(lower(words[i + 1])))
      return cue(at, i + 2, 'stop');
  }
  return undefined;
}

/** The constructions that turn a statement round, with the words that they begin with. */
export const REVERSALS: readonly (readonly [FindCue, string])[] = [
  [wronglySaid, 'wrongly incorrectly mistakenly erroneously falsely contrary'],
  [wronglyAfter, 'wrongly incorrectly mistakenly erroneously falsely'],
  [butItIs, 'but although though'],
  [hasShownIt, 'shown proven confirmed demonstrated revealed shows confirms'],
  [isBack, 'has have is are'],
  [neverWithout, 'remember recall say'],
];
