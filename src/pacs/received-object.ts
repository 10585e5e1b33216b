import type { SealedFile } from '../core/sealed-file.js';
import type { ObjectHeader } from '../media/dicom/object-header.js';

/** An object that a peer has sent: a DICOM file on disk, not yet acknowledged. */
export interface ReceivedObject {
  readonly header: ObjectHeader;
  /** A whole DICOM file: the data set byte for byte as it was sent, behind new File Meta Information. */
  readonly file: SealedFile;
  /** SHA-256 of the data set, hex. */
  readonly sha256: string;
  readonly callingAeTitle: string;
  readonly remoteAddress: string;
}

/** What became of an object. */
export type Reception =
  | 'kept'
  /** The very same object had been kept before: the new file is not needed. */
  | 'same'
  /** Another object with its SOP Instance UID is kept. */
  | 'conflict'
  /** There is no room for it now. */
  | 'full';
