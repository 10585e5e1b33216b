import { lower, MONTH_NAMES } from '../clauses/grammar.js';
import { AILMENTS } from '../entity.js';
import type { Span } from '../span.js';
import { GAP, PHRASE_END, SENTENCE_END, type Word } from '../text/words.js';
import { allowedSigns, hasOwnSubject, isPlaced, ofAnotherNoun } from './bare-cues.js';
import { AFTER, type Cue, hasKind } from './cues.js';
import { canFollow, governsBack } from './direction.js';
import { type ActiveCues, type ForwardText, textOf } from './scope.js';
import { isUntilNow } from './scope-starts.js';

const BACKWARD = ['absent', 'possible', 'historical', 'family', 'hypothetical'] as const;
const REACH = 5;
const LONGEST_NAME = 8;
const MAX_LISTED = 12;
/** A cue for something that is over may be further from it, across clauses of the same sentence. */
const FAR = 16;
const ENDED =
  /^(?:none now|nil now|none since|nothing since|gone now|now gone|is gone|was gone|gone by|completely gone|right as rain|all clear|symptom free|self resolved|has not come back|not come back|has not been back|never returned|did not recur|ha not recurred|has not recurred|without relapse|came good|got better|has cleared up|cleared up|thi has stopped|this has stopped|it stopped|it had passed|this had passed|thi had passed|had vanished|has gone|have gone|went home without it|none today|nil today|nil since|none at present|is over|came to an end|finished|stayed away|melted away|let up|fully resolved|entirely settled|now settled|completely resolved|now fully resolved|has now resolved|has resolved|better by|ended)/;
/** What is not excluded is not denied. */
const LEFT_OPEN = /exclu|rul|discount|dismiss|disprov|refut|eliminat|jury/;
const UNCONFIRMED = /(?:confirmed|proven|established|verified|substantiated)$/;
const LINKS = new Set(['and', 'or', 'nor']);
const LISTED = new Set([...LINKS, 'the', 'a', 'any', 'no']);
/** Only the words of a list between two names; a comma only in a list that has an `and`. */
function listed(words: readonly Word[], from: number, to: number, linked: boolean) {
  // `sleep apnoea (OSA) is possible`: the short form is the name again.
  const gap = words[to]?.gap ?? 0;
  if (from === to && (gap & GAP.open) !== 0 && (gap & GAP.close) === 0) return { link: linked };
  // `fever chills and cough were absent`: a list without its commas.
  if (from === to && linked && ((words[to]?.gap ?? 0) & SENTENCE_END) === 0) return { link: true };
  let link = linked;
  for (let i = from; i < to; i += 1) {
    const word = words[i]?.folded ?? '';
    if (!LISTED.has(word)) return undefined;
    if (LINKS.has(word)) link = true;
  }
  return link ? { link } : undefined;
}

/** A separate sign shows that it refers to the name before it. */
const ANY_SIGN = -1;

/** Words by which a later clause refers to an earlier name: `but it cannot be excluded`. */
const REFERS =
  /^(?:it|this|that|which|they|these|but|and|then|however|though|although|has|have|had|after|of|for|he|she|since|both|so|now)$/;

const refersBack = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).every((word) => REFERS.test(lower(word)));

function sameClause(
  { words, limits }: ClauseText,
  from: number,
  to: number,
  allowed: number,
): boolean {
  if (allowed === ANY_SIGN) return true;
  for (let i = from; i <= to; i += 1) {
    const gap = words[i]?.gap ?? 0;
    if ((gap & SENTENCE_END & ~allowed) !== 0) return false;
    if ((limits[i] ?? 0) !== 0 && (gap & allowed) === 0 && !refersBack(words, from, to))
      return false;
  }
  return true;
}

type ClauseText = Pick<ForwardText, 'words' | 'spans' | 'limits' | 'isName'>;

/** `ulcer ruled out, gout confirmed`: what follows has a participle of its own, as what precedes has. */
function hasOwnVerdict(
  words: readonly Word[],
  isName: (at: number) => boolean,
  from: number,
): boolean {
  let to = from;
  while (to < from + LONGEST_NAME && isName(to)) to += 1;
  return /^(?:confirmed|found|diagnosed|proven|established|likely|suspected)$/.test(
    lower(words[to]),
  );
}

/** `denied chest pain`: a verb with its object after it does not govern what precedes it. */
function speaksOnward({ words, isName }: ClauseText, cue: Cue, said: string): boolean {
  if (
    !/^(?:denied|excluded|ruled out|no|nil|possible|suspected|likely|probable|resolved|negative|questionable|considered)$/.test(
      said,
    )
  )
    return false;
  if (isPlaced(cue, said)) return false;
  const next = words[cue.to];
  if (next === undefined || (next.gap & (PHRASE_END | GAP.slash)) !== 0) return false;
  if (isName(cue.to)) return !(isName(cue.from - 1) && hasOwnVerdict(words, isName, cue.to));
  if (said === 'no' && lower(next) === 'any') return false;
  return /^(?:any|having|the|a|an|his|her|my|for)$/.test(lower(next)) && isName(cue.to + 1);
}

