import { createHash } from 'node:crypto';
import { openSealedFile, type SealedFile, type SealedReader } from '../../core/sealed-file.js';
import { defineTask } from '../../core/task.js';
import { readMeta } from '../../media/dicom/data-set.js';
import { checkWhole, type ObjectHead, readObjectHead } from '../../media/dicom/object-header.js';
import { DECODED_SYNTAXES, STORAGE_CLASSES } from '../../media/dicom/storage-classes.js';
import { PictureFault } from '../../media/picture-fault.js';
import type {
  InspectedObject,
  InspectObjectsInput,
  InspectObjectsOutput,
  ObjectFault,
} from './inspect-objects-contract.js';

const PREAMBLE_BYTES = 128;
const PREFIX = 'DICM';
/** Most headers end before; large functional groups have some megabytes. */
const HEAD_BYTES = [256 * 1_024, 16 * 2 ** 20];
const PIECE_BYTES = 2 ** 20;

/** A file as far as its header has been read. */
interface Head extends ObjectHead {
  /** What the File Meta Information names. */
  readonly stated: { readonly sopClass?: string; readonly instance?: string };
  /** Where the data set begins. */
  readonly start: number;
}

/** @throws PictureFault */
function readHead(bytes: Buffer): Head {
  const prefix = bytes.toString('latin1', PREAMBLE_BYTES, PREAMBLE_BYTES + PREFIX.length);
  if (prefix !== PREFIX) throw new PictureFault('is no DICOM file');
  const { meta, end } = readMeta(bytes);
  const transferSyntax = meta.text('x00020010');
  if (transferSyntax === undefined) throw new PictureFault('names no transfer syntax');
  const object = readObjectHead(bytes.subarray(end), transferSyntax);
  const [sopClass, instance] = [meta.text('x00020002'), meta.text('x00020003')];
  const stated = {
    ...(sopClass !== undefined && { sopClass }),
    ...(instance !== undefined && { instance }),
  };
  return { ...object, stated, start: end };
}

/** Reads the header of a file, of no more than its first bytes where they suffice. */
async function openHead(reader: SealedReader): Promise<Head> {
  for (const length of HEAD_BYTES) {
    const { buffer, byteOffset, byteLength } = await reader.read(0, length);
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const isAll = byteLength === reader.bytes || length === HEAD_BYTES.at(-1);
    try {
      const head = readHead(bytes);
      // Bytes may end between two elements, before the pixels.
      if (isAll || head.pixels !== undefined) return head;
    } catch (error) {
      if (isAll || !(error instanceof PictureFault)) throw error;
    }
  }
  throw new PictureFault('is empty');
}

async function sha256From(reader: SealedReader, start: number): Promise<string> {
  const hash = createHash('sha256');
  for (let at = start; at < reader.bytes; ) {
    const piece = await reader.read(at, PIECE_BYTES);
    if (piece.length === 0) throw new RangeError('the file is not whole');
    hash.update(piece);
    at += piece.length;
  }
  return hash.digest('hex');
}

function faultOf({ header, stated }: Head): ObjectFault | undefined {
  const { sopClassUid, sopInstanceUid, transferSyntaxUid } = header;
  if (stated.sopClass !== undefined && stated.sopClass !== sopClassUid) return 'other-class';
  if (stated.instance !== undefined && stated.instance !== sopInstanceUid) return 'other-instance';
  if (!STORAGE_CLASSES.has(sopClassUid)) return 'class-not-supported';
  return DECODED_SYNTAXES.has(transferSyntaxUid) ? undefined : 'syntax-not-supported';
}

/** Whether nothing is missing at the end of an object. */
async function isWhole(head: Head, { bytes, read }: SealedReader): Promise<boolean> {
  const { start } = head;
  const dataSet = {
    bytes: bytes - start,
    read: (at: number, length: number) => read(start + at, length),
  };
  try {
    await checkWhole(head, dataSet);
    return true;
  } catch (error) {
    if (error instanceof PictureFault) return false;
    throw error;
  }
}

async function inspect(file: SealedFile): Promise<InspectedObject> {
  const reader = await openSealedFile(file);
  try {
    const head = await openHead(reader);
    const fault = faultOf(head);
    if (fault !== undefined) return { fault, header: head.header };
    const whole = await isWhole(head, reader);
    if (!whole) return { fault: 'not-understood', header: head.header };
    return { header: head.header, sha256: await sha256From(reader, head.start) };
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    return { fault: 'not-understood' };
  } finally {
    await reader.close();
  }
}

/** Reads the headers of DICOM files that were sent, and says which of them can be kept. */
export const inspectObjectsTask = defineTask({
  name: 'inspect-objects',
  lane: 'usual',
  async run({ files }: InspectObjectsInput): Promise<InspectObjectsOutput> {
    const objects: InspectedObject[] = [];
    for (const file of files) objects.push(await inspect(file));
    return { objects };
  },
});
