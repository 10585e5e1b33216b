import type { Span } from '../span.js';
import { anyMay, CLASS, may } from '../text/word-classes.js';
import { type Form, GAP, SENTENCE_END, type Word } from '../text/words.js';
import {
  type ClauseLimits,
  type Clauses,
  endsBefore,
  isDeterminer,
  LIMIT,
  nameAt,
  STATABLE,
  type Statement,
} from './clause-text.js';
import { type Time, withTime } from './fronted-times.js';
import {
  ADVERBS,
  AUXILIARIES,
  COMMON_VERBS,
  COORDINATORS,
  DEMONSTRATIVES,
  lower,
  NOMINATIVES,
  PERSON_PAST,
  PERSON_VERBS,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  PRONOUNS,
  RELATIVE_PRONOUNS,
  RESULT_SUBJECTS,
  RESULT_VERBS,
} from './grammar.js';
import { joined } from './join-statement.js';
import { pastTimeAt } from './past-times.js';
import { LONGEST_SUBJECT, listStart, subjectOf, withDeterminers } from './subjects.js';

/** Possession, and no tense: `has a cough`, `had no fever`. */
function possesses(text: Clauses, verb: number): boolean {
  if (!/^(?:has|had|have)$/.test(text.plain[verb] ?? '')) return false;
  const next = verb + 1;
  const word = text.plain[next] ?? '';
  return (
    nameAt(text, next) !== undefined || isDeterminer(word) || /^(?:no|some|any|known)$/.test(word)
  );
}

const ARRIVES =
  /^(?:admitted|presenting|presented|presents|came|comes|coming|attended|attends|attending|referred|brought|arrived)$/;
/** What can follow such a verb: `came in with`, `presenting today with`. */
const ON_ARRIVAL = /^(?:with|because|complaining|following)$/;
/** Nouns and adverbs by which a short statement ends: `denies alcohol has a cough`, `none takes aspirin`. */
const STATEMENT_ENDS =
  /^(?:alcohol|travel|trauma|injury|contacts|falls|exposure|surgery|operations|problems|concerns|issues|complaints|symptoms|use|excess|abuse|harm|smoking|allergies|drugs|tobacco|history|note|nil|none|well|today|medications|before|previously|ever|again|yesterday)$/;

/** Care of a patient, which is stated only of present conditions. */
const CARED_FOR = /^(?:treated|managed|investigated|followed|monitored|on|under|taking|using)$/;

/** `denies alcohol known asthma`, `no allergies currently treated for gout`: a statement without a verb. */
function tellsWithoutVerb(text: Clauses, at: number): boolean {
  const { plain, words } = text;
  const word = plain[at] ?? '';
  const opens =
    (word === 'known' && nameAt(text, at + 1) !== undefined && words[at + 1]?.gap === 0) ||
    (word === 'currently' && CARED_FOR.test(plain[at + 1] ?? ''));
  if (!opens || words[at]?.gap !== 0 || nameAt(text, at) !== undefined) return false;
  return STATEMENT_ENDS.test(plain[at - 1] ?? '');
}

/** `no allergies admitted with cough`: the person who arrives is the patient, without being named. */
function arrives({ plain }: Clauses, verb: number): boolean {
  if (!ARRIVES.test(plain[verb] ?? '')) return false;
  const next = plain[verb + 1] ?? '';
  const between = /^(?:in|today|back|again|here|yesterday|tonight)$/.test(next) ? 2 : 1;
  return ON_ARRIVAL.test(plain[verb + between] ?? '');
}

/** `no fixed abode brought in with`: the object of a denial closes before the verb. */
function isDenied({ plain }: Clauses, at: number, floor: number): boolean {
  for (let i = at - 2; i >= floor && i > at - 6; i -= 1) {
    if (/^(?:no|nil|denies|denied)$/.test(plain[i] ?? '')) return true;
  }
  return false;
}

