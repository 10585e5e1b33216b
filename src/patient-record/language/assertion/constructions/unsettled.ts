import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { saidFrom } from './hedges.js';
import { isSpokenOf } from './risks.js';
import { type ConstructionText, completeCue, cue, type FindCue } from './text.js';

const UNDECIDED =
  /^(?:50|split|torn|toss|tossup|up|undecided|unsure|uncertain|choice|deciding|decide|choosing|flip|hesitating|hovering|wavering|vacillating|debating|dilemma|differentiate|differentiating|distinguish|distinguishing|discriminate|lies|rests|differential|call)$/;

/** `50:50 between gout and sepsis`, `torn between`. */
export function between({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (![1, 2].some((n) => UNDECIDED.test(lower(words[at - n])))) return undefined;
  return [1, 2].some((n) => isName(at + n)) ? cue(at, at + 1, 'possible before') : undefined;
}

const UNWISE =
  /^(?:rash|unwise|foolish|premature|wrong|dangerous|risky|brave|silly|reckless|careless|remiss|hasty|unsafe|mistake|error|early|soon|loath|reluctant|hesitant)$/;
const DISMISSES =
  /^to (?:just |simply |completely |entirely |fully )?(?:dismiss|ignore|exclude|discount|forget|overlook|disregard|discard|rule out|write off|reject)(?= |$)/;

/** `it would be unwise to dismiss gout`. */
export function unwiseToDismiss(text: ConstructionText, at: number): Cue | undefined {
  if (!UNWISE.test(lower(text.words[at - 1]))) return undefined;
  const said = DISMISSES.exec(saidFrom(text, at))?.[0];
  if (said === undefined) return undefined;
  const to = at + said.split(' ').length;
  // `wrong to ignore her headache`: she has it.
  return /^(?:her|his|their|your|my|these|those)$/.test(lower(text.words[to]))
    ? undefined
    : cue(at, to, 'possible before');
}

const FAILS =
  /^(?:not|cannot|cant|couldnt|never|unable|yet|hard|difficult|impossible|failed|nt|t)$/;

/** `we have not managed to rule gout out`. */
export function ruleOut({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!isName(at + 1)) return undefined;
  let to = at + 1;
  while (to < at + 8 && isName(to)) to += 1;
  if (lower(words[to]) !== 'out') return undefined;
  const fails = words.slice(Math.max(0, at - 5), at).some((word) => FAILS.test(lower(word)));
  return fails ? cue(at, at + 1, 'possible before') : undefined;
}

/** `needs gout ruling out`: said of the name between. */
export function needsExcluding({ words, isName }: ConstructionText, at: number): Cue | undefined {
  let from = at - 1;
  while (from > at - 8 && isName(from)) from -= 1;
  if (from === at - 1 || !/^(?:needs?|needing|wants?)$/.test(lower(words[from]))) return undefined;
  return completeCue(at, at + 1, 'possible after');
}

const NOT_EXCLUDED =
  /^(?:(?:not|never)(?: yet)?(?: [a-z]+ly)? (?:excluded|ruled out|eliminated|discounted|dismissed|out of the question|off the table)|(?:difficult|hard|impossible|not possible|unable|not able) to (?:[a-z]+ly )?(?:exclude|rule out|discount|dismiss))(?= |$)/;
const PLACES =
  /^(?:still |very much |much |high |also |very )*(?:in|on|among|amongst|within)(?: (?:the|my|our|his|her|a|list of|differential|main|other))* (?:differential|differentials|possibilities|running|frame|contention|mix|radar|cards|shortlist|considerations|contenders)(?= |$)/;

/** `gout difficult to exclude`, `gout among the possibilities`: said of the name right before, without a verb. */
export function openAfterName(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName, isAilment } = text;
  if (!isName(at - 1) || ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
  const said = saidFrom(text, at);
  const found = (NOT_EXCLUDED.exec(said) ?? PLACES.exec(said))?.[0];
  if (found === undefined) return undefined;
  const to = at + found.split(' ').length;
  if (lower(words[to]) === 'for') return undefined;
  const closed = ((words[to]?.gap ?? SENTENCE_END) & (SENTENCE_END | GAP.comma)) !== 0;
  // `cough, hard to exclude a pneumonia`: it refers to what follows.
  const article = /^(?:a|an|any|some|the)$/.test(lower(words[to]));
  const onward = !closed && (isName(to) || (article && isAilment(to + 1)));
  return onward ? undefined : completeCue(at, to, 'possible after');
}

const HOW_GREAT =
  /^(?:a|fair|good|small|high|slim|decent|reasonable|strong|outside|remote|low|some|real|even|percent|cent|every|moderate|considerable)$/;
const OF_LATER =
  /^(?:over|within|next|if|lifetime|years?|surgery|operation|procedure|future|during|without|getting|developing|having|recurrence|relapse|anaesthetic|treatment|later|after)$/;
const QUOTED = /^(?:mentioned|states?|stated|form|quoted|told|in)$/;
const VALUED = /^(?:put|estimated|judged|rated|is|about|around|felt|at|roughly)$/;

/** `a fair chance of gout`, `chance of gout put at 30 %`: how likely it is that it is there now. */
export function chanceOf(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName } = text;
  if (lower(words[at + 1]) !== 'of') return undefined;
  const before = words[at - 1];
  if (/^(?:no|little|zero)$/.test(lower(before)) || isSpokenOf(text, at)) return undefined;
  // `consent form states a 1 in 1000 chance of`.
  if (words.slice(Math.max(0, at - 5), at).some((word) => QUOTED.test(lower(word))))
    return undefined;
  for (let i = at + 2; i < at + 16; i += 1) {
    const word = words[i];
    if (word === undefined || (i > at + 2 && (word.gap & SENTENCE_END) !== 0)) break;
    if (OF_LATER.test(word.plain)) return undefined;
  }
  let to = at + 2;
  while (to < at + 10 && isName(to)) to += 1;
  const great = HOW_GREAT.test(lower(before)) || before?.number === true;
  return great || (to > at + 2 && VALUED.test(lower(words[to])))
    ? cue(at, at + 2, 'possible before')
    : undefined;
}

