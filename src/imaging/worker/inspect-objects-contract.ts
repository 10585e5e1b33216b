import type { ObjectHeader } from '../../core/received-object.js';
import type { SealedFile } from '../../core/sealed-file.js';

/** DICOM files that a client has sent. */
export interface InspectObjectsInput {
  readonly files: readonly SealedFile[];
}

/** Why an object cannot be kept. */
export type ObjectFault =
  /** It is no DICOM file, or is damaged or cut. */
  | 'not-understood'
  /** The File Meta Information and the data set name different classes. */
  | 'other-class'
  | 'other-instance'
  | 'class-not-supported'
  | 'syntax-not-supported';

/** What can be said of a file that was sent. */
export type InspectedObject =
  | {
      readonly header: ObjectHeader;
      /** SHA-256 of the data set, hex. */
      readonly sha256: string;
    }
  | {
      readonly fault: ObjectFault;
      /** As far as it could be read. */
      readonly header?: ObjectHeader;
    };

/** In the order of the files. */
export interface InspectObjectsOutput {
  readonly objects: readonly InspectedObject[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly 'inspect-objects': ModelTask<InspectObjectsInput, InspectObjectsOutput>;
  }
}
