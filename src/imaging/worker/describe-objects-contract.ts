import type { SealedFile } from '../../core/sealed-file.js';

/** DICOM files whose headers are to be described. */
export interface DescribeObjectsInput {
  readonly files: readonly SealedFile[];
}

/** Of each file a data set in the DICOM JSON Model, as text. */
export interface DescribeObjectsOutput {
  readonly dataSets: readonly string[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'describe-objects': ModelTask<DescribeObjectsInput, DescribeObjectsOutput>;
  }
}
