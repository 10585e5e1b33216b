import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { CLASS, may } from '../text/word-classes.js';
import { type Form, GAP, goesOn, type Word } from '../text/words.js';
import { spokenHeadingAt } from './spoken-headings.js';

export type HeadingMeaning = LanguageTables['headings'][number];

/** A heading: words `at` to `to` (not included), with its colon where that was spoken. */
export interface Heading {
  readonly at: number;
  readonly to: number;
  /** Absent where the tables do not have it. */
  readonly meaning?: HeadingMeaning;
  readonly title: string;
  readonly isSpoken: boolean;
}

const MAX_WORDS = 8;

const isUpper = (text: string): boolean => /\p{Lu}/u.test(text) && text === text.toUpperCase();
const beginsLine = (word: Word | undefined): boolean => ((word?.gap ?? 0) & GAP.line) !== 0;

/** How a heading ends: a colon (written or spoken), or a line of its own. */
function headingEnd(words: readonly Word[], at: number, to: number): number | undefined {
  const next = words[to];
  if (next === undefined) return undefined;
  if ((next.gap & GAP.colon) !== 0) return to;
  if (next.folded === 'colon') return to + 1;
  if (!beginsLine(words[at])) return undefined;
  return (next.gap & (GAP.line | GAP.dash)) !== 0 ? to : undefined;
}

/** A line in capitals that the tables do not have. */
function capitalsAt(text: string, words: readonly Word[], at: number): Heading | undefined {
  let to = at + 1;
  while (to - at < MAX_WORDS && goesOn(words[to])) to += 1;
  const [first, last, next] = [words[at], words[to - 1], words[to]];
  if (next === undefined || first === undefined || last === undefined) return undefined;
  if (!beginsLine(next) || (next.gap & GAP.blank) === 0) return undefined;
  const title = text.slice(first.start, last.end);
  if (title.length <= 3 || !isUpper(title)) return undefined;
  return { at, to, title, isSpoken: false };
}

/** Finds the headings of notes and dictations; the tables give the meaning of each kind. */
export class HeadingReader {
  readonly #tree: PhraseTree<HeadingMeaning> = createPhraseTree(CLASS.heading);

  constructor({ headings }: Pick<LanguageTables, 'headings'>) {
    for (const meaning of headings) for (const word of meaning.words) this.#tree.add(word, meaning);
  }

  /** Whether a heading of the tables begins with a word. */
  mayBegin({ folded }: Form): boolean {
    return this.#tree.beginsWith(folded);
  }

  /** All headings of a text, in its order. */
  read(text: string, words: readonly Word[]): readonly Heading[] {
    const headings: Heading[] = [];
    for (let at = 0; at < words.length; ) {
      const heading = this.#headingAt(text, words, at);
      if (heading === undefined) at += 1;
      else {
        headings.push(heading);
        at = Math.max(heading.to, at + 1);
      }
    }
    return headings;
  }

  #headingAt(text: string, words: readonly Word[], at: number): Heading | undefined {
    const word = words[at];
    if (word === undefined || word.number) return undefined;
    const atLine = beginsLine(word);
    if (!may(word, CLASS.heading)) return atLine ? capitalsAt(text, words, at) : undefined;
    if (!atLine && (word.gap & (GAP.end | GAP.semicolon)) === 0) {
      return this.#spokenAt(text, words, at);
    }
    return (
      this.#writtenAt(text, words, at, atLine) ??
      this.#spokenAt(text, words, at) ??
      (atLine ? capitalsAt(text, words, at) : undefined)
    );
  }

  #writtenAt(
    text: string,
    words: readonly Word[],
    at: number,
    atLine: boolean,
  ): Heading | undefined {
    for (const { values, to: end } of this.#tree.at(words, at).toReversed()) {
      const to = headingEnd(words, at, end);
      const [meaning] = values;
      if (to === undefined || meaning === undefined) continue;
      const title = titleOf(text, words, at, end);
      // Inside a line one letter is no heading.
      if (title.length < 2 && !atLine) continue;
      return { at, to, meaning, title, isSpoken: false };
    }
    return undefined;
  }

  /** Finds a spoken heading, which has neither a colon nor a line of its own. */
  #spokenAt(text: string, words: readonly Word[], at: number): Heading | undefined {
    for (const { to, values } of this.#tree.at(words, at).toReversed()) {
      const spoken = spokenHeadingAt(words, at, to);
      const [meaning] = values;
      if (spoken === undefined || meaning === undefined) continue;
      return { ...spoken, meaning, title: titleOf(text, words, at, to), isSpoken: true };
    }
    return undefined;
  }
}

const titleOf = (text: string, words: readonly Word[], from: number, to: number): string =>
  text.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0);
