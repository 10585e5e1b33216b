import { type ClauseLimits, LIMIT } from '../clauses/clause-text.js';
import { lower } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { AFTER, BEFORE, type Cue, hasKind, kindBits, ofBothSides, withKinds } from './cues.js';

/** A text as cues are understood in it. */
export interface CueText {
  readonly words: readonly Word[];
  readonly limits: ClauseLimits;
  isName(at: number): boolean;
  /** Whether a word is of a symptom, finding or condition. */
  isAilment(at: number): boolean;
}

const POSSIBLE_BEFORE = kindBits('possible before');
const POSSIBLE = kindBits('possible before', 'possible after');
const PSEUDO = kindBits('pseudo');
const HISTORICAL_BEFORE = kindBits('historical before');

/** The kinds of a cue for each side. */
const EITHER_SIDE = kindBits(
  'absent before',
  'possible before',
  'historical before',
  'hypothetical before',
);

/** `is probably due to`, `thought to be caused by`: the guess is about the cause of what precedes it. */
const OF_A_CAUSE =
  /^(?:due to|down to|caused by|related to|secondary to|because of|attributable to|the result|a result|a consequence|the consequence|a complication|a (?:side|late) effect|part of|from|iatrogenic|triggered by|brought on|explained by|precipitated by)(?: |$)/;
/** What kind of illness it is, which is all that `cough, likely viral` doubts. */
const KIND_OF_ILLNESS =
  /^(?:viral|postviral|bacterial|fungal|infective|infectious|noninfective|musculoskeletal|muscular|mechanical|functional|allergic|inflammatory|cardiac|noncardiac|pulmonary|pleuritic|neurogenic|neuropathic|idiopathic|benign|reactive|vasovagal|orthostatic|postural|psychogenic|psychosomatic|dietary|hormonal|multifactorial|traumatic|stress|iatrogenic|chronic|acute|longstanding)$/;

/** `possibly a bit less`, `seems comfortable`: the guess is how it, or the patient, is. */
const HOW_IT_IS =
  /^(?:(?:just |also |even |still )?(?:(?:a (?:bit|little|touch|lot)|slightly|somewhat|marginally) (?:less|better|worse|more|improved|easier)|better|worse|improved|improving|settling|settled|easing|(?:side|adverse) effects?|comfortable|well|stable|unchanged|brighter|less (?!likely|probable)|the same))(?: |$)/;

function guessesDegree({ words, isName }: CueText, { to }: Cue): boolean {
  const next = words[to];
  if (next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0 || isName(to))
    return false;
  return HOW_IT_IS.test(
    `${[0, 1, 2].map((n) => (isName(to + n) ? '' : lower(words[to + n]))).join(' ')} `,
  );
}

function guessesCause({ words, isName }: CueText, { to }: Cue): boolean {
  const next = words[to];
  if (next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0) return false;
  if (isName(to)) return false;
  if (OF_A_CAUSE.test([0, 1, 2].map((n) => lower(words[to + n])).join(' '))) return true;
  const after = words[to + 1];
  const ends = after === undefined || (after.gap & (SENTENCE_END | GAP.comma | GAP.close)) !== 0;
  return ends && KIND_OF_ILLNESS.test(lower(next));
}

/** Removes one side of a cue that can govern both what precedes and what follows it. */
const drop = (cue: Cue, side: number): Cue => withKinds(cue, cue.kinds & ~side);

/** Adjectives and adverbs that precede their noun: `gout, less likely sepsis`. */
const ATTRIBUTES =
  /^(?:(?:more|less|most|highly|very)$|likely|probabl|possibl|perhaps|maybe|suspected|presum|doubtful|questionable|previous|prior)/;
/** Cues that refer to the name right before them, and show that the cue before that name does too. */
const POSTPOSED =
  /^(?:likely|possible|probable|excluded|unlikely|confirmed|suspected|resolved|ruled|ongoing|present|absent|persists?)$/;
/** `uncertain whether it is`, `questionable for`: what follows is what is doubted. */
const ASKS_ON = /^(?:whether|if|about|for|as|regarding|that|how|why|what)$/;
/** `the most likely explanation`: nouns for what was named before. */
const EXPLANATION =
  /^(?:explanation|cause|diagnosis|culprit|candidate|contender|possibility|scenario|source|aetiology|etiology|reason)s?$/;
