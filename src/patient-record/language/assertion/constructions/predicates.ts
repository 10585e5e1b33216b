import { LIMIT } from '../../clauses/clause-text.js';
import { lower } from '../../clauses/grammar.js';
import { GAP, PHRASE_END, SENTENCE_END } from '../../text/words.js';
import { OF_PAPER } from '../bare-cues.js';
import type { Cue } from '../cues.js';
import { SEEN } from '../interpret-cues.js';
import { type ConstructionText, completeCue, cue } from './text.js';

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs that only carry what a predicate says. */
const AUXILIARIES = set(
  'is are was were has have had be been being having can could does do did gets got',
);
/** Verbs that report a predicate: `was felt to be absent`. */
const REPORTING = set(
  'considered felt thought believed deemed judged said found reported noted shown stated recorded known proved proven turned came come remained remains remain appears appeared seems seemed documented marked entered listed described',
);
const BETWEEN = set(
  'both all now also thus therefore then again ever finally since yet as back still first quite very most highly too either',
);
const NEGATIONS = set(
  'not never cannot cant couldnt isnt arent wasnt werent hasnt havent hadnt doesnt dont didnt',
);
/** They say by themselves that something is not there. */
const EXCLUDING = set(
  'absent negative neg excluded denied refuted disproved disproven discounted dismissed discarded rejected lacking unfounded groundless missing nil nonexistent undetectable erroneous false wrong incorrect mistaken untrue',
);
/** Complete verbs under `does not`: without consequence. */
const OCCUR =
  /^(?:occur|develop|appear|arise|happen|materiali[sz]e|ensue|supervene|feature|exist|follow|emerge|apply|show|figure)$/;
const PROVES = /^(?:confirmed|proven|proved|established|verified|substantiated)$/;
/** What was considered or looked for, before the sentence states the result. */
const IN_MIND = set(
  'considered looked sought suspected queried questioned raised entertained searched tested checked screened asked thought mentioned investigated enquired inquired proposed suggested',
);
const AFTER_IN_MIND = set('of for about as likely possible possibility at into');
const LINKS = set('and but then only though although it this to has was');
/** What something is not: `is not a problem`, `was never a feature of it`. */
const COMPLEMENTS =
  /^(?:problem|feature|issue|concern|complaint|symptom|component|consideration|possibility|part|factor|something|anything|among|diagnosis|answer|likely|culprit)$/;
const BEFORE_COMPLEMENT =
  /^(?:a|an|the|any|one|his|her|my|their|much|of|significant|real|big|major|prominent|particular|active|current)$/;
/** After these a statement continues without an object. */
const GOES_ON = set(
  'as on in at by during after since until throughout today now here there and or but so either too despite overnight this from tonight currently again within when while if per he she they i we',
);
/** `not previously noted` is new, `not usually seen` states nothing about this one. */
const OF_OTHER_TIMES = set(
  'previously formerly hitherto usually normally generally always commonly typically',
);
/** `the cause of the pain has not been found`: the pain was. */
const OTHER_HEAD = set(
  'cause causes source reason explanation trigger origin site nature extent severity mechanism basis aetiology etiology onset location type degree',
);
/** Before a name: nothing is excluded yet. */
const NOT_YET = /^(?:until|unless|if|whether|once|provided|till|before|should)$/;
/** `so that pain does not occur`: it is wished. */
const WISHED = /^(?:so|provided|providing|order|ensure|ensuring|hope|hoping|assuming)$/;
const MAX_WORDS = 12;
const SUBJECT_WITHIN = 6;

const MISTAKE = /^(?:error|mistake|misprint|misnomer|misdiagnosis)$/;

/** `was not recognised at first`: later it was. */
const IN_TIME =
  /^(?:at first|at the (?:outset|start|beginning)|initially|until|till|sooner|in time|straight away|right away)(?: |$)/;

/** Whether no object of a verb begins at a word. */
export function isPhraseEnd({ words, limits, isName }: ConstructionText, at: number): boolean {
  const word = words[at];
  if (word === undefined || (word.gap & PHRASE_END) !== 0) return true;
  return (limits[at] ?? 0) !== 0 || (!isName(at) && GOES_ON.has(lower(word)));
}

