import type { ClauseLimits } from '../clauses/clause-text.js';
import { lower } from '../clauses/grammar.js';
import { AILMENTS, type Assertion } from '../entity.js';
import type { Span } from '../span.js';
import { GAP, type Word } from '../text/words.js';
import { readBackward } from './backward.js';
import { MISHEARD_NO } from './constructions/denials.js';
import { findConstructions } from './constructions.js';
import type { Cue } from './cues.js';
import { readDates } from './dates.js';
import { ASSERTIONS, WEIGHT } from './direction.js';
import { readForward } from './forward.js';
import { interpretCues } from './interpret-cues.js';

/** What was read of one entity; without a cue the section decides. */
export interface EntityAssertion {
  readonly assertion: Assertion;
  readonly cue?: Cue;
  /** Whether the words show that the cue reaches it. */
  readonly certain: boolean;
}

/** The words that an assertion was read from; empty where no cue was. */
export function cueText(text: string, words: readonly Word[], { cue }: EntityAssertion): string {
  if (cue === undefined || cue.from === cue.to) return '';
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
  /** The text is a complaint, which a relative or a bystander may state. */
  readonly reported: boolean;
}

const JOINS = /^(?:and|or|nor)$/;

/** `no family history of`. */
const namesFamily = (words: readonly Word[], cue: Cue | undefined): boolean =>
  cue !== undefined && words.slice(cue.from, cue.to).some((word) => lower(word) === 'family');

/**
 * Whether the words show that a cue reaches a name: in `denies fever and cough hypertension` nothing
 * shows whether the denial continues after its list was closed.
 */
function reachesSurely({ words, spans }: AssertInput, cue: Cue, n: number): boolean {
  const span = spans[n];
  if (span === undefined || span.from < cue.to) return true;
  if (MISHEARD_NO.test(lower(words[cue.from]))) return false;
  for (let one = n; one > 0; one -= 1) {
    const here = spans[one];
    const before = spans[one - 1];
    if (here === undefined || before === undefined || before.from < cue.to) return true;
    const beside = here.from - before.to <= 1 && ((words[here.from]?.gap ?? 0) & GAP.comma) === 0;
    if (beside && !JOINS.test(lower(words[before.to]))) return false;
  }
  return true;
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
 * Returns the assertion of each span, from the cues around it and their clauses, after
 * NegEx (Chapman 2001, doi 10.1006/jbin.2001.1029) and ConText (Harkema 2009,
 * doi 10.1016/j.jbi.2009.05.002).
 */
export function assertSpans(input: AssertInput): readonly (EntityAssertion | undefined)[] {
  const { words, spans } = input;
  if (spans.length === 0) return [];
  const named = new Uint8Array(words.length);
  // A part of the body is not stated to be present.
  for (const { from, to, type } of spans)
    if (type !== 'anatomy') named.fill(AILMENTS.has(type) ? 2 : 1, from, to);
  const isName = (at: number) => (named[at] ?? 0) > 0;
  const text = {
    text: input.text,
    words,
    spans,
    limits: input.limits,
    dialogue: input.dialogue,
    reported: input.reported,
    isName,
    isAilment: (at: number) => named[at] === 2,
  };
  const constructions = findConstructions(text);
  if (input.cues.length === 0 && constructions.length === 0) return spans.map(() => undefined);
  const cues = interpretCues(text, mergeCues(input.cues, constructions));
  const read = readForward(text, cues);
  readBackward(text, cues, read);
  readDates(text, cues, read);
  return read.map((found, n) => {
    const direction = found.size === 0 ? undefined : WEIGHT.find((one) => found.has(one));
    if (direction === undefined) return undefined;
    const cue = found.get(direction)?.cue;
    const assertion = ASSERTIONS[direction];
    // `her mother never had gout`: who lacks it is not the patient.
    const ofOthers = direction === 'absent' && (found.has('family') || namesFamily(words, cue));
    if (cue === undefined) return { assertion, certain: !ofOthers };
    return { assertion, certain: !ofOthers && reachesSurely(input, cue, n), cue };
  });
}
