import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import type { Element } from 'dicom-parser';
import { PictureFault } from '../picture-fault.js';
import type { Attributes } from './attributes.js';
import { UNDEFINED_LENGTH } from './element-stream.js';
import { inflationFault, MAX_INFLATED, tooLarge } from './file-encoding.js';
import { checkNativeLength, nativeBytes } from './native-frame.js';
import { readPixelFacts } from './pixel-facts.js';
import type { TransferSyntax } from './transfer-syntax.js';

/** Where the pixel data of a data set are, as its header says. */
export interface PixelPlace {
  /** Of their value, from the first byte of the data set; of a deflated one as it is when inflated. */
  readonly start: number;
  /** Undefined: they are in fragments. */
  readonly length: number | undefined;
  /** What native pixels need; undefined where the header does not say. */
  readonly needed: number | undefined;
  readonly frames: number;
  readonly syntax: TransferSyntax;
}

/** The bytes of a data set, wherever they are. */
export interface DataSetBytes {
  readonly bytes: number;
  /** At most `length` bytes from `offset` on; fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Unsupported pixels are no fault of an object that is only to be kept. */
function neededBytes(attributes: Attributes, length: number): number | undefined {
  try {
    return nativeBytes(readPixelFacts(attributes, Number.POSITIVE_INFINITY), length);
  } catch (error) {
    if (error instanceof PictureFault) return undefined;
    throw error;
  }
}

export function placeOfPixels(
  attributes: Attributes,
  { dataOffset, length }: Element,
  syntax: TransferSyntax,
): PixelPlace {
  const isFragments = length === UNDEFINED_LENGTH;
  return {
    start: dataOffset,
    length: isFragments ? undefined : length,
    needed: isFragments || syntax.encapsulated ? undefined : neededBytes(attributes, length),
    frames: attributes.decimal('x00280008') ?? 1,
    syntax,
  };
}

const ITEM = 0xe0_00;
const SEQUENCE_DELIMITER = 0xe0_dd;
const DELIMITER_GROUP = 0xff_fe;
const PIXEL_GROUP = 0x7f_e0;
const HEAD_BYTES = 8;
/** As many as the elements of a header may be. */
const MAX_FRAGMENTS = 500_000;
/** Short fragments follow each other within one piece. */
const PIECE_BYTES = 4_096;
const DEFLATED_PIECE_BYTES = 256 * 1_024;

/** Reads the heads of fragments, which follow each other. */
function headReader({ read }: DataSetBytes): (at: number) => Promise<DataView | undefined> {
  let piece: Uint8Array = new Uint8Array(0);
  let from = 0;
  return async (at) => {
    if (at < from || at + HEAD_BYTES > from + piece.length) {
      piece = await read(at, PIECE_BYTES);
      from = at;
    }
    if (piece.length - (at - from) < HEAD_BYTES) return undefined;
    return new DataView(piece.buffer, piece.byteOffset + at - from, HEAD_BYTES);
  };
}

const truncated = () => new PictureFault('ends inside its compressed pixel data (truncated file)');

/** Follows the fragments to the delimiter, or to the next element where a writer left that out. */
async function checkFragments({ start, frames }: PixelPlace, source: DataSetBytes): Promise<void> {
  const headAt = headReader(source);
  let filled = 0;
  for (let n = 0, at = start; n < MAX_FRAGMENTS; n += 1) {
    const head = await headAt(at);
    if (head === undefined) throw truncated();
    const [group, element] = [head.getUint16(0, true), head.getUint16(2, true)];
    const length = head.getUint32(4, true);
    if (group !== DELIMITER_GROUP || element !== ITEM) {
      const isEnd =
        group === DELIMITER_GROUP ? element === SEQUENCE_DELIMITER : group > PIXEL_GROUP;
      if (n === 0 || !isEnd) throw new PictureFault('has pixel data whose fragments are damaged');
      if (filled >= frames) return;
      throw new PictureFault(`has ${frames} frames, but compressed data for only ${filled}`);
    }
    // The first item is the table of offsets.
    if (n > 0 && length > 0) filled += 1;
    at += HEAD_BYTES + length;
    if (at > source.bytes) throw truncated();
  }
  throw new PictureFault('has too many fragments');
}

async function* piecesOf({ bytes, read }: DataSetBytes): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const piece = await read(at, DEFLATED_PIECE_BYTES);
    if (piece.length === 0) throw new RangeError('the data set is not whole');
    at += piece.length;
    yield piece;
  }
}

/** How many bytes a deflated data set has; they are counted, not kept. */
async function inflatedBytes(source: DataSetBytes): Promise<number> {
  let bytes = 0;
  const count = async (inflated: AsyncIterable<Uint8Array>) => {
    for await (const { length } of inflated) {
      bytes += length;
      if (bytes > MAX_INFLATED) throw tooLarge();
    }
  };
  try {
    await pipeline(Readable.from(piecesOf(source)), createInflateRaw(), count);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw inflationFault(cause);
    throw cause;
  }
  return bytes;
}

/**
 * Checks that the pixel data of an object are there to their end. Nothing is decoded, and of native
 * pixels nothing is read.
 *
 * @throws PictureFault
 */
export async function checkPixels(place: PixelPlace, source: DataSetBytes): Promise<void> {
  const { start, length, needed, syntax } = place;
  if (syntax.encapsulated !== (length === undefined)) {
    throw new PictureFault(
      syntax.encapsulated
        ? 'has no compressed pixel data'
        : `has pixel data in fragments, which ${syntax.name} does not allow`,
    );
  }
  if (length === undefined) return checkFragments(place, source);
  const bytes = syntax.deflated ? await inflatedBytes(source) : source.bytes;
  // No byte is missing, of padding neither.
  checkNativeLength({ start, length, bytes }, length);
  checkNativeLength({ start, length, bytes }, needed ?? length);
}
