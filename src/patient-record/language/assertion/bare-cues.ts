import { LIMIT } from '../clauses/clause-text.js';
import { ADVERBS, AUXILIARIES, lower, PREPOSITIONS } from '../clauses/grammar.js';
import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { type Cue, hasKind } from './cues.js';
import type { ForwardText } from './scope.js';

type ClauseText = Pick<ForwardText, 'words' | 'limits'>;

/** Bare words refer to what precedes them only where a sign shows it: `fever: no.` */
const BARE = new Set(
  'no none nil negative absent never worse history hx prior previously return persist occur possible probably perhaps maybe'.split(
    ' ',
  ),
);

/** What follows an answer: no noun that a `no` denies begins so. */
const AFTER_ANSWER =
  /^(?:any|have|do|does|and|what|how|not|nothing|none|never|the|his|her|he|she|it|they|we|there|a|an|my|this)$/;
/** `no she hasn't` answers something else. */
export const NEGATED_AUXILIARY =
  /^(?:not|dont|doesnt|didnt|havent|hasnt|hadnt|isnt|wasnt|arent|wont|cant|cannot|never)$/;

/** Whether a bare denial has been found to govern only what precedes it. */
export const isPlaced = (cue: Cue, text: string): boolean =>
  /^(?:no|nil|negative|absent|never|n)$/.test(text) &&
  hasKind(cue, 'absent after') &&
  !hasKind(cue, 'absent before');

/** Signs allowed between a name and the cue; undefined where it must not count. */
export function allowedSigns(
  { words, limits }: ClauseText,
  cue: Cue,
  text: string,
): number | undefined {
  if (cue.from === cue.to) return GAP.question | GAP.dash | GAP.open | GAP.close;
  const signs = GAP.colon | GAP.open | GAP.question;
  if (!BARE.has(text)) return GAP.colon | GAP.open;
  // An answer that its construction has already placed.
  if (isPlaced(cue, text)) return signs;
  const next = words[cue.to];
  const ends =
    next === undefined ||
    (next.gap & (SENTENCE_END | GAP.comma | GAP.close)) !== 0 ||
    (/^(?:none|absent|negative)$/.test(text) && (limits[cue.to] ?? 0) === LIMIT.sure);
  // `no she hasn't` answers something else.
  const again = [1, 2].some((n) => NEGATED_AUXILIARY.test(lower(words[cue.to + n])));
  return ends || (AFTER_ANSWER.test(lower(next)) && !again) ? signs : undefined;
}

/** Words that continue a predicate, and begin no subject of their own. */
const GOES_ON =
  /(?:ly|ed|ing)$|^(?:which|that|who|and|or|nor|but|however|it|this|these|they|he|she|i|you|we|both|all|answers?|patient|pt|reply)$/;

/** `requested for gout, result not seen`: papers and not what they are about. */
export const OF_PAPER = /^(?:results?|reports?|letters?|notes|images?|records?|details|paperwork)$/;
const OF_THE_REST = /^(?:review|systems?|ros|rest|remainder|history|examination|exam)$/;

/** `cough drug history nil`, `pain review of systems is negative`: the cue has a subject of its own. */
export function hasOwnSubject(
  { words }: ClauseText,
  from: number,
  cue: Cue,
  said: string,
): boolean {
  if (cue.from > from && OF_PAPER.test(lower(words[cue.from - 1]))) return true;
  if (cue.from <= from || !(BARE.has(said) || /^(?:is|was|are|were) /.test(said))) return false;
  const between = words.slice(from, cue.from).map(lower);
  if (BARE.has(said) && between.includes('any')) return true;
  // `PE, CTPA negative`: the result of a test applies to its indication.
  if (said === 'negative') return between.some((word) => OF_THE_REST.test(word));
  while (AUXILIARIES.has(between.at(-1) ?? '')) between.pop();
  const noun = (word: string | undefined): boolean =>
    word !== undefined &&
    !PREPOSITIONS.has(word) &&
    !AUXILIARIES.has(word) &&
    !ADVERBS.has(word) &&
    !GOES_ON.test(word);
  return noun(between[0]) && noun(between.at(-1));
}

/** Nouns for an aspect of a disease, which a doubt or a denial can be about instead of the disease. */
const ASPECT =
  /^(?:cause|causes|source|reason|origin|aetiology|etiology|nature|extent|significance|type|severity|trigger|triggers|explanation|duration|onset|timing|prognosis|mechanism|stage|grade)$/;

/** `the cause of the pain has not been found`, `pain, the cause of which is uncertain`. */
export function ofAnotherNoun(words: readonly Word[], { from, to }: Span, cue: Cue): boolean {
  for (let at = to; at < cue.from; at += 1) if (ASPECT.test(lower(words[at]))) return true;
  let at = from - 1;
  while (
    at > from - 4 &&
    /^(?:the|his|her|this|my|their|recurrent|severe|acute)$/.test(lower(words[at]))
  )
    at -= 1;
  return /^(?:of|for|behind)$/.test(lower(words[at])) && ASPECT.test(lower(words[at - 1]));
}
