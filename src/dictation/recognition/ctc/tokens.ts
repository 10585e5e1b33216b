/** Output tokens of a model of connectionist temporal classification (CTC). */
export interface CtcTokens {
  /**
   * `phones` are looked up in a lexicon of pronunciations, `letters` spell words of a lexicon or,
   * without one, any word; `word-pieces` spell any word, a piece that begins one marked by `▁`.
   */
  readonly units: 'phones' | 'letters' | 'word-pieces';
  /** One for each column of the model's output. */
  readonly texts: readonly string[];
  /** Column of the blank. */
  readonly blank: number;
}

/** Begins a word in the vocabularies of SentencePiece. */
export const WORD_MARK = '▁';

/** Word separator of models of letters. */
const SEPARATORS = ['|', ' ', WORD_MARK];

/** Returns the column of the word separator, or -1. */
export function separatorOf({ texts, units }: CtcTokens): number {
  return units === 'letters' ? texts.findIndex((text) => SEPARATORS.includes(text)) : -1;
}
