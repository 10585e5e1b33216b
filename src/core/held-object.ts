import type { KeyMode } from './key-mode.js';
import type { DescribedObject } from './received-object.js';
import type { SealedFile } from './sealed-file.js';

/** Finds the DICOM file of an object that a node has sent, among the objects of one mode. */
export type FindHeldObject = (
  mode: KeyMode,
  instanceUid: string,
) => Promise<SealedFile | undefined>;

/** A DICOM object that is held. */
export interface HeldObject {
  readonly studyUid: string;
  readonly seriesUid: string;
  /** SOP Instance UID. */
  readonly instanceUid: string;
  readonly sopClassUid: string;
  readonly header: DescribedObject;
  readonly file: SealedFile;
}