/** `not present in June`, `on the film before`: statements about an earlier time. */
const MONTH = new RegExp(`^(?:${MONTH_NAMES})$`);
const EARLIER = /^(?:before|previous|prior|earlier|last|first|initial|old|preceding)$/;

const GOES_OTHERWISE = /^(?:un\w+|worse|on|up|to|from|bad|missed|beyond|into)$/;

const GOES_ON = /^(?:remains?|persists?|continues?|still|is)$/;

/** `never really went away`, `has not resolved`: it is still there. */
function isReversed({ words, spans }: ClauseText, cue: Cue, last: number): boolean {
  // `which was not there yesterday`: it is now.
  if (hasKind(cue, 'absent after')) {
    const next = lower(words[cue.to]);
    if (/^(?:in|on)$/.test(next)) {
      const when = [1, 2, 3].map((n) => lower(words[cue.to + n]));
      return (
        MONTH.test(when[0] ?? '') || (when[0] === 'the' && when.some((one) => EARLIER.test(one)))
      );
    }
    return /^(?:yesterday|before|previously|until|earlier|last)$/.test(next);
  }
  if (!hasKind(cue, 'historical after')) return false;
  // `a headache every morning, gone by noon`.
  const name = spans[last]?.to ?? cue.from;
  const daily = words
    .slice(name, cue.from)
    .some((word) => /^(?:every|each|daily|nightly|most)$/.test(lower(word)));
  if (daily && /gone|better|settled|resolved/.test(lower(words[cue.from]))) return true;
  // `whether it can be cured`.
  if (lower(words[cue.from - 1]) === 'be') return true;
  // `was bad at her last visit and still is`.
  if (/^(?:and|but)$/.test(lower(words[cue.to])) && GOES_ON.test(lower(words[cue.to + 1])))
    return true;
  // `diagnosed in 2004, remains on aspirin`.
  const after = words[cue.to];
  if (
    after !== undefined &&
    (after.gap & GAP.comma) !== 0 &&
    /^(?:remains?|still|continues?|ongoing|persists?)$/.test(lower(after))
  )
    return true;
  // `has gone unnoticed`: it has not gone.
  if (/gone$/.test(lower(words[cue.to - 1])) && GOES_OTHERWISE.test(lower(words[cue.to])))
    return true;
  const from = spans[last]?.to ?? cue.from;
  for (let i = Math.max(from, cue.from - 4); i < cue.from; i += 1) {
    if (
      /^(?:no|without|little|not|never|hasnt|havent|didnt|doesnt|isnt|hadnt|nor|yet|cannot|cant|wont|wouldnt|couldnt)$/.test(
        lower(words[i]),
      )
    )
      return true;
  }
  return false;
}

const SAYS_WHAT_IT_IS = /^(?:be|have|represent|explain|account|cause|reflect|indicate|mean)$/;
const WHO_SEES =
  /^(?:gps?|doctors?|dr|anyone|anybody|us|clinics?|specialists?|consultants?|surgeons?|nurses?|any|her|his|the|a)$/;

/** `gout and is unlikely to cope`, `dizziness, not seen by GP yet`: said of the patient. */
function isOfPerson(
  { words }: ClauseText,
  cue: Cue,
  said: string,
  owned: Span | undefined,
): boolean {
  const [first, second] = [0, 1].map((n) => lower(words[cue.to + n]));
  // `without aspirin his gout would be worse`.
  if (/^would /.test(said) && /^(?:his|her|my)$/.test(lower(words[(owned?.from ?? 0) - 1])))
    return true;
  // `but for the pain she would be at home`.
  if (/^would /.test(said)) return /^(?:i|he|she|we|they)$/.test(lower(words[cue.from - 1]));
  if (/likely$/.test(said)) return first === 'to' && !SAYS_WHAT_IT_IS.test(second ?? '');
  if (!said.endsWith(' seen')) return false;
  if (/^(?:since|for)$/.test(first ?? '')) return said.startsWith('ha');
  return first === 'by' && WHO_SEES.test(second ?? '');
}

/** `atrial fibrillation after surgery, resolved`: the disease did, not the operation. */
function ofAilment({ words, spans }: ClauseText, cue: Cue, said: string, last: number): number {
  const comma = ((words[cue.from]?.gap ?? 0) & GAP.comma) !== 0;
  const type = spans[last]?.type;
  if (!comma || !/resolved|remission|cured|outgrown|recovered|settled/.test(said)) return last;
  return type === 'procedure' || type === 'medication' || type === 'anatomy' ? last - 1 : last;
}

