import type { Span } from '../span.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import {
  ADVERBS,
  ARTICLES,
  AUXILIARIES,
  COMMON_VERBS,
  COMPLEMENTIZERS,
  COORDINATORS,
  DEMONSTRATIVES,
  lower,
  NOMINATIVES,
  PATIENTS,
  PERSON_PAST,
  PERSON_VERBS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUN_WITH_VERB,
  PRONOUNS,
  RELATIVE_PRONOUNS,
  RESULT_SUBJECTS,
  RESULT_VERBS,
  SINGULAR_AUXILIARIES,
  SPEECH_AND_THOUGHT,
  SUBORDINATORS,
} from './grammar.js';
import { isRelative } from './relatives.js';

/**
 * How sure it is that a clause begins at a word, as bits: `sameSubject` marks a clause that takes its
 * subject from the one before it (`denies fever and reports a cough`).
 */
export const LIMIT = { none: 0, likely: 1, sure: 2, sameSubject: 4 } as const;

/**
 * Where clauses begin: bits of {@link LIMIT} for each word. Sentences, headings and statements with a
 * subject and a verb of their own are sure; a statement whose subject is a bare name is likely.
 */
export type ClauseLimits = Uint8Array;

/** Words over which a subject is looked for before its verb. */
const LONGEST_SUBJECT = 8;
const LONGEST_LIST = 12;

interface Clauses {
  readonly words: readonly Word[];
  readonly spans: readonly Span[];
  /** By word, the words as grammar compares them. */
  readonly plain: readonly string[];
  /** By word, one more than the number of the name that it is part of. */
  readonly names: Int32Array;
  readonly limits: ClauseLimits;
}

/** Where a statement begins, and how sure that is. */
interface Statement {
  readonly at: number;
  readonly limit: number;
}

const AILMENTS: ReadonlySet<string> = new Set(['symptom', 'finding', 'condition', 'medication']);

const endsBefore = ({ words }: Clauses, at: number): boolean =>
  ((words[at]?.gap ?? GAP.end) & (SENTENCE_END | GAP.colon | GAP.open | GAP.close)) !== 0;

const nameAt = ({ names, spans }: Clauses, at: number): Span | undefined =>
  spans[(names[at] ?? 0) - 1];

const isDeterminer = (word: string): boolean =>
  ARTICLES.has(word) || POSSESSIVES.has(word) || DEMONSTRATIVES.has(word);

/** Words of the noun before a verb that are neither verb nor preposition: `heart size`. */
function isNounWord(text: Clauses, at: number): boolean {
  const word = text.plain[at] ?? '';
  const name = nameAt(text, at);
  if (name !== undefined) return !AILMENTS.has(name.type);
  return !(
    COORDINATORS.has(word) ||
    PREPOSITIONS.has(word) ||
    AUXILIARIES.has(word) ||
    PRONOUNS.has(word) ||
    RELATIVE_PRONOUNS.has(word) ||
    SUBORDINATORS.has(word) ||
    PERSON_VERBS.has(word) ||
    PERSON_PAST.has(word) ||
    RESULT_VERBS.has(word) ||
    ADVERBS.has(word) ||
    /^(?:no|not|any|without|never|nil|denying|be|been|being|having|getting|\d.*)$/.test(word)
  );
}

/** Where a list of names begins whose last one ends before a word: `fever or chills`. */
function listStart(text: Clauses, last: Span, floor: number, plural: boolean): number {
  let start = last.from;
  let alternatives = plural;
  for (let steps = 0; steps < LONGEST_LIST; steps += 1) {
    const link = text.plain[start - 1] ?? '';
    const comma = ((text.words[start]?.gap ?? 0) & (GAP.comma | GAP.slash)) !== 0;
    if (link === 'or' || link === 'nor') alternatives = true;
    const linked = link === 'or' || link === 'nor' || (link === 'and' && plural);
    // `none of fever chills or cough`: a list without its commas.
    const beside = alternatives && (text.words[start]?.gap ?? 1) === 0 && nameAt(text, start - 1) !== undefined;
    const before = linked ? start - 2 : (comma && alternatives) || beside ? start - 1 : -1;
    const name = before >= floor ? nameAt(text, before) : undefined;
    if (name === undefined || name.to !== before + 1) return start;
    start = name.from;
  }
  return start;
}

