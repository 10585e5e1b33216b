/** One pronunciation of a word. */
export interface Pronunciation {
  /** In lower case, as it is spoken. */
  readonly word: string;
  /** Indices of CTC tokens, 1 and up. */
  readonly phones: readonly number[];
}

/** Pronounces words that the lexicon lacks; several pronunciations, the likeliest first. */
export type LetterToSound = (word: string) => readonly (readonly number[])[];
