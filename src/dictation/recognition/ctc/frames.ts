/** ln-probabilities, `frames` rows of `tokens` columns. */
export interface Frames {
  readonly logProbs: Float32Array;
  readonly frames: number;
  readonly tokens: number;
  /** Column of the blank. */
  readonly blank: number;
}
