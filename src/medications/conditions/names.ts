import { assertNames, type NameAsserter } from '../../patient-record/asserted-names.js';
import type { TextAssertion } from '../../patient-record/language/assert-spans.js';
import type { Assertion, EntityType } from '../../patient-record/language/entity.js';
import type { Word as TextWord } from '../../patient-record/language/text/words.js';
import type { Phrases } from './phrases.js';
import type { Word } from './words.js';

/** A range of words that names conditions; the end is exclusive. */
export interface NameSpan {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** A range of a text that names conditions, with its assertion. */
export interface ConditionMention extends NameSpan {
  readonly assertion: Assertion;
  /** The words that the assertion was read from. */
  readonly cue?: string;
}

/** Words of manner, time, person or degree that name no condition. */
const MANNER = new Set(
  `a absence absent acute acutely against ago aged although an and antibody as at aunt baseline bilateral both
brother but c childhood chronic chronically class clinic confirmed control controlled cousin current currently
daughter denie denied deny denying dependent diagnosed diagnosis disease disorder due dx earlier end episode
event ex except excluded family father fear fh fhx first for former formerly free from g grade grandfather
grandmother h had has have her his history however husband hx i ii iii immunised in index initial is iv known
last late left lifelong likely long low maternal mild mildly moderate moderately month mother ms multiple my
negative never new newly nil no non not nos now nyha o of old on onset one or other out parent partner past
paternal patient permanent persistent pmh pmhx poorly positive possible possibly post presumed prevention
previous previously primary prior probable prophylaxis query r recent recently recurrent relative remission
remote resolved right risk ruled s screened screening secondary severe severely severity sibling since sister
site son stable stage status suffer suffering suspected symptom symptomatic syndrome term the therapy third to
treated treatment two type uncle uncomplicated uncontrolled under unspecified untreated vaccinated well who
wife with without x year years yr yrs zero`
    .split(/\s+/)
    .map((word) => word.trim()),
);

const saysNothing = (word: string) => MANNER.has(word) || /^[\d<>?.]/.test(word) || word.length < 2;

/** Finds all names of conditions, the longest first. */
export function spansIn(words: readonly Word[], phrases: Phrases): readonly NameSpan[] {
  const found: NameSpan[] = [];
  let from = 0;
  while (from < words.length) {
    const hit = longestAt(words, from, phrases);
    if (hit) found.push(hit);
    from = hit?.to ?? from + 1;
  }
  return found;
}

/** `RA factor`, `tuberculosis contact`: the name means something else. */
const OF_A_NAME = /^(?:factor|contact)$/;

function longestAt(words: readonly Word[], from: number, phrases: Phrases) {
  let limit = Math.min(words.length, from + phrases.longest);
  for (let i = from + 1; i < limit; i += 1) if (words[i]?.gap === 'end') limit = i;
  for (let to = limit; to > from; to -= 1) {
    const ids = OF_A_NAME.test(words[to]?.folded ?? '') ? [] : phrases.at(words, from, to);
    if (ids.length > 0) return { ids, from, to };
  }
  return undefined;
}

/** Procedures rather than diseases: `not on dialysis`. */
const DONE: ReadonlySet<string> = new Set(['dialysis']);
const typeOf = ({ ids }: NameSpan): EntityType =>
  ids.some((id) => DONE.has(id)) ? 'procedure' : 'condition';

/** Maps names to the words of the clinical language reader, which tokenises differently. */
function placedIn(
  textWords: readonly TextWord[],
  words: readonly Word[],
  spans: readonly NameSpan[],
) {
  let next = 0;
  return spans.flatMap((span) => {
    const start = words[span.from]?.start ?? 0;
    const end = words[span.to - 1]?.end ?? start;
    while ((textWords[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const within: number[] = [];
    for (let at = next; (textWords[at]?.start ?? end) < end; at += 1) within.push(at);
    return within.length === 0 ? [] : [{ ...span, words: within, type: typeOf(span) }];
  });
}

/**
 * Finds everything that a text names, with its assertion.
 *
 * @param plain the text, expanded
 * @param words its words with misspellings corrected
 * @returns nothing where only a clinical language reader could determine the assertion
 */
export function namesIn(
  plain: string,
  words: readonly Word[],
  phrases: Phrases,
  language: NameAsserter | undefined,
): readonly ConditionMention[] | undefined {
  const spans = spansIn(words, phrases);
  if (spans.length === 0) return [];
  const mentions = assertNames(language, plain, (textWords) => placedIn(textWords, words, spans));
  return mentions?.map(({ ids, from, to, assertion, cue }: NameSpan & TextAssertion) => {
    // `non-alcoholic` is a word of its own, with the opposite meaning.
    if (words[from - 1]?.folded === 'non') return { ids, from, to, assertion: 'absent' };
    return { ids, from, to, assertion, ...(cue !== undefined && { cue }) };
  });
}

/** Returns the start of the segment that contains a word: after a stop, `and` or `plus`. */
function segmentsOf(words: readonly Word[]): readonly (readonly number[])[] {
  const segments: number[][] = [];
  for (const [i, { gap, folded }] of words.entries()) {
    if (i === 0 || gap === 'end' || folded === 'and' || folded === 'plus') segments.push([]);
    segments.at(-1)?.push(i);
  }
  return segments;
}

/**
 * Whether some segment, between stops or `and`, was not understood: it names nothing, or only adds
 * a denial after an unknown name.
 */
export function leavesPart(words: readonly Word[], named: readonly ConditionMention[]): boolean {
  const nameAt = (i: number) => named.find(({ from, to }) => i >= from && i < to);
  return segmentsOf(words).some((segment) => {
    const names = segment.map(nameAt).filter((name) => name !== undefined);
    const there = names.some(({ assertion }) => assertion !== 'absent' && assertion !== 'family');
    if (there) return false;
    const until = names[0]?.from ?? Number.POSITIVE_INFINITY;
    return segment.some((i) => i < until && !saysNothing(words[i]?.folded ?? '') && !nameAt(i));
  });
}
