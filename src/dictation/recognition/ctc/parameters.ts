/** Parameters of decoding; a package states them in its manifest. */
export interface DecodingParameters {
  /** Weight of the language score relative to the acoustic score, > 0. */
  readonly lm_weight: number;
  /** Added for each word: positive values give more words, negative ones fewer. */
  readonly word_bonus: number;
  /**
   * Subtracted from the blank's ln-probability at every frame; 0 when left out. Networks of this
   * kind prefer the blank where they are uncertain.
   */
  readonly blank_price?: number;
  /** Hypotheses further behind the best are pruned, natural logarithm. */
  readonly beam: number;
  /** Maximum number of hypotheses that are kept after a frame. */
  readonly most_hypotheses: number;
  /** A token this far behind the likeliest of its frame is not tried, natural logarithm. */
  readonly token_beam: number;
  /** At a frame whose blank has at least this probability no token is tried. */
  readonly blank_skip: number;
  /** Minimum ln-probability of a whole phrase of the requested vocabulary in the language model. */
  readonly phrase_floor: number;
  /** Added for each token of such a phrase when it is spoken in full. */
  readonly phrase_bonus: number;
  readonly confidence: ConfidenceParameters;
  readonly rejection: RejectionParameters;
}

/** A logistic model of whether a word is right, fitted on speakers that were not trained on. */
export interface ConfidenceParameters {
  /** Divides differences of score before they become probabilities, > 0. */
  readonly temperature: number;
  readonly intercept: number;
  /** Weight of the logit of the share of the hypotheses that agree on the word. */
  readonly agreement: number;
  /** Weight of the distance of its tokens to the likeliest ones, natural logarithm per token. */
  readonly sound: number;
  /** Weight of ln-probability of the word after those before it. */
  readonly language: number;
  /** Weight of the natural logarithm of the number of its tokens. */
  readonly length: number;
  /**
   * A very rare word that does not fit the sound often replaces one that the lexicon lacks, even
   * when all hypotheses agree. Below these ln-probabilities, of the word and per token of its
   * sound, its confidence is at most `most`.
   */
  readonly stranger?:
    | { readonly language: number; readonly sound: number; readonly most: number }
    | undefined;
}

/** Thresholds below which a stretch of sound is noise and gives no words. */
export interface RejectionParameters {
  /** Minimum mean confidence of the words, 0..1. */
  readonly least_confidence: number;
  /** Minimum mean distance of tokens to the likeliest ones, natural logarithm, < 0. */
  readonly least_sound: number;
  /** Minimum number of tokens per second. */
  readonly least_tokens_per_second: number;
  /** If left out, the sound as a whole is not checked. */
  readonly one_voice?: VoiceParameters | undefined;
}

/**
 * A logistic model of whether a stretch is one voice that speaks, rather than many at once or one
 * played backwards: below a probability of 0.5 it gives no words.
 */
export interface VoiceParameters {
  readonly intercept: number;
  /** Weight of the mean confidence of the words. */
  readonly confidence: number;
  /** Weight of the distance of tokens to the likeliest ones, ln per token. */
  readonly sound: number;
  /** Weight of the ln-probability of the words, for each token. */
  readonly language: number;
  /** Weight of `clarityOf`. */
  readonly clarity: number;
  /** Weight of `attackOf`. */
  readonly attack: number;
}
