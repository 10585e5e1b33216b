import { assertSpans, cueText } from './assertion/assert.js';
import { type CueTree, findCues } from './assertion/cues.js';
import { findClauses } from './clauses/find-clauses.js';
import type { Assertion, EntityType } from './entity.js';
import type { FoundSection } from './sections/find-sections.js';
import { createSectionLookup, usualAssertion } from './sections/usual-assertion.js';
import type { Span } from './span.js';
import { type Word, wordsOf } from './text/words.js';

/** Words that others found in a text. */
export interface FoundWords {
  /** Word numbers, ascending; others may stand between. */
  readonly words: readonly number[];
  readonly type: EntityType;
}

/** How a text speaks of them. */
export interface SaidOf {
  readonly assertion: Assertion;
  readonly cue?: string;
  readonly section?: string;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

export type AssertFound = <F extends FoundWords>(
  text: string,
  find: (words: readonly Word[]) => readonly F[],
  /** Somebody tells of the patient: `my son` is the patient and no relative. */
  told?: boolean,
) => readonly (F & SaidOf)[];

/** Of `relieved ... rest` in `not relieved by any rest` the last word is what is spoken of. */
function spanOf({ words, type }: FoundWords): Span {
  const first = words[0] ?? 0;
  const last = words.at(-1) ?? first;
  const inRow = last - first + 1 === words.length;
  return { from: inRow ? first : last, to: last + 1, type, confidence: 1 };
}

/** One span for each first word: the cues see them in the order of the text. */
function spansOf(found: readonly FoundWords[]): readonly Span[] {
  const byFirst = new Map<number, Span>();
  for (const one of found) {
    const span = spanOf(one);
    const before = byFirst.get(span.from);
    if (before === undefined || before.to < span.to) byFirst.set(span.from, span);
  }
  return [...byFirst.values()].sort((a, b) => a.from - b.from);
}

/**
 * Asserts what others found by the cues and headings that entities are asserted by.
 *
 * @param findSections the headings of a text
 */
export function createFoundReader(
  tree: CueTree,
  findSections: (text: string, words: readonly Word[]) => readonly FoundSection[],
): AssertFound {
  return (text, find, told = false) => {
    const words = wordsOf(text);
    const found = find(words);
    if (found.length === 0) return [];
    const sectionAt = createSectionLookup(findSections(text, words));
    const inName = new Uint8Array(words.length);
    for (const one of found) for (const at of one.words) inName[at] = 1;
    const spans = spansOf(found);
    // `34-year-old`: a cue that only begins in a name is still one.
    const cues = findCues(text, words, tree, new Uint8Array(words.length)).filter(
      ({ from, to }) => from === to || inName.subarray(from, to).includes(0),
    );
    const limits = findClauses(words, spans);
    const said = assertSpans({ text, words, spans, cues, limits, dialogue: told });
    const byFirst = new Map(spans.map(({ from }, n) => [from, said[n]] as const));
    return found.map((one) => {
      const { from } = spanOf(one);
      const asserted = byFirst.get(from);
      const section = sectionAt(from);
      const cue = asserted === undefined ? '' : cueText(text, words, asserted);
      const start = words[one.words[0] ?? 0]?.start ?? 0;
      return {
        ...one,
        assertion: asserted?.assertion ?? usualAssertion(section, one.type),
        ...(cue !== '' && { cue }),
        ...(section && { section: section.title }),
        start,
        end: words[one.words.at(-1) ?? 0]?.end ?? start,
      };
    });
  };
}
