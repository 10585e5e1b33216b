import { assertSpans, type EntityAssertion } from './assertion/assert.js';
import type { Cue } from './assertion/cues.js';
import { readAnswers } from './assertion/dialogue.js';
import { isAnswer } from './assertion/talk-phrases.js';
import type { ClauseLimits } from './clauses/clause-text.js';
import type { SectionSpan } from './sections/find-sections.js';
import type { Span } from './span.js';
import type { Word } from './text/words.js';

/** The names of a text, none over another, and where its clauses begin. */
export interface NamedText {
  readonly spans: readonly Span[];
  readonly limits: ClauseLimits;
}

/** The words of a text and what surrounds them. */
export interface TextParts {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sections: readonly SectionSpan[];
  /** 1 for each word that is not read: headings and names of speakers. */
  readonly silence: Uint8Array;
  /** Whether people talk in it. */
  readonly talk: boolean;
}

/** A text prepared for all readers: each sees the same words and clauses. */
export class ParsedText implements TextParts {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sections: readonly SectionSpan[];
  readonly silence: Uint8Array;
  readonly talk: boolean;
  readonly #readNames: () => NamedText;
  #named: NamedText | undefined;

  constructor({ text, words, sections, silence, talk }: TextParts, readNames: () => NamedText) {
    this.text = text;
    this.words = words;
    this.sections = sections;
    this.silence = silence;
    this.talk = talk;
    this.#readNames = readNames;
  }

  /** Read at the first call. */
  named(): NamedText {
    this.#named ??= this.#readNames();
    return this.#named;
  }
}

/** Returns marks of words in names, or of words that are not read. */
export function namesMarked(
  { silence }: Pick<TextParts, 'silence'>,
  spans: readonly Span[],
): Uint8Array {
  const marks = silence.slice();
  for (const { from, to } of spans) marks.fill(1, from, to);
  return marks;
}

/**
 * Returns the assertions of spans: by cues, and in talk by answers.
 *
 * @param spans in their order
 * @param isReported someone speaks about the patient: `my son` is the patient and no relative
 */
export function assertIn(
  parsed: ParsedText,
  spans: readonly Span[],
  all: readonly Cue[],
  isReported = false,
): readonly (EntityAssertion | undefined)[] {
  const { text, words, talk } = parsed;
  const cues = talk ? all.filter(({ from }) => !isAnswer(words, from)) : all;
  const { limits } = parsed.named();
  const dialogue = talk || isReported;
  const own = assertSpans({ text, words, spans, cues, limits, dialogue, reported: isReported });
  if (!talk) return own;
  const answers = readAnswers(words, spans, own);
  return own.map((one, n) => answers.get(n) ?? one);
}