const WHILE_UNSURE =
  /^(?:with|until|till|pending|while|whilst|for|empirically|just|blindly|anyway)$/;

/** `covering sepsis with ceftriaxone until the cultures are back`: treated without being known. */
export function covers(
  { words, isName, isAilment }: ConstructionText,
  at: number,
): Cue | undefined {
  if (!isAilment(at + 1)) return undefined;
  let to = at + 1;
  while (to < at + 8 && isName(to)) to += 1;
  return WHILE_UNSURE.test(lower(words[to])) ? cue(at, at + 1, 'possible before') : undefined;
}

const AWAITED =
  /^(?:watch|watching|monitor|monitored|observe|observed|prepare|prepared|ready|return|call|screen|plan|consent)$/;

/** `seen for possible gout`: of an ailment, not of a test that may be done. */
export function forPossible({ words, isAilment }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:possible|probable|likely|potential)$/.test(lower(words[at + 1]))) return undefined;
  if (AWAITED.test(lower(words[at - 1]))) return undefined;
  return isAilment(at + 2) || isAilment(at + 3) ? cue(at, at + 2, 'possible before') : undefined;
}

/** `red flag for gout`: one sign of it was seen; `red flags for` are explained. */
export function redFlag({ words }: ConstructionText, at: number): Cue | undefined {
  const one = lower(words[at + 1]) === 'flag' && /^(?:for|of)$/.test(lower(words[at + 2]));
  return one ? cue(at, at + 3, 'possible before') : undefined;
}

/** The constructions of open questions, with the words that they begin with. */
export const UNSETTLED: readonly (readonly [FindCue, string])[] = [
  [between, 'between'],
  [unwiseToDismiss, 'to'],
  [ruleOut, 'rule ruled ruling'],
  [needsExcluding, 'ruling excluding'],
  [
    openAfterName,
    'not never difficult hard impossible unable still very much high also in on among amongst within',
  ],
  [chanceOf, 'chance probability likelihood'],
  [covers, 'cover covers covered covering'],
  [forPossible, 'for'],
  [redFlag, 'red'],
];
