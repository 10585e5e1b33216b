import type { ObjectHeader } from '../../core/received-object.js';
import type { SealedFile } from '../../core/sealed-file.js';
import type { ImagingResult } from '../schema.js';

/** The DICOM objects into which the answer to a reading is put. */
export type ResultKind = 'structured_report' | 'secondary_capture' | 'segmentation';

/** An object that was read, by its UIDs. */
export interface ReadObject {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
  readonly sopClassUid: string;
}

export interface MakeResultObjectsInput {
  readonly result: ImagingResult;
  /** All objects that were read. */
  readonly evidence: readonly ReadObject[];
  /** Type of the image in the request, which names the procedure. */
  readonly imageType?: string;
  /**
   * At least one: the patient and the study are those of the first.
   *
   * The files to draw on: of a series those of its key images, strongest first; otherwise the image.
   */
  readonly images: ReadonlyArray<{ readonly instanceUid: string; readonly file: SealedFile }>;
  readonly kinds: readonly ResultKind[];
  /** New UIDs begin with it; without it they are UUIDs below 2.25. */
  readonly uidRoot?: string;
  /** Random, of this box: the UID of the device follows from it. */
  readonly identity: string;
  /** Of Wardbox. */
  readonly version: string;
  readonly limits: { readonly fileBytes: number; readonly megapixels: number };
  /** ms since 1970. */
  readonly at: number;
}

export interface ResultObject {
  readonly kind: ResultKind;
  readonly header: ObjectHeader;
  /** A DICOM file (PS3.10). */
  readonly file: Uint8Array;
  /** SHA-256 of the data set, hex. */
  readonly sha256: string;
}

export interface MakeResultObjectsOutput {
  readonly objects: readonly ResultObject[];
  /** Why one of the kinds was not made. */
  readonly notMade: ReadonlyArray<{ readonly kind: ResultKind; readonly reason: string }>;
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'make-result-objects': ModelTask<MakeResultObjectsInput, MakeResultObjectsOutput>;
  }
}
