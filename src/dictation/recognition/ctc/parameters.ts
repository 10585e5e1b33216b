/** How a model's output is turned into words; a package states them in its manifest. */
export interface DecodingParameters {
  /** What a natural logarithm of the language counts against one of the sound, > 0. */
  readonly lm_weight: number;
  /** Added for each word: more than 0 asks for more words, less for fewer. */
  readonly word_bonus: number;
  /**
   * Taken from the blank's ln-probability at every frame; 0 when left out. Networks of this kind
   * would rather say too little than too much where they are unsure.
   */
  readonly blank_price?: number;
  /** What falls behind the best by more than this is given up, natural logarithm. */
  readonly beam: number;
  /** No more hypotheses than this live on after a frame. */
  readonly most_hypotheses: number;
  /** A token this far behind the likeliest of its frame is not tried, natural logarithm. */
  readonly token_beam: number;
  /** At a frame whose blank has at least this probability no token is tried. */
  readonly blank_skip: number;
  /** Least ln-probability of a whole phrase of the requested vocabulary in the language model. */
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
  /** Weight of how far its tokens fall behind the likeliest ones, natural logarithm for each. */
  readonly sound: number;
  /** Weight of ln-probability of the word after those before it. */
  readonly language: number;
  /** Weight of the natural logarithm of the number of its tokens. */
  readonly length: number;
  /**
   * A very rare word whose sound does not fit the recording replaces one that the
   * lexicon lacks, however much all hypotheses agree on it: with less than these ln-probabilities, of
   * the word and for each token of its sound, it is at most so sure.
   */
  readonly stranger?:
    | { readonly language: number; readonly sound: number; readonly most: number }
    | undefined;
}

/** When a stretch of sound is taken for noise, and none of its words given. */
export interface RejectionParameters {
  /** Least mean confidence of the words, 0..1. */
  readonly least_confidence: number;
  /** Least mean of how far tokens fall behind the likeliest ones, natural logarithm, < 0. */
  readonly least_sound: number;
  /** Fewer tokens than this for each second are no speech. */
  readonly least_tokens_per_second: number;
  /** If left out, the sound as a whole is not checked. */
  readonly one_voice?: VoiceParameters | undefined;
}

/**
 * A logistic model of whether a stretch is one voice that speaks, rather than many at once or one
 * played backwards: below even chances none of its words is given.
 */
export interface VoiceParameters {
  readonly intercept: number;
  /** Weight of the mean confidence of the words. */
  readonly confidence: number;
  /** Weight of how far tokens fall behind the likeliest ones, ln for each. */
  readonly sound: number;
  /** Weight of the ln-probability of the words, for each token. */
  readonly language: number;
  /** Weight of `clarityOf`. */
  readonly clarity: number;
  /** Weight of `attackOf`. */
  readonly attack: number;
}
