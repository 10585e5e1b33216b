import type { KeyMode } from './key-mode.js';
import type { SealedFile } from './sealed-file.js';

/** Finds the DICOM file of an object that a node has sent, among the objects of one mode. */
export type FindHeldObject = (
  mode: KeyMode,
  instanceUid: string,
) => Promise<SealedFile | undefined>;
