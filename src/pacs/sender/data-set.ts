import { readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { dimse } from '../dimse.js';

/** Preamble, prefix, and the element that states the length of the File Meta Information after it. */
const PREFIX_AT = 128;
const GROUP_LENGTH_AT = 132;
const META_AT = 144;
/** What is sent is in memory, twice while it is being written. */
const MAX_BYTES = 256 * 2 ** 20;

/** A data set that stays the bytes that it is in its file: the library neither parses nor writes it. */
class RawDataset extends dimse.Dataset {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, object: ObjectNames) {
    const { sopClassUid, instanceUid, transferSyntaxUid } = object;
    super({ SOPClassUID: sopClassUid, SOPInstanceUID: instanceUid }, transferSyntaxUid);
    this.#bytes = bytes;
  }

  override getDenaturalizedDataset(): Buffer {
    return this.#bytes;
  }
}

export interface ObjectNames {
  readonly sopClassUid: string;
  readonly instanceUid: string;
  readonly transferSyntaxUid: string;
}

/** Reads the data set of a DICOM file (PS3.10 section 7.1); undefined where the file cannot be read. */
export async function readDataset(
  file: SealedFile,
  object: ObjectNames,
): Promise<dimse.Dataset | undefined> {
  if (file.bytes > MAX_BYTES) return undefined;
  const bytes = await readSealedFile(file).catch(() => undefined);
  if (bytes?.toString('latin1', PREFIX_AT, GROUP_LENGTH_AT) !== 'DICM') return undefined;
  const start = META_AT + bytes.readUInt32LE(META_AT - 4);
  return new RawDataset(bytes.subarray(start), object);
}
