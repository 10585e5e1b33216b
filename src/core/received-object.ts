import type { SealedFile } from './sealed-file.js';

/** What is known of a DICOM object without its pixels. Texts are as the sender wrote them. */
export interface ObjectHeader {
  readonly sopClassUid: string;
  readonly sopInstanceUid: string;
  readonly studyInstanceUid: string;
  readonly seriesInstanceUid: string;
  readonly transferSyntaxUid: string;
  readonly patient: {
    readonly id?: string;
    readonly issuer?: string;
    readonly name?: string;
    /** YYYYMMDD */
    readonly birthDate?: string;
    readonly sex?: string;
  };
  readonly study: {
    readonly date?: string;
    readonly time?: string;
    readonly id?: string;
    readonly accessionNumber?: string;
    readonly description?: string;
    readonly referringPhysician?: string;
  };
  readonly series: {
    readonly modality?: string;
    readonly number?: number;
    readonly description?: string;
    readonly bodyPart?: string;
    readonly stationName?: string;
    readonly view?: string;
    readonly laterality?: string;
    /** Number of Series Related Instances: how many the series has, where its sender says so. */
    readonly instances?: number;
  };
  readonly instanceNumber?: number;
  readonly rows?: number;
  readonly columns?: number;
  readonly frames?: number;
  readonly bitsAllocated?: number;
  /** Of a report alone. */
  readonly report?: {
    /** Verification Flag: a person answers for its content. */
    readonly verified: boolean;
    /** SOP Instance UIDs of the documents that it replaces or amends, and of its evidence. */
    readonly cites: readonly string[];
  };
}

/** What a header says beside its UIDs, as it is kept with the object. */
export type DescribedObject = Omit<
  ObjectHeader,
  'sopClassUid' | 'sopInstanceUid' | 'studyInstanceUid' | 'seriesInstanceUid' | 'transferSyntaxUid'
>;

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
