/** A spoken word with its place in the recording. */
export interface RecognisedWord {
  /** Lower case, as spoken; numbers as words. */
  readonly word: string;
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  /** Calibrated probability that the word is right, 0..1. */
  readonly confidence: number;
}
