import type { SealedFile } from '../../core/sealed-file.js';
import type { ReadImageInput } from './read-image-contract.js';

/** The slices of one series, to be read one after the other by one model. */
export interface ReadSlicesInput
  extends Pick<ReadImageInput, 'field' | 'limits' | 'expected' | 'readerId' | 'segmenterId'> {
  readonly slices: ReadonlyArray<{ readonly file: SealedFile; readonly frame?: number }>;
}

/** What became of one slice. */
export type SliceReading =
  /** By label, calibrated for this slice alone. */
  | { readonly probabilities: Readonly<Record<string, number>> }
  /** Outside what the model was made for. */
  | { readonly refusal: string }
  /** It cannot be read. */
  | { readonly fault: string };

export interface ReadSlicesOutput {
  /** In the order of the input. */
  readonly slices: readonly SliceReading[];
  /** Of all slices, each once. */
  readonly warnings: readonly string[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'read-slices': ModelTask<ReadSlicesInput, ReadSlicesOutput>;
  }
}
