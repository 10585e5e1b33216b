import type { SealedFile } from '../../core/sealed-file.js';
import type { ReadImageInput } from './read-image-contract.js';

/** The slices of one series, to be read one after the other by one model. */
export interface ReadSlicesInput
  extends Pick<ReadImageInput, 'field' | 'limits' | 'expected' | 'readerId' | 'segmenterId'> {
  /** Of a slice, by its header. */
  readonly pixels: number;
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

/** A label of a series. */
export interface PooledLabel {
  readonly id: string;
  /** Calibrated for series. */
  readonly probability: number;
  /** Index of the slice on which it is most probable. */
  readonly keySlice: number;
}

export interface ReadSlicesOutput {
  /** In the order of the input. */
  readonly slices: readonly SliceReading[];
  /** Those that were calibrated for series, in the order of the manifest. */
  readonly labels: readonly PooledLabel[];
  /** Of all slices, each once. */
  readonly warnings: readonly string[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'read-slices': ModelTask<ReadSlicesInput, ReadSlicesOutput>;
  }
}
