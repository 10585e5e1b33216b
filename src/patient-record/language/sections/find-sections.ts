import type { Section } from '../entity.js';
import type { LanguageTables } from '../tables/schema.js';
import type { Form, Word } from '../text/words.js';
import { type Heading, type HeadingMeaning, HeadingReader } from './headings.js';

/** A section with its words: `from` is the first after the heading. */
export interface SectionSpan extends Section {
  readonly assertion: HeadingMeaning['assertion'];
  /** The first word of the heading. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** It was spoken and not written: its effect ends with the next statement about the patient. */
  readonly spoken: boolean;
}

/** The words from each heading to the next; what comes before the first is in no section. */
export function sectionsOf(
  text: string,
  words: readonly Word[],
  headings: readonly Heading[],
): readonly SectionSpan[] {
  let main: HeadingMeaning | undefined;
  return headings.map(({ at, to, meaning, title, isSpoken }, n): SectionSpan => {
    const kind = meaning?.kind ?? 'other';
    if (kind !== 'system' && meaning !== undefined) main = meaning;
    const next = headings[n + 1]?.at ?? words.length;
    return {
      title,
      kind,
      // `Cardiovascular:` under a review of systems is of the review.
      assertion: (kind === 'system' ? main : meaning)?.assertion ?? 'present',
      start: words[at]?.start ?? 0,
      end: words[next]?.start ?? text.length,
      at,
      from: to,
      to: next,
      spoken: isSpoken,
    };
  });
}

/** Divides notes and dictations into sections. */
export class SectionReader {
  readonly #headings: HeadingReader;

  constructor(tables: Pick<LanguageTables, 'headings'>) {
    this.#headings = new HeadingReader(tables);
  }

  /** Whether a heading of the tables begins with a word. */
  mayBeginHeading(form: Form): boolean {
    return this.#headings.mayBegin(form);
  }

  /** The sections of a text, in their order. */
  read(text: string, words: readonly Word[]): readonly SectionSpan[] {
    return sectionsOf(text, words, this.#headings.read(text, words));
  }
}
