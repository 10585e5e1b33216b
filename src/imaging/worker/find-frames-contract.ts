import type { SealedFile } from '../../core/sealed-file.js';

/** Frames of a DICOM file that are wanted as they are stored. */
export interface FindFramesInput {
  readonly file: SealedFile;
  /** From 1. */
  readonly frames: readonly number[];
}

/** The bytes of a frame: parts of the file one after the other, or bytes that no part of it holds. */
export type FoundFrame = readonly { readonly start: number; readonly bytes: number }[] | Uint8Array;

export interface FindFramesOutput {
  /** Without those that the file does not hold. */
  readonly frames: readonly FoundFrame[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'find-frames': ModelTask<FindFramesInput, FindFramesOutput>;
  }
}
