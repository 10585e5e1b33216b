import type { SealedFile } from '../../core/sealed-file.js';
import type { Slice } from '../volume/slice.js';

/** Files that may be images of one series or study. */
export interface DescribeSlicesInput {
  readonly files: readonly SealedFile[];
}

/** The images in a file, none in an object of another kind; or why it cannot be read. */
export type DescribedFile =
  | { readonly slices: readonly Slice[] }
  /** `kind`: what it is instead of a DICOM image, where that is known. */
  | { readonly fault: string; readonly kind?: 'picture' | 'zip' };

/** Of each file, in their order. */
export interface DescribeSlicesOutput {
  readonly files: readonly DescribedFile[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'describe-slices': ModelTask<DescribeSlicesInput, DescribeSlicesOutput>;
  }
}
