/** Where the decoder looked while it read its tokens: the attention of one layer to the sound. */
export interface Attention {
  readonly heads: number;
  /** As many as tokens were given. */
  readonly queries: number;
  /** Places of the encoder's output. */
  readonly places: number;
  /** Probabilities: `heads` × `queries` × `places`. */
  readonly weights: Float32Array;
}

/** What the decoder makes of the tokens so far. */
export interface DecoderStep {
  /** One row of the size of the vocabulary for each token given. */
  readonly logits: Float32Array;
  /** By layer; absent where the export has no such outputs. */
  readonly attentions?: readonly Attention[];
  /** Reads on, after these tokens; the step itself may be continued once only. */
  next(tokens: readonly number[]): Promise<DecoderStep>;
}

/** A window of sound as the encoder has understood it. */
export interface EncodedWindow {
  /** Begins a text; may be called any number of times. */
  begin(tokens: readonly number[]): Promise<DecoderStep>;
}

/** Encoder and decoder, however they are run. */
export interface WhisperNetworks {
  /** @param features one window, `mels` × `frames`, as `createWhisperFeatures` makes it */
  encode(features: Float32Array): Promise<EncodedWindow>;
}
