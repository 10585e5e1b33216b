import type { SealedFile } from '../../core/sealed-file.js';

/** A frame of a DICOM file that is to be shown. */
export interface RenderObjectInput {
  readonly file: SealedFile;
  /** From 1; the middle one when left out. */
  readonly frame?: number;
  readonly megapixels: number;
  readonly type: 'image/png' | 'image/jpeg';
  /** The picture is made smaller to fit. */
  readonly within?: { readonly width: number; readonly height: number };
  /** Of a JPEG, 1..100. */
  readonly quality?: number;
}

export interface RenderObjectOutput {
  readonly picture: Uint8Array;
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'render-object': ModelTask<RenderObjectInput, RenderObjectOutput>;
  }
}