/** `?PE, CTPA negative`: the test denies what was suspected and named right before it. */
function ofSuspicion(
  { spans }: ClauseText,
  read: readonly ActiveCues[],
  said: string,
  last: number,
): number {
  const test = spans[last];
  if (said !== 'negative' || (test?.type !== 'procedure' && test?.type !== 'lab_test')) return last;
  const suspected = read[last - 1]?.has('possible') === true;
  return suspected && spans[last - 1]?.to === test.from ? last - 1 : last;
}

/** `treatment of gout, understands the risks`: they are those of what was done. */
const isOfNoName = (words: readonly Word[], { from }: Cue, said: string): boolean =>
  /^risks?$/.test(said) &&
  /^(?:the|these|those|its|their|all|any)$/.test(lower(words[from - 1])) &&
  !/^(?:is|are|was|were|among|of|as)$/.test(lower(words[from - 2]));

const ofOneThing = (words: readonly Word[], at: number): boolean =>
  lower(words[at]) === 'and' && ((words[at]?.gap ?? 0) & GAP.comma) !== 0;

/** `had ruled out gout, the scan has now shown it`: what the sentence stated of its last ailment is reversed. */
function turnRound(
  { words, spans }: ClauseText,
  read: readonly ActiveCues[],
  cue: Cue,
  last: number,
): void {
  for (let n = last; n >= 0 && n > last - REACH; n -= 1) {
    const span = spans[n];
    if (span === undefined) return;
    for (let at = span.to; at < cue.from; at += 1) {
      if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return;
    }
    if (!AILMENTS.has(span.type)) continue;
    const known = read[n];
    const wrongly = cue.to === cue.from + 1;
    if (known === undefined || known.has('family')) return;
    const denied = known.has('absent');
    known.clear();
    known.set(wrongly && !denied ? 'absent' : 'affirmed', { cue, text: textOf(words, cue) });
    return;
  }
}

/** Returns the directions in which a cue governs what precedes it. */
const directionsAfter = (cue: Cue): readonly (typeof BACKWARD)[number][] =>
  BACKWARD.filter((direction) => governsBack(cue, direction));

/** Cues after names: each refers to the name right before it and to those listed with it. */
export function readBackward(
  text: ClauseText,
  cues: readonly Cue[],
  read: readonly ActiveCues[],
): void {
  const { words, spans } = text;
  let last = -1;
  for (const cue of cues) {
    while ((spans[last + 1]?.to ?? Infinity) <= cue.from) last += 1;
    if ((cue.kinds & AFTER) === 0 || hasKind(cue, 'pseudo')) continue;
    if (hasKind(cue, 'affirmed after')) {
      turnRound(text, read, cue, last);
      continue;
    }
    const directions = directionsAfter(cue);
    const said = textOf(words, cue);
    const complete = cue.complete === true;
    if (!complete && speaksOnward(text, cue, said)) continue;
    // `is no longer complaining of`.
    if (said.endsWith('no longer') && /ing$/.test(lower(words[cue.to]))) continue;
    if (isOfNoName(words, cue, said)) continue;
    if (isReversed(text, cue, last) || isOfPerson(text, cue, said, spans[last])) continue;
    if (said.endsWith('past') && isUntilNow(words, cue)) continue;
    const allowed = complete ? ANY_SIGN : allowedSigns(text, cue, said);
    if (allowed === undefined) continue;
    let linked = false;
    const first = ofSuspicion(text, read, said, ofAilment(text, cue, said, last));
    for (let n = first, edge = cue.from; n >= 0 && n > last - MAX_LISTED; n -= 1) {
      const span = spans[n];
      if (span === undefined) break;
      // A name inside another is spoken of with it.
      const inside = n !== first && span.to > edge;
      const chain: { readonly link: boolean } | undefined =
        n === first || inside ? { link: linked } : listed(words, span.to, edge, linked);
      // `given to prevent gout, and sepsis was ruled out`: of one thing.
      if (n !== first && /^(?:is|was|has) /.test(said) && ofOneThing(words, span.to)) break;
      if (chain === undefined) break;
      if (n === first && ofAnotherNoun(words, span, cue)) break;
      if (n === first && !complete && hasOwnSubject(text, span.to, cue, said)) break;
      // `has gout rash and fever are absent`: a clause begins between them.
      if (n !== first && span.to === edge && (text.limits[edge] ?? 0) !== 0) break;
      const ended = n === first && ENDED.test(said);
      if (n === last && edge - span.to > (ended ? FAR : REACH)) break;
      if (!ended && !sameClause(text, span.to, edge, n === first ? allowed : 0)) break;
      linked = chain.link;
      for (const direction of directions) {
        const known = read[n];
        if (known === undefined || known.has(direction)) continue;
        // `a suspicion of PE, not yet confirmed`.
        if (direction === 'absent' && known.has('possible') && UNCONFIRMED.test(said)) continue;
        // `no definite effusion, but it cannot be excluded`.
        if (direction === 'possible' && LEFT_OPEN.test(said)) known.delete('absent');
        if (canFollow(direction, said, span.type)) known.set(direction, { cue, text: said });
      }
      edge = Math.min(edge, span.from);
    }
  }
}
