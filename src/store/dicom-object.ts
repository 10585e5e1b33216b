import type { KeyMode } from '../core/key-mode.js';

/** A DICOM object on disk. */
export interface DicomObject {
  readonly mode: KeyMode;
  readonly studyUid: string;
  readonly seriesUid: string;
  /** SOP Instance UID. */
  readonly instanceUid: string;
  readonly sopClassUid: string;
  readonly transferSyntaxUid: string;
  /** What else its header says, as JSON. */
  readonly header: string;
  /** SHA-256 of the data set, hex. */
  readonly sha256: string;
  readonly file: ObjectFile;
  /** The AE title of the sender. */
  readonly callingAeTitle: string;
  /** ms since 1970. */
  readonly receivedAt: number;
}

/** A sealed file and its key. */
export interface ObjectFile {
  readonly name: string;
  readonly bytes: number;
  readonly key: Uint8Array;
  readonly counter: Uint8Array;
}

/** A series that is held, with the header of one of its objects. */
export interface HeldSeries {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly objects: number;
  /** JSON, as in `DicomObject`. */
  readonly header: string;
}

/** `same`: the very same object was there; `conflict`: another one with its SOP Instance UID. */
export type ObjectInsertion = 'kept' | 'same' | 'conflict';

/** Keeps an object, if none with its UID is there. */
export interface InsertDicomObject {
  readonly kind: 'dicom-object.insert';
  readonly object: DicomObject;
}

/**
 * Forgets objects that were received before a time, but for those that are still to be sent; their files
 * remain to be deleted.
 */
export interface ForgetDicomObjects {
  readonly kind: 'dicom-object.forget';
  /** ms since 1970. */
  readonly before: number;
}

/** Forgets objects whose files are lost. */
export interface DropDicomObjects {
  readonly kind: 'dicom-object.drop';
  /** The names of the files. */
  readonly files: readonly string[];
}

/** Notes that an object from before there was a worklist was put on it, or that nothing of it is read. */
interface NoteRouted {
  readonly kind: 'dicom-object.routed';
  readonly mode: KeyMode;
  readonly instanceUid: string;
}

export type DicomObjectWrite =
  | InsertDicomObject
  | ForgetDicomObjects
  | DropDicomObjects
  | NoteRouted;

/** The objects that peers have sent. */
export interface DicomObjectRepository {
  insert(object: DicomObject): ObjectInsertion;
  /** Returns the names of their files. */
  forgetBefore(epochMs: number): readonly string[];
  drop(files: readonly string[]): void;
  noteRouted(mode: KeyMode, instanceUid: string): void;
  /** Objects from before there was a worklist that were not put on it yet, the first ones first. */
  unrouted(limit: number): readonly DicomObject[];
  find(mode: KeyMode, instanceUid: string): DicomObject | undefined;
  /** The series of one mode, or of one of its studies, by their UIDs. */
  heldSeries(mode: KeyMode, studyUid?: string): readonly HeldSeries[];
  /** The objects of a study, or of one of its series, by their UIDs. */
  objects(mode: KeyMode, studyUid: string, seriesUid?: string): readonly DicomObject[];
  /** The objects of a series, whichever study names it, by their UIDs. */
  ofSeries(mode: KeyMode, seriesUid: string): readonly DicomObject[];
  fileNames(): readonly string[];
  /** How many objects of a mode that nodes have sent since a time are held; without results of ours. */
  receivedSince(mode: KeyMode, at: number): number;
  totals(): { readonly objects: number; readonly bytes: number };
}
