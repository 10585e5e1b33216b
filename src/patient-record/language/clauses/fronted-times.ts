import { type Clauses, endsBefore, LIMIT, nameAt, type Statement } from './clause-text.js';
import { tenseOf } from './tense.js';

/** Maximum number of words from the beginning of a statement to its verb. */
const WORDS_TO_VERB = 5;

/** Words `from` to `to` (not included) that name a time which is over. */
export interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * A past time between two statements, the first of which is about the present, begins the
 * second: `has a rash in 2009 she was admitted`.
 */
export function withTime(
  text: Clauses,
  statement: Statement,
  time: Time,
  floor: number,
): Statement {
  const { words, plain } = text;
  let from = time.from;
  if (/^(?:then|and|but)$/.test(plain[from - 1] ?? '')) from -= 1;
  const { at } = statement;
  // `had a cough as a child has a rash`: the noun of the time is no subject.
  if (plain[time.from] !== 'when' && time.from <= at && at < time.to && time.to < words.length) {
    return { at: time.to, limit: LIMIT.likely | LIMIT.sameSubject };
  }
  if (time.to !== at || from <= floor || from === at || endsBefore(text, at)) return statement;
  const isName = (n: number) => nameAt(text, n) !== undefined;
  if (!isName(from - 1) || tenseOf(words, floor, from, isName) !== 'present') return statement;
  // `since her stroke in 2015 she walks`: the time belongs to the noun.
  const noun = plain.slice(Math.max(floor, from - 6), from);
  if (noun.some((word) => /^(?:after|following|since|recalls|remembers|of)$/.test(word)))
    return statement;
  const past = tenseOf(words, at, Math.min(words.length, at + WORDS_TO_VERB), isName) === 'past';
  return past ? { at: from, limit: statement.limit } : statement;
}