/** Words before a name that belong to it: `the`, `no`, `her severe`. */
function withDeterminers(text: Clauses, from: number, floor: number): number {
  let start = from;
  for (let at = from - 1; at >= floor && at >= from - 3; at -= 1) {
    if (endsBefore(text, at + 1) || ((text.words[at + 1]?.gap ?? 0) & GAP.comma) !== 0) break;
    const word = text.plain[at] ?? '';
    if (isDeterminer(word) || /^(?:no|any|some|neither|both|other|further|new)$/.test(word)) {
      start = at;
    } else if (
      nameAt(text, at) !== undefined ||
      !/(?:y|ed|ing|al|ic|ous|ent|ant|ive|re|ld|ht|ft)$/.test(word)
    ) {
      break;
    }
  }
  return start;
}

/** The statement whose verb is at a word, where its subject stands right before it. */
function subjectOf(text: Clauses, verb: number, floor: number): Statement | undefined {
  const { plain, words } = text;
  let at = verb - 1;
  while (at >= floor && ADVERBS.has(plain[at] ?? '') && nameAt(text, at) === undefined) at -= 1;
  if (at < floor) return undefined;
  if (endsBefore(text, at + 1) || ((words[at + 1]?.gap ?? 0) & GAP.comma) !== 0) return undefined;
  const word = plain[at] ?? '';
  if (PRONOUNS.has(word) || DEMONSTRATIVES.has(word)) return { at, limit: LIMIT.sure };
  if (RELATIVE_PRONOUNS.has(word) || COMPLEMENTIZERS.has(word)) return { at, limit: LIMIT.none };
  if (AUXILIARIES.has(word) || PERSON_VERBS.has(word)) return undefined;
  const name = nameAt(text, at);
  if (name !== undefined && name.type !== 'anatomy' && name.type !== 'measurement') {
    const plural = !SINGULAR_AUXILIARIES.has(plain[verb] ?? '');
    const list = listStart(text, name, floor, plural);
    const start = withDeterminers(text, list, floor);
    const owned = start < list && isDeterminer(plain[start] ?? '');
    return { at: start, limit: owned ? LIMIT.sure : LIMIT.likely };
  }
  if (!isNounWord(text, at)) return undefined;
  return nounPhrase(text, at, floor);
}

/** The noun phrase that ends at a word, over `of` and what belongs to it. */
function nounPhrase(text: Clauses, end: number, floor: number): Statement {
  const { plain, words } = text;
  const least = Math.max(floor, end - LONGEST_SUBJECT);
  let start = end;
  for (let at = end; at >= least; at -= 1) {
    const word = plain[at] ?? '';
    if (at < end && (endsBefore(text, at + 1) || ((words[at + 1]?.gap ?? 0) & GAP.comma) !== 0))
      break;
    if (isDeterminer(word)) {
      start = at;
      if (plain[at - 1] === 'of' && at - 2 >= least && isNounWord(text, at - 2)) {
        at -= 1;
        continue;
      }
      return { at: start, limit: LIMIT.sure };
    }
    if (/^(?:no|any)$/.test(word)) return { at, limit: LIMIT.likely };
    if (!isNounWord(text, at)) break;
    start = at;
    if (isRelative(word) || PATIENTS.has(word)) {
      const owned = isDeterminer(plain[at - 1] ?? '') && at > least;
      return { at: owned ? at - 1 : at, limit: LIMIT.sure };
    }
  }
  return { at: start, limit: LIMIT.likely };
}