const LONGEST_NAME = 8;

/** Whether the name that begins at a word is followed by a predicate of its own. */
function spokenOfAfter({ words, isName }: CueText, from: number): boolean {
  let at = from;
  while (at < from + LONGEST_NAME && isName(at)) at += 1;
  const next = words[at];
  return next !== undefined && (next.gap & SENTENCE_END) === 0 && POSTPOSED.test(lower(next));
}

/** `is equivocal for`, `uncertain whether`: a doubt that continues after its adjective. */
function asksOn({ words }: CueText, { to }: Cue): boolean {
  const next = words[to];
  if (next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0) return false;
  return (
    ASKS_ON.test(lower(next)) &&
    /^(?:uncertain|unclear|unsure|doubtful|questionable|query|equivocal|suspicious|unconvincing|borderline|inconclusive|indeterminate|suspected)$/.test(
      lower(words[to - 1]),
    )
  );
}

/**
 * Which names a cue for both sides refers to: `pneumonia excluded, asthma likely` of those before, `pneumonia,
 * less likely asthma` of those after.
 */
export function sideOf(text: CueText, cue: Cue): Cue | undefined {
  const { words, limits, isName, isAilment } = text;
  const next = words[cue.to];
  const word = lower(words[cue.from]);
  if (hasKind(cue, 'possible after') && asksOn(text, cue)) {
    return withKinds(cue, POSSIBLE_BEFORE);
  }
  if ((cue.kinds & POSSIBLE) !== 0 && guessesDegree(text, cue)) return withKinds(cue, PSEUDO);
  const both = ofBothSides(cue.kinds) & EITHER_SIDE;
  // `cardiac cause ruled out, the pain continues`.
  if (
    both !== 0 &&
    /^(?:cause|source|reason|origin|explanation)s?$/.test(lower(words[cue.from - 1]))
  )
    return drop(cue, BEFORE);
  if (hasKind(cue, 'possible after') && guessesCause(text, cue)) {
    return withKinds(cue, POSSIBLE_BEFORE);
  }
  if (both === 0) return undefined;
  if (/^(?:likely|probably|possibly)$/.test(word) && lower(next) === 'after') {
    return drop(cue, AFTER);
  }
  if (
    (both & POSSIBLE_BEFORE) !== 0 &&
    EXPLANATION.test(lower(next)) &&
    !/^(?:is|was|being|of|for|remains)$/.test(lower(words[cue.to + 1]))
  ) {
    return drop(cue, BEFORE);
  }
  const gap = words[cue.from]?.gap ?? SENTENCE_END;
  const fresh = (gap & (SENTENCE_END | GAP.comma | GAP.colon)) !== 0;
  const beside =
    isName(cue.to) && next !== undefined && (next.gap & (SENTENCE_END | GAP.comma)) === 0;
  if (fresh && isName(cue.to) && (beside || ((next?.gap ?? 0) & GAP.colon) !== 0))
    return drop(cue, AFTER);
  if (!isName(cue.from - 1) && !/^(?:nil|none|negative)$/.test(word)) return undefined;
  if (beside && ATTRIBUTES.test(word) && !spokenOfAfter(text, cue.to)) return drop(cue, AFTER);
  const resolves = /^(?:excluded|resolved|ruled|suspected)$/.test(word) && isAilment(cue.from - 1);
  if (resolves && isName(cue.to)) return drop(cue, BEFORE);
  const limit = limits[cue.to] ?? 0;
  // `in the past he has had`: a time can open what follows.
  const begins =
    (both & HISTORICAL_BEFORE) !== 0
      ? (limit & LIMIT.sameSubject) !== 0
      : (limit & LIMIT.sure) !== 0 && !/^(?:no|nil)$/.test(word);
  const ends =
    next === undefined || (next.gap & (SENTENCE_END | GAP.comma | GAP.close)) !== 0 || begins;
  if (!ends || (gap & (SENTENCE_END | GAP.comma)) !== 0) return undefined;
  return drop(cue, BEFORE);
}