/** Where the last name before a word ends, in the same sentence and near. */
function nameBefore({ words, limits, isName }: ConstructionText, at: number): number | undefined {
  for (let i = at - 1; i >= 0 && i >= at - SUBJECT_WITHIN; i -= 1) {
    const limit = limits[i + 1] ?? LIMIT.none;
    if (limit !== LIMIT.none && (limit & LIMIT.sameSubject) === 0) return undefined;
    if (((words[i + 1]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    if (isName(i)) return i + 1;
  }
  return undefined;
}

/** Returns the position before the name, or the list of names, that ends at a word. */
function beforeName({ words, isName }: ConstructionText, end: number): number {
  let at = end - 1;
  while (
    at > 0 &&
    at > end - MAX_WORDS &&
    (isName(at) || /^(?:and|or|the|a|an)$/.test(lower(words[at])))
  )
    at -= 1;
  return at;
}

/** How many words a predicate of exclusion takes that begins at a word; 0 where none does. */
function excludingAt({ words }: ConstructionText, at: number): number {
  const word = lower(words[at]);
  const next = lower(words[at + 1]);
  if (word === 'ruled') return next === 'out' ? 2 : 0;
  if (word === 'none')
    return /^(?:seen|found|noted|reported|identified|present|evident|detected)$/.test(next) ? 2 : 1;
  if (word === 'out') return next === 'of' && lower(words[at + 3]) === 'question' ? 4 : 0;
  // `missing from the problem list`: it was not written down.
  if (word === 'missing' && next === 'from') return 0;
  if (word === 'nowhere') return 1;
  if (word === 'in') return next === 'error' ? 2 : 0;
  return EXCLUDING.has(word) ? 1 : 0;
}

/**
 * What a predicate says of the names before it: `has now been ruled out`, `was considered and
 * discounted`, `is not demonstrated`, `has never been a feature`, `did not occur`. Bounded.
 */
export function predicateAfter(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  const first = lower(words[at]);
  const plain = excludingAt(text, at) > 0;
  if (!plain && !AUXILIARIES.has(first) && !NEGATIONS.has(first)) return undefined;
  const from = nameBefore(text, at);
  if (from === undefined) return undefined;
  // `requested for gout, result not seen`.
  for (let i = from; i < at; i += 1) if (OF_PAPER.test(lower(words[i]))) return undefined;
  // `normal, negative`: a predicate without a verb belongs to the name next to it.
  if (plain && (from !== at || ((words[at]?.gap ?? 0) & GAP.comma) !== 0)) return undefined;
  // `nil by mouth`: bare words deny only where the sentence ends.
  const bare = /^(?:nil|none)$/.test(first) && excludingAt(text, at) === 1;
  if (bare && ((words[at + 1]?.gap ?? GAP.end) & SENTENCE_END) === 0) return undefined;
  // `cannot be excluded`: a predicate begins with its first word.
  if (from !== at && (isCarrier(lower(words[at - 1])) || lower(words[at - 1]) === 'to'))
    return undefined;
  const governor = beforeName(text, from);
  const own = /^(?:his|her|my|this)$/.test(lower(words[governor])) ? governor - 1 : governor;
  const [before, earlier] = [lower(words[own]), lower(words[own - 1])];
  if (before === 'that' && WISHED.test(earlier)) return undefined;
  const end = endOfPredicate(text, at);
  if (end === undefined) return undefined;
  const { to, negated } = end;
  if (/^(?:of|for|behind)$/.test(before) && OTHER_HEAD.has(earlier)) return cue(at, to, 'pseudo');
  if (NOT_YET.test(before)) return negated ? undefined : completeCue(at, to, 'possible after');
  // `not confirmed or refuted`.
  if (/^n?or$/.test(lower(words[to])) && excludingAt(text, to + 1) > 0) {
    return negated
      ? completeCue(at, to + 1 + excludingAt(text, to + 1), 'possible after')
      : undefined;
  }
  if (negated && IN_TIME.test([0, 1, 2].map((n) => lower(words[to + n])).join(' ')))
    return cue(at, to, 'pseudo');
  const since = lower(words[to]) === 'since' && isPhraseEnd(text, to + 1);
  return completeCue(at, to, since ? 'historical after' : 'absent after');
}

/** Words that only lead to what a predicate says. */
const isCarrier = (word: string): boolean =>
  AUXILIARIES.has(word) ||
  BETWEEN.has(word) ||
  REPORTING.has(word) ||
  NEGATIONS.has(word) ||
  /..ly$/.test(word);

interface PredicateEnd {
  readonly to: number;
  readonly negated: boolean;
}

function endOfPredicate(text: ConstructionText, at: number): PredicateEnd | undefined {
  const { words, isName } = text;
  let negated = false;
  let inMind = false;
  for (let i = at; i < at + MAX_WORDS; i += 1) {
    const word = lower(words[i]);
    const gap = words[i]?.gap ?? GAP.end;
    if (isName(i) || (i > at && (gap & (SENTENCE_END | GAP.open | GAP.close)) !== 0))
      return undefined;
    if (i > at && (gap & GAP.comma) !== 0 && !inMind) return undefined;
    // `gout on the list is an error`.
    if (!negated && /^an?$/.test(word) && MISTAKE.test(lower(words[i + 1])))
      return isPhraseEnd(text, i + 2) ? { to: i + 2, negated } : undefined;
    const excluding = excludingAt(text, i);
    if (excluding > 0) {
      const ends = !negated && isPhraseEnd(text, i + excluding);
      const lacksIn = word === 'lacking' && lower(words[i + 1]) === 'in';
      return ends && !lacksIn ? { to: i + excluding, negated } : undefined;
    }
    if (OF_OTHER_TIMES.has(word)) return undefined;
    if (NEGATIONS.has(word)) {
      negated = true;
      continue;
    }
    // `never confirmed` leaves it open.
    if (PROVES.test(word) && lower(words[i - 1]) === 'never') return undefined;
    if (negated) {
      const to = endOfNegated(text, i);
      if (to !== undefined) return { to, negated };
    }
    if (IN_MIND.has(word) && !negated) {
      inMind = true;
      while (AFTER_IN_MIND.has(lower(words[i + 1]))) i += 1;
      continue;
    }
    if (inMind && LINKS.has(word)) continue;
    if (
      word === 'to' &&
      /^(?:be|have)$/.test(lower(words[i + 1])) &&
      REPORTING.has(lower(words[i - 1]))
    ) {
      if (/^remain/.test(lower(words[i - 1]))) return undefined;
      continue;
    }
    if (!isCarrier(word)) return undefined;
  }
  return undefined;
}

/** `not ... seen`, `not ... a problem`, `not ... occur`: where a denied predicate ends. */
function endOfNegated(text: ConstructionText, at: number): number | undefined {
  const { words } = text;
  const word = lower(words[at]);
  if (SEEN.test(word) || OCCUR.test(word)) {
    if (isPhraseEnd(text, at + 1)) return at + 1;
  }
  let end = at;
  while (end < at + 3 && BEFORE_COMPLEMENT.test(lower(words[end]))) end += 1;
  if (!COMPLEMENTS.test(lower(words[end]))) return undefined;
  const next = lower(words[end + 1]);
  if (/^(?:something|anything)$/.test(lower(words[end]))) {
    return /^(?:he|she|they|i|we|that|the|of)$/.test(next) ? end + 2 : undefined;
  }
  if (next === 'of' || next === 'for') return end + 2;
  return isPhraseEnd(text, end + 1) ? end + 1 : undefined;
}

/** `is denied, as is fever`: the same holds for what follows. */
export function asIs({ words }: ConstructionText, at: number): Cue | undefined {
  if (
    lower(words[at]) !== 'as' ||
    !/^(?:is|are|was|were|has|have|did|does)$/.test(lower(words[at + 1]))
  )
    return undefined;
  return EXCLUDING.has(lower(words[at - 1])) || lower(words[at - 1]) === 'out'
    ? cue(at, at + 2, 'absent before')
    : undefined;
}