/** What stands before a statement: it may belong to that, or begin with it. */
function joined(text: Clauses, { at, limit }: Statement, floor: number): Statement | undefined {
  if (at <= floor || limit === LIMIT.none) return undefined;
  const before = text.plain[at - 1] ?? '';
  if (endsBefore(text, at)) return undefined;
  if (COORDINATORS.has(before)) return { at: at - 1, limit };
  if (COMPLEMENTIZERS.has(before)) return undefined;
  if (SUBORDINATORS.has(before)) {
    // `not sure if she has`, `asked when it began`: what governs the verb governs this too.
    return SPEECH_AND_THOUGHT.has(text.plain[at - 2] ?? '') ? undefined : { at: at - 1, limit };
  }
  const named = nameAt(text, at - 1) !== undefined;
  if (!named && SPEECH_AND_THOUGHT.has(before)) return undefined;
  if (!named && RELATIVE_PRONOUNS.has(before)) return undefined;
  if (!named && PREPOSITIONS.has(before)) return undefined;
  // `no pain he can feel`, `symptoms she has had`: a relative clause without its pronoun.
  if (limit === LIMIT.sure && PRONOUNS.has(text.plain[at] ?? '') && before === 'symptoms') {
    return undefined;
  }
  return { at, limit };
}

/** Possession, and no tense: `has a cough`, `had no fever`. */
function possesses(text: Clauses, verb: number): boolean {
  if (!/^(?:has|had|have)$/.test(text.plain[verb] ?? '')) return false;
  const next = verb + 1;
  const word = text.plain[next] ?? '';
  return (
    nameAt(text, next) !== undefined || isDeterminer(word) || /^(?:no|some|any|known)$/.test(word)
  );
}

/** The statement that a verb makes without a subject of its own: `denies fever reports cough`. */
function withoutSubject(text: Clauses, verb: number, floor: number): Statement | undefined {
  const word = text.plain[verb] ?? '';
  let first = verb;
  while (first - 1 > floor && first > verb - 3 && ADVERBS.has(text.plain[first - 1] ?? ''))
    first -= 1;
  const before = text.plain[first - 1] ?? '';
  const comma = ((text.words[first]?.gap ?? 0) & GAP.comma) !== 0;
  const coordinated = comma || COORDINATORS.has(before);
  const at = coordinated && !comma ? first - 1 : first;
  const same = LIMIT.sameSubject;
  const afterName = nameAt(text, first - 1) !== undefined || text.words[first - 1]?.number === true;
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

/** A pronoun that can only be a subject, with the rest of its statement. */
function isBeforeVerb(text: Clauses, at: number): boolean {
  const next = text.words[at + 1];
  return (
    next !== undefined && !endsBefore(text, at + 1) && !COORDINATORS.has(text.plain[at + 1] ?? '')
  );
}

/** The statement whose verb stands at a word, if one does. */
function statementAt(text: Clauses, verb: number, floor: number): Statement | undefined {
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
  if (!auxiliary && !person && !result && !common) return undefined;
  const bare = withoutSubject(text, verb, floor);
  if (bare !== undefined) return bare.at > floor ? bare : undefined;
  const before = nameAt(text, verb - 1);
  if (!auxiliary && before !== undefined) {
    const shows = result && (before.type === 'procedure' || before.type === 'lab_test');
    // Of a finding it is a participle: `no rash seen`, `pain reported`.
    if (!shows && !(common && AILMENTS.has(before.type))) return undefined;
    const list = listStart(text, before, floor, !word.endsWith('s'));
    const start = withDeterminers(text, list, floor);
    return joined(text, { at: start, limit: LIMIT.likely }, floor);
  }
  if (result && before === undefined && !isResultSubject(text, verb - 1)) return undefined;
  const subject = subjectOf(text, verb, floor);
  return subject && joined(text, subject, floor);
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
 * @param headings words at which what stands under a heading begins, and at which headings begin
 */
export function findClauses(
  words: readonly Word[],
  spans: readonly Span[],
  headings: Iterable<number> = [],
): ClauseLimits {
  const limits = new Uint8Array(words.length);
  for (const at of headings) if (at < words.length) limits[at] = LIMIT.sure;
  const text: Clauses = {
    words,
    spans,
    plain: words.map(lower),
    names: namesOf(words, spans),
    limits,
  };
  let floor = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) limits[at] = LIMIT.sure;
    if (((limits[at] ?? 0) & LIMIT.sure) !== 0) floor = at;
    const statement = statementAt(text, at, floor);
    if (statement === undefined || statement.at <= floor) continue;
    limits[statement.at] = (limits[statement.at] ?? 0) | statement.limit;
    floor = statement.at;
  }
  return limits;
}
