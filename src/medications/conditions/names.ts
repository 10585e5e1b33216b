import { type Assertion, assertionOf, isCue } from './assertion.js';
import type { Phrases } from './phrases.js';
import type { Word } from './words.js';

/** A place in a text that names conditions. */
export interface Named {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly assertion: Assertion;
}

/** Words that say how, when or how much, and name nothing. */
const MANNER = new Set(
  `a acute acutely ago aged an and antibody as at baseline bilateral both c chronic chronically class clinic
confirmed control controlled current currently dependent diagnosed diagnosis disease disorder due dx end
episode episode event ex first for formerly from g grade had has have her his history hx i ii iii in index
initial is iv know known last late left lifelong likely long mild mildly moderate moderately month ms multiple
my new newly no not nos now nyha of old on onset one or other out past patient permanent persistent poorly
possible possibly post presumed previous previously primary prior probable query r recent recently recurrent
remission resolved right s secondary severe severely severity since site stable stage status suffer suffering
suspected symptom symptomatic syndrome term the therapy third to treated treatment two type uncomplicated
uncontrolled under unspecified untreated well who with without year years yr yrs x`
    .split(/\s+/)
    .map((word) => word.trim()),
);

const saysNothing = (word: string) =>
  MANNER.has(word) || isCue(word) || /^[\d<>?.]/.test(word) || word.length < 2;

function spans(words: readonly Word[], phrases: Phrases): Omit<Named, 'assertion'>[] {
  const found: Omit<Named, 'assertion'>[] = [];
  let from = 0;
  while (from < words.length) {
    const hit = longestAt(words, from, phrases);
    if (hit) found.push(hit);
    from = hit?.to ?? from + 1;
  }
  return found;
}

function longestAt(words: readonly Word[], from: number, phrases: Phrases) {
  let most = Math.min(words.length, from + phrases.longest);
  for (let i = from + 1; i < most; i += 1) if (words[i]?.gap === 'end') most = i;
  for (let to = most; to > from; to -= 1) {
    const ids = phrases.at(words, from, to);
    if (ids.length > 0) return { ids, from, to };
  }
  return undefined;
}

/** Everything that the words name, the longest names first, and how the text speaks of it. */
export function namesIn(words: readonly Word[], phrases: Phrases): readonly Named[] {
  const found = spans(words, phrases);
  return found.map((span, i) => ({
    ...span,
    assertion: assertionOf(words, span.from, span.to, found[i + 1]?.from ?? words.length),
  }));
}

/** Where the segment of the text that holds a word begins: after a stop, `and` or `plus`. */
function segmentsOf(words: readonly Word[]): readonly (readonly number[])[] {
  const segments: number[][] = [];
  for (const [i, { gap, folded }] of words.entries()) {
    if (i === 0 || gap === 'end' || folded === 'and' || folded === 'plus') segments.push([]);
    segments.at(-1)?.push(i);
  }
  return segments;
}

/**
 * Whether some part of the text, between stops or `and`, was not understood: it names nothing, or
 * says only what is not there after it has named something that nobody knows.
 */
export function leavesPart(words: readonly Word[], named: readonly Named[]): boolean {
  const nameAt = (i: number) => named.find(({ from, to }) => i >= from && i < to);
  return segmentsOf(words).some((segment) => {
    const names = segment.map(nameAt).filter((name) => name !== undefined);
    const there = names.some(({ assertion }) => assertion !== 'absent' && assertion !== 'family');
    if (there) return false;
    const until = names[0]?.from ?? Number.POSITIVE_INFINITY;
    return segment.some((i) => i < until && !saysNothing(words[i]?.folded ?? '') && !nameAt(i));
  });
}