/** The statement that a verb makes without a subject of its own: `denies fever reports cough`. */
function withoutSubject(
  text: Clauses,
  verb: number,
  floor: number,
  arriving: boolean,
): Statement | undefined {
  const word = text.plain[verb] ?? '';
  let first = verb;
  while (first - 1 > floor && first > verb - 3 && ADVERBS.has(text.plain[first - 1] ?? ''))
    first -= 1;
  const before = text.plain[first - 1] ?? '';
  const comma = ((text.words[first]?.gap ?? 0) & GAP.comma) !== 0;
  const coordinated = comma || COORDINATORS.has(before);
  const at = coordinated && !comma ? first - 1 : first;
  const same = LIMIT.sameSubject;
  const afterName =
    nameAt(text, first - 1) !== undefined ||
    text.words[first - 1]?.number === true ||
    STATEMENT_ENDS.test(before);
  const leads =
    AUXILIARIES.has(before) ||
    PRONOUNS.has(before) ||
    RELATIVE_PRONOUNS.has(before) ||
    PREPOSITIONS.has(before) ||
    /^(?:be|been|being|not|never|to|and|or)$/.test(before);
  if (arriving && !coordinated && (afterName || isDenied(text, first, floor)) && !leads)
    return { at: first, limit: LIMIT.sure };
  if (PERSON_VERBS.has(word) && (coordinated || afterName)) return { at, limit: LIMIT.sure | same };
  if (possesses(text, verb) && (coordinated || afterName)) {
    return { at, limit: (coordinated ? LIMIT.sure : LIMIT.likely) | same };
  }
  const finite =
    AUXILIARIES.has(word) ||
    PERSON_PAST.has(word) ||
    RESULT_VERBS.has(word) ||
    COMMON_VERBS.has(word);
  if (!coordinated || !finite || isParticiple(text, verb)) return undefined;
  return { at, limit: LIMIT.likely | same };
}

/** `no fever reported`, `has been described`, `and noted to be`: no statement of its own. */
function isParticiple(text: Clauses, at: number): boolean {
  const word = text.plain[at] ?? '';
  if (!/(?:ed|wn|lt|en)$/.test(word)) return false;
  const next = text.plain[at + 1] ?? '';
  if (/^(?:by|in|on|at|as|with)$/.test(next)) return true;
  const after = text.words[at + 1];
  return after === undefined || endsBefore(text, at + 1);
}

/** `lungs are clear`, `heart is enlarged`: a name that is a statement itself. */
function statedByName(text: Clauses, name: Span, verb: number, floor: number) {
  if (verb === name.from || !/^(?:is|are|was|were)$/.test(text.plain[verb] ?? '')) return undefined;
  const at = withDeterminers(text, name.from, floor);
  return joined(text, { at, limit: LIMIT.sure }, floor);
}

/** `a man who has never smoked has asthma`: the verb of the whole after that of an aside. */
function afterRelativeClause(text: Clauses, verb: number, floor: number): boolean {
  const { plain } = text;
  if (!/^(?:has|had|is|was)$/.test(plain[verb] ?? '')) return false;
  const before = plain[verb - 1] ?? '';
  if (AUXILIARIES.has(before) || ADVERBS.has(before) || COORDINATORS.has(before)) return false;
  if (PRONOUNS.has(before) || RELATIVE_PRONOUNS.has(before) || isDeterminer(before)) return false;
  let finite = false;
  for (let at = verb - 1; at > floor && at > verb - LONGEST_SUBJECT; at -= 1) {
    if (nameAt(text, at) !== undefined || endsBefore(text, at + 1)) return false;
    if (AUXILIARIES.has(plain[at] ?? '') || PERSON_VERBS.has(plain[at] ?? '')) finite = true;
    if (plain[at] === 'who' || plain[at] === 'that') return finite;
  }
  return false;
}

/** A pronoun that can only be a subject, with the rest of its statement. */
function isBeforeVerb(text: Clauses, at: number): boolean {
  const next = text.words[at + 1];
  return (
    next !== undefined && !endsBefore(text, at + 1) && !COORDINATORS.has(text.plain[at + 1] ?? '')
  );
}

/** Whether a statement may have a word as its verb, or as a subject that shows where it begins. */
export const mayMakeStatement = ({ plain }: Form): boolean =>
  AUXILIARIES.has(plain) ||
  NOMINATIVES.has(plain) ||
  PERSON_VERBS.has(plain) ||
  PERSON_PAST.has(plain) ||
  RESULT_VERBS.has(plain) ||
  COMMON_VERBS.has(plain) ||
  PRONOUN_WITH_VERB.test(plain) ||
  ARRIVES.test(plain) ||
  plain === 'known' ||
  plain === 'currently';

