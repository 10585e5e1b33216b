import type { KeyMode } from './key-mode.js';
import type { DescribedObject } from './received-object.js';
import type { SealedFile } from './sealed-file.js';

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

/** The objects that nodes have sent and that are held. Those of test and live nodes never meet. */
export interface HeldObjects {
  object(mode: KeyMode, instanceUid: string): Promise<HeldObject | undefined>;
  /** By their UIDs; empty where none is held. */
  series(mode: KeyMode, seriesUid: string): Promise<readonly HeldObject[]>;
  study(mode: KeyMode, studyUid: string): Promise<readonly HeldObject[]>;
}
