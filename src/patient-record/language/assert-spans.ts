import { cueText, type EntityAssertion } from './assertion/assert.js';
import { holdsNoConstruction } from './assertion/constructions.js';
import { type Cue, type CueTree, findCues } from './assertion/cues.js';
import type { Assertion, EntityType } from './entity.js';
import { statedBetween } from './entity-of-span.js';
import { assertIn, type ParsedText } from './parsed-text.js';
import { usualAssertion } from './sections/usual-assertion.js';
import { makeSpan, type Span } from './span.js';
import { GAP, type Word } from './text/words.js';

/** Words that others found in a text. */
export interface WordSpan {
  /** Word numbers, ascending; others may be between. */
  readonly words: readonly number[];
  readonly type: EntityType;
}

/** Their assertions in the text. */
export interface TextAssertion {
  readonly assertion: Assertion;
  readonly cue?: string;
  readonly section?: string;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the assertion of each span that another reader found.
 *
 * @param isReported someone speaks about the patient: `my son` is the patient and no relative
 */
export type AssertSpans = <F extends WordSpan>(
  find: (words: readonly Word[]) => readonly F[],
  isReported?: boolean,
) => readonly (F & TextAssertion)[];

/** `not moving, can't close the eye`: behind a comma a name that denies is not denied. */
function isFarDenial(
  words: readonly Word[],
  from: number,
  read: EntityAssertion | undefined,
): boolean {
  if (read?.assertion !== 'absent' || read.cue === undefined) return false;
  for (let at = read.cue.to; at <= from; at += 1) {
    if (((words[at]?.gap ?? 0) & GAP.comma) !== 0) return true;
  }
  return false;
}

/** `can't close the eye`: a name that denies. */
const DENIALS = new Set(
  'cant cannot couldnt unable not wont doesnt didnt isnt hasnt no never without nothing'.split(' '),
);
const isDenial = (text: readonly Word[], { words }: WordSpan): boolean =>
  DENIALS.has(text[words[0] ?? 0]?.folded ?? '');

/** Words inside a name that are not part of it: `change in the bowel habits`. */
const INSIDE = new Set(
  'in of to at on with while when i the a your his her my their is are was were'.split(' '),
);

/** Whether only function words separate the words of a name. */
const isInRow = (text: readonly Word[], { words }: WordSpan): boolean =>
  words.every((at, n) => {
    for (let gap = (words[n - 1] ?? at) + 1; gap < at; gap += 1) {
      if (!INSIDE.has(text[gap]?.folded ?? '')) return false;
    }
    return true;
  });

/** In `relieved ... rest` of `not relieved by any rest` the last word is the name's head. */
function spanOf(text: readonly Word[], one: WordSpan): Span {
  const { words, type } = one;
  const first = words[0] ?? 0;
  const last = words.at(-1) ?? first;
  return makeSpan({
    type,
    from: isInRow(text, one) ? first : last,
    to: last + 1,
    confidence: 1,
  });
}

/** One span for each first word: the cues see them in the order of the text. */
function spansOf(text: readonly Word[], found: readonly WordSpan[]): readonly Span[] {
  const byFirst = new Map<number, Span>();
  for (const one of found) {
    const span = spanOf(text, one);
    const before = byFirst.get(span.from);
    if (before === undefined || before.to < span.to) byFirst.set(span.from, span);
  }
  return [...byFirst.values()].sort((a, b) => a.from - b.from);
}

/** Words of a name with the small words inside it. */
function coveredBy(text: readonly Word[], { words }: WordSpan): ReadonlySet<number> {
  const covered = new Set(words);
  for (const [n, at] of words.entries()) {
    for (let gap = (words[n - 1] ?? at) + 1; gap < at; gap += 1) {
      if (INSIDE.has(text[gap]?.folded ?? '')) covered.add(gap);
    }
  }
  return covered;
}

/** A name with the words that it covers, found once for all cues. */
interface CoveredName {
  readonly one: WordSpan;
  readonly covered: ReadonlySet<number>;
}

/** Whether a name contains a complete cue: it states itself that something is absent, or whose it is. */
function holds({ one, covered }: CoveredName, { from, to }: Cue): boolean {
  if (from === to) return false;
  if (one.words.length < 2) return one.words[0] === from && to === from + 1;
  for (let at = from; at < to; at += 1) if (!covered.has(at)) return false;
  return true;
}

/** Returns the names of the text other than those that others found. */
function namesBeside(
  own: readonly Span[],
  found: readonly CoveredName[],
  words: number,
): readonly Span[] {
  const taken = new Uint8Array(words);
  for (const { covered } of found) for (const at of covered) taken[at] = 1;
  return own.filter(({ from, to }) => !taken.subarray(from, to).includes(1));
}

/** Returns cues that are no part of a longer name apart from those that others found: `he is not coping`. */
function cuesBeside(all: readonly Cue[], beside: readonly Span[], words: number): readonly Cue[] {
  const nameOf = new Int32Array(words);
  for (const [n, { from, to }] of beside.entries()) nameOf.fill(n + 1, from, to);
  return all.filter(({ from, to }) => {
    const name = from === to ? undefined : beside[(nameOf[from] ?? 0) - 1];
    return name === undefined || to > name.to || to - from === name.to - name.from;
  });
}

/** Returns cues outside names; one that only begins in a name counts: `34-year-old`. */
function cuesOutside(
  { text, words, silence }: ParsedText,
  tree: CueTree,
  names: readonly CoveredName[],
  all: readonly Cue[],
): readonly Cue[] {
  const inName = new Uint8Array(words.length);
  for (const { covered } of names) for (const at of covered) inName[at] = 1;
  if (!all.some(({ from, to }) => inName.subarray(from, to).includes(1))) return all;
  const beginning = all.filter(
    ({ from, to }) => from < to && inName[from] === 1 && inName.subarray(from, to).includes(0),
  );
  const marks = silence.map((mark, at) => mark | (inName[at] ?? 0));
  const outside = findCues(text, words, tree, marks);
  return [...outside, ...beginning].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the position of a name in the text. */
function placed(words: readonly Word[], one: WordSpan) {
  const start = words[one.words[0] ?? 0]?.start ?? 0;
  const end = words[one.words.at(-1) ?? 0]?.end ?? start;
  return { start, end };
}

/** `atrial fibrillation`: neither a cue nor a heading says anything of its names. */
const isUnqualified = (
  { text, words, sections, talk }: ParsedText,
  cues: readonly Cue[],
): boolean =>
  cues.length === 0 && sections.length === 0 && !talk && holdsNoConstruction(text, words);

/**
 * Asserts spans that others found in a text with the same cues, clauses and headings as its entities,
 * among the other names of the text.
 */
export function createSpanAsserter(tree: CueTree): (parsed: ParsedText) => AssertSpans {
  return (parsed) => (find, isReported) => {
    const { text, words, sections, silence } = parsed;
    const found = find(words);
    if (found.length === 0) return [];
    const all = findCues(text, words, tree, silence);
    if (isUnqualified(parsed, all))
      return found.map((one) => {
        const { start, end } = placed(words, one);
        return { assertion: usualAssertion(undefined, one.type), start, end, ...one };
      });
    const names = found.map((one): CoveredName => ({ one, covered: coveredBy(words, one) }));
    const holding = names.filter(
      (name) => isDenial(words, name.one) || all.some((cue) => holds(name, cue)),
    );
    const holders: ReadonlySet<WordSpan> = new Set(holding.map(({ one }) => one));
    const others = names.filter(({ one }) => !holders.has(one));
    const { spans: own, limits } = parsed.named();
    const speaksOf = (
      some: readonly CoveredName[],
      cues: readonly Cue[],
    ): ReadonlyMap<number, EntityAssertion | undefined> => {
      if (some.length === 0) return new Map();
      const beside = namesBeside(own, some, words.length);
      const asked = spansOf(
        words,
        some.map(({ one }) => one),
      );
      const spans = [...asked, ...beside].sort((a, b) => a.from - b.from);
      const said = assertIn(parsed, spans, cuesBeside(cues, beside, words.length), isReported);
      return new Map(spans.map(({ from }, n) => [from, said[n]] as const));
    };
    // `no sweating` as a name of its own is there; the sweating that it denies is not.
    const ofHolders = speaksOf(
      holding,
      all.filter((cue) => !holding.some((name) => holds(name, cue))),
    );
    const ofOthers = speaksOf(others, cuesOutside(parsed, tree, others, all));
    return found.map((one) => {
      const { from } = spanOf(words, one);
      const holder = holders.has(one);
      const read = (holder ? ofHolders : ofOthers).get(from);
      const asserted = holder && isFarDenial(words, from, read) ? undefined : read;
      const section = sections.find((at) => at.from <= from && from < at.to);
      const ended = section?.spoken === true && statedBetween(limits, section.from, from);
      const cue = asserted === undefined ? '' : cueText(text, words, asserted);
      const { start, end } = placed(words, one);
      return {
        start,
        end,
        assertion: asserted?.assertion ?? (ended ? 'present' : usualAssertion(section, one.type)),
        ...(cue !== '' && { cue }),
        ...(section && { section: section.title }),
        ...one,
      };
    });
  };
}