/** Returns the statement whose verb is at a word, if any. */
function statementAt(text: Clauses, verb: number, floor: number): Statement | undefined {
  if (!may(text.words[verb], CLASS.statement)) return undefined;
  const word = text.plain[verb] ?? '';
  const inName = nameAt(text, verb);
  if (inName !== undefined) return statedByName(text, inName, verb, floor);
  if (PRONOUN_WITH_VERB.test(word) && (word !== 'its' || text.words[verb]?.written.length === 4)) {
    return joined(text, { at: verb, limit: LIMIT.sure }, floor);
  }
  // `nor does she describe`: one statement, turned round.
  const turned = AUXILIARIES.has(text.plain[verb - 1] ?? '');
  if (NOMINATIVES.has(word) && !turned && isBeforeVerb(text, verb)) {
    return joined(text, { at: verb, limit: LIMIT.sure }, floor);
  }
  const auxiliary = AUXILIARIES.has(word);
  const person = PERSON_VERBS.has(word) || PERSON_PAST.has(word);
  const result = RESULT_VERBS.has(word);
  const common = COMMON_VERBS.has(word);
  const verbal = auxiliary || person || result || common;
  const arriving = arrives(text, verb);
  if (tellsWithoutVerb(text, verb)) {
    return verb > floor ? { at: verb, limit: LIMIT.likely | LIMIT.sameSubject } : undefined;
  }
  if (!verbal && !arriving) return undefined;
  if (auxiliary && afterRelativeClause(text, verb, floor)) {
    return { at: verb, limit: LIMIT.likely | LIMIT.sameSubject };
  }
  const bare = withoutSubject(text, verb, floor, arriving);
  if (bare !== undefined) return bare.at > floor ? bare : undefined;
  if (!verbal) return undefined;
  const before = nameAt(text, verb - 1);
  if (!auxiliary && before !== undefined) {
    const shows = result && (before.type === 'procedure' || before.type === 'lab_test');
    // Of a finding it is a participle: `no rash seen`, `pain reported`.
    if (!shows && !(common && STATABLE.has(before.type))) return undefined;
    const list = listStart(text, before, floor, !word.endsWith('s'));
    const start = withDeterminers(text, list, floor);
    const owned = start < list && isDeterminer(text.plain[start] ?? '');
    return joined(text, { at: start, limit: owned ? LIMIT.sure : LIMIT.likely }, floor);
  }
  if (result && before === undefined && !isResultSubject(text, verb - 1)) return undefined;
  const subject = subjectOf(text, verb, floor);
  if (subject === undefined) return undefined;
  // `a woman with no risk factors presents with`: the subject is the woman.
  const within = /^(?:no|any)$/.test(text.plain[subject.at] ?? '');
  if (within && PREPOSITIONS.has(text.plain[subject.at - 1] ?? '')) {
    return verb > floor ? { at: verb, limit: LIMIT.likely | LIMIT.sameSubject } : undefined;
  }
  // `had asthma as a child has fever`: a former role is no subject.
  if (text.plain[subject.at - 1] === 'as' && text.plain[subject.at] === 'a') {
    return verb > floor ? { at: verb, limit: LIMIT.likely | LIMIT.sameSubject } : undefined;
  }
  return joined(text, subject, floor);
}

function isResultSubject(text: Clauses, at: number): boolean {
  const word = text.plain[at] ?? '';
  if (ADVERBS.has(word)) return isResultSubject(text, at - 1);
  return (
    RESULT_SUBJECTS.has(word) ||
    PRONOUNS.has(word) ||
    RELATIVE_PRONOUNS.has(word) ||
    DEMONSTRATIVES.has(word)
  );
}

function namesOf(words: readonly Word[], spans: readonly Span[]): Int32Array {
  const names = new Int32Array(words.length);
  for (const [n, { from, to }] of spans.entries()) names.fill(n + 1, from, to);
  return names;
}

/**
 * Where the clauses of a text begin, with and without punctuation; linear.
 *
 * @param spans the names of the text in their order, none over another
 * @param headings words at which the content of a heading begins, and at which headings begin
 */
export function findClauses(
  words: readonly Word[],
  spans: readonly Span[],
  headings: Iterable<number> = [],
): ClauseLimits {
  const limits = new Uint8Array(words.length);
  for (const at of headings) if (at < words.length) limits[at] = LIMIT.sure;
  if (!anyMay(words, CLASS.statement)) {
    for (const [at, { gap }] of words.entries()) {
      if ((gap & SENTENCE_END) !== 0) limits[at] = LIMIT.sure;
    }
    return limits;
  }
  const text: Clauses = {
    words,
    spans,
    plain: words.map(lower),
    names: namesOf(words, spans),
    limits,
  };
  let floor = 0;
  let time: Time = { from: 0, to: 0 };
  for (let at = 0; at < words.length; at += 1) {
    const over = nameAt(text, at) === undefined ? pastTimeAt(words, at) : undefined;
    if (over !== undefined && at >= time.to) time = { from: at, to: over };
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) limits[at] = LIMIT.sure;
    if (((limits[at] ?? 0) & LIMIT.sure) !== 0) floor = at;
    const found = statementAt(text, at, floor);
    if (found === undefined || found.at <= floor) continue;
    const statement = withTime(text, found, time, floor);
    limits[statement.at] = (limits[statement.at] ?? 0) | statement.limit;
    floor = statement.at;
  }
  return limits;
}
