/** ln-probabilities, `frames` rows of `tokens` columns. */
export interface Frames {
  readonly logProbs: Float32Array;
  readonly frames: number;
  readonly tokens: number;
  /** The column that says nothing. */
  readonly blank: number;
}
