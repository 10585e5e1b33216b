/** Cross-attention of one decoder layer to the sound. */
export interface Attention {
  readonly heads: number;
  /** Number of tokens of the step. */
  readonly queries: number;
  /** Number of positions of the encoder's output. */
  readonly places: number;
  /** Probabilities: `heads` × `queries` × `places`. */
  readonly weights: Float32Array;
}

/** Output of the decoder for the tokens so far. */
export interface DecoderStep {
  /** One row of the size of the vocabulary for each token of the step. */
  readonly logits: Float32Array;
  /** By layer; absent where the export has no such outputs. */
  readonly attentions?: readonly Attention[];
  /** Continues with further tokens; a step may be continued only once. */
  next(tokens: readonly number[]): Promise<DecoderStep>;
}

/** A window of sound encoded by the encoder. */
export interface EncodedWindow {
  /** Begins a text; may be called any number of times. */
  begin(tokens: readonly number[]): Promise<DecoderStep>;
}

/** Encoder and decoder, independent of how they are run. */
export interface WhisperNetworks {
  /** @param features one window, `mels` × `frames`, as `createWhisperFeatures` makes it */
  encode(features: Float32Array): Promise<EncodedWindow>;
}
