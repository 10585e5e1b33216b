/** One way to say one word. */
export interface Pronunciation {
  /** In lower case, as it is spoken. */
  readonly word: string;
  /** Indices of CTC tokens, 1 and up. */
  readonly phones: readonly number[];
}

/** Turns letters into phones for words that no lexicon holds; several ways, the likeliest first. */
export type LetterToSound = (word: string) => readonly (readonly number[])[];
