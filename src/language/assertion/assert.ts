import type { ClauseLimits } from '../clauses/find-clauses.js';
import type { Assertion } from '../entity.js';
import type { Span } from '../span.js';
import type { Word } from '../text/words.js';
import { readBackward } from './backward.js';
import { findConstructions } from './constructions.js';
import type { Cue } from './cues.js';
import { ASSERTIONS, WEIGHT } from './direction.js';
import { readForward } from './forward.js';
import { interpretCues } from './interpret-cues.js';

/** What was read of one entity; without a cue the section decides. */
export interface Asserted {
  readonly assertion: Assertion;
  readonly cue?: Cue;
}

/** The words that an assertion was read from; empty where no cue was. */
export function cueText(text: string, words: readonly Word[], { cue }: Asserted): string {
  if (cue === undefined) return '';
  return text.slice(words[cue.from]?.start ?? 0, words[cue.to - 1]?.end ?? 0);
}

export interface AssertInput {
  readonly text: string;
  readonly words: readonly Word[];
  /** In their order. */
  readonly spans: readonly Span[];
  /** As the tables have them; the construction around each is looked at here. */
  readonly cues: readonly Cue[];
  /** Where clauses begin: cues do not cross it. */
  readonly limits: ClauseLimits;
  /** In talk a son is a listener as often as a relative. */
  readonly dialogue: boolean;
}

/** Both in their order; a construction goes before a phrase that it overlaps. */
function mergeCues(phrases: readonly Cue[], constructions: readonly Cue[]): readonly Cue[] {
  if (constructions.length === 0) return phrases;
  const taken = constructions.filter(({ from, to }) => to > from);
  let next = 0;
  const kept = phrases.filter(({ from, to }) => {
    while ((taken[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    return to === from || (taken[next]?.from ?? Number.POSITIVE_INFINITY) >= to;
  });
  return [...kept, ...constructions].sort((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * How a text speaks of each span, by the cues around it and the clauses that they stand in, after
 * NegEx (Chapman 2001, doi 10.1006/jbin.2001.1029) and ConText (Harkema 2009,
 * doi 10.1016/j.jbi.2009.05.002).
 */
export function assertSpans(input: AssertInput): readonly (Asserted | undefined)[] {
  const { words, spans } = input;
  const named = new Uint8Array(words.length);
  for (const { from, to } of spans) named.fill(1, from, to);
  const isName = (at: number) => named[at] === 1;
  const cues = interpretCues(
    words,
    mergeCues(input.cues, findConstructions({ text: input.text, words, isName })),
    isName,
  );
  const text = { ...input, isName };
  const read = readForward(text, cues);
  readBackward(text, cues, read);
  return read.map((found) => {
    const direction = WEIGHT.find((one) => found.has(one));
    const cue = direction && found.get(direction)?.cue;
    return direction && { assertion: ASSERTIONS[direction], ...(cue !== undefined && { cue }) };
  });
}
