import type { Span } from '../span.js';
import { GAP } from '../text/words.js';
import {
  type Clauses,
  endsBefore,
  isDeterminer,
  LIMIT,
  nameAt,
  STATABLE,
  type Statement,
} from './clause-text.js';
import {
  ADVERBS,
  AUXILIARIES,
  COMPLEMENTIZERS,
  COORDINATORS,
  DEMONSTRATIVES,
  PATIENTS,
  PERSON_PAST,
  PERSON_VERBS,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVE_PRONOUNS,
  RESULT_VERBS,
  SINGULAR_AUXILIARIES,
  SUBORDINATORS,
} from './grammar.js';
import { isRelative } from './relatives.js';

/** Words over which a subject is looked for before its verb. */
export const LONGEST_SUBJECT = 8;
const LONGEST_LIST = 12;

/** Words of the noun before a verb that are neither verb nor preposition: `heart size`. */
function isNounWord(text: Clauses, at: number): boolean {
  const word = text.plain[at] ?? '';
  const name = nameAt(text, at);
  if (name !== undefined) return !STATABLE.has(name.type);
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

/** `who has gout rash and fever were absent`, `denies a fall cough came on later`: an object is not part of a subject. */
function isObject(text: Clauses, name: Span): boolean {
  let at = name.from - 1;
  while (
    at > name.from - 4 &&
    (isDeterminer(text.plain[at] ?? '') || ADVERBS.has(text.plain[at] ?? ''))
  )
    at -= 1;
  const before = text.plain[at] ?? '';
  if (nameAt(text, at) !== undefined) return false;
  if (before === 'of')
    return !/^(?:none|all|any|both|either|neither|some)$/.test(text.plain[at - 1] ?? '');
  return (
    /^(?:has|had|have|having|is|was|are|were|with|for|found|about|by)$/.test(before) ||
    RESULT_VERBS.has(before) ||
    PERSON_VERBS.has(before) ||
    PERSON_PAST.has(before)
  );
}

/** Where a list of names begins whose last one ends before a word: `fever or chills`. */
export function listStart(text: Clauses, last: Span, floor: number, plural: boolean): number {
  let start = last.from;
  let alternatives = plural;
  // `and cough is productive` may continue the list, `and her cough is` does not.
  const alone = !isDeterminer(text.plain[last.from - 1] ?? '');
  for (let steps = 0; steps < LONGEST_LIST; steps += 1) {
    const link = text.plain[start - 1] ?? '';
    const comma = ((text.words[start]?.gap ?? 0) & (GAP.comma | GAP.slash)) !== 0;
    if (link === 'or' || link === 'nor') alternatives = true;
    const linked = link === 'or' || link === 'nor' || (link === 'and' && (plural || alone));
    // `none of fever chills or cough`: a list without its commas.
    const beside =
      alternatives && (text.words[start]?.gap ?? 1) === 0 && nameAt(text, start - 1) !== undefined;
    const before = linked ? start - 2 : (comma && alternatives) || beside ? start - 1 : -1;
    const name = before >= floor ? nameAt(text, before) : undefined;
    if (name === undefined || name.to !== before + 1) return start;
    if (!linked && !comma && isObject(text, name)) return start;
    start = name.from;
  }
  return start;
}

/** Words before a name that belong to it: `the`, `no`, `her severe`. */
export function withDeterminers(text: Clauses, from: number, floor: number): number {
  let start = from;
  for (let at = from - 1; at >= floor && at >= from - 3; at -= 1) {
    if (endsBefore(text, at + 1) || ((text.words[at + 1]?.gap ?? 0) & GAP.comma) !== 0) break;
    const word = text.plain[at] ?? '';
    const whose = isRelative(word) && /['’]/.test(text.words[at]?.written ?? '');
    if (isDeterminer(word) || /^(?:no|any|some|neither|both)$/.test(word)) {
      // `came with her the film shows`: nothing precedes a determiner in its noun phrase.
      start = at;
      if (!isRelative(text.plain[at + 1] ?? '')) break;
    } else if (whose || /^(?:other|further|new)$/.test(word)) {
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

/** Returns the statement whose verb is at a word, where its subject directly precedes it. */
export function subjectOf(text: Clauses, verb: number, floor: number): Statement | undefined {
  const { plain, words } = text;
  let at = verb - 1;
  const adverb = (word: string) => ADVERBS.has(word) || word === 'though';
  while (at >= floor && adverb(plain[at] ?? '') && nameAt(text, at) === undefined) at -= 1;
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
