import { PictureFault } from '../../picture-fault.js';
import type { DecodedFrame, FrameLayout } from './frame.js';
import { allocateSamples, fromUnsignedCells, requireAgreement, untransformed } from './samples.js';

/** A codestream ready for a decoder, and what its header says (ITU-T T.800 annex A). */
export interface Jpeg2000Codestream {
  /** Without a JP2 wrapper, every component marked as unsigned. */
  readonly bytes: Uint8Array;
  readonly precision: number;
  readonly signed: boolean;
}

const SIZ = 0xff51;
const SOT = 0xff90;
const EOC = 0xffd9;
const SIGN_BIT = 0x80;
const COMPONENTS_AT = 40;

const truncated = () =>
  new PictureFault('has a JPEG 2000 frame that ends before the picture does (truncated file)');
const damaged = () =>
  new PictureFault('has a JPEG 2000 frame that cannot be decoded (damaged file)');

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the codestream, without JP2 boxes where a writer kept them (T.800 annex I). */
function unwrapped(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  if (view.byteLength >= 4 && view.getUint32(0) === 0xff4fff51) return bytes;
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    const length = view.getUint32(offset);
    const type = Buffer.from(bytes.subarray(offset + 4, offset + 8)).toString('latin1');
    if (offset === 0 && type !== 'jP  ') break;
    const end = length === 0 ? bytes.length : offset + length;
    if (type === 'jp2c') return bytes.subarray(offset + 8, Math.min(end, bytes.length));
    if (length !== 0 && length < 8) break;
    offset = end;
  }
  throw new PictureFault('has a frame that does not start like JPEG 2000');
}

/** Where the first tile part starts, behind the main header. */
function firstTilePart(view: DataView): number {
  let offset = 2;
  for (;;) {
    if (offset + 4 > view.byteLength) throw truncated();
    const marker = view.getUint16(offset);
    if (marker === SOT) return offset;
    if (marker < 0xff4f) throw damaged();
    offset += 2 + view.getUint16(offset + 2);
  }
}

/** Follows the tile parts by their lengths, as decoders fill missing parts without an error. */
function requireWholeTileParts(view: DataView, first: number): void {
  let offset = first;
  while (offset + 2 <= view.byteLength && view.getUint16(offset) === SOT) {
    if (offset + 12 > view.byteLength) throw truncated();
    const length = view.getUint32(offset + 6);
    // The last tile part may leave its length open.
    if (length === 0) return;
    if (length < 14) throw damaged();
    offset += length;
  }
  if (offset > view.byteLength) throw truncated();
  // Some writers omit the end marker, or write part of it.
  const rest = view.byteLength - offset;
  if (rest >= 2 && ![EOC, 0].includes(view.getUint16(offset))) throw damaged();
}

/** SIZ, T.800 section A.5.1. Offsets are from the marker's own start, as in COMPONENTS_AT. */
function readSize(bytes: Uint8Array, layout: FrameLayout) {
  const view = viewOf(bytes);
  if (bytes.length < COMPONENTS_AT + 5 || view.getUint16(2) !== SIZ) throw truncated();
  const [columns, rows, left, top] = [8, 12, 16, 20].map((at) => view.getUint32(at));
  const components = view.getUint16(COMPONENTS_AT);
  const size = { columns: columns ?? 0, rows: rows ?? 0, components };
  const first = view.getUint8(COMPONENTS_AT + 2);
  const precision = (first & ~SIGN_BIT) + 1;
  requireAgreement('JPEG 2000', { ...size, precision }, layout);
  if (left !== 0 || top !== 0) {
    throw new PictureFault('has a JPEG 2000 frame with an image offset, which is not supported');
  }
  for (let i = 0; i < components; i += 1) {
    const at = COMPONENTS_AT + 2 + 3 * i;
    if (at + 3 > bytes.length) throw truncated();
    const alike = view.getUint8(at) === first && view.getUint16(at + 1) === 0x0101;
    if (!alike) {
      throw new PictureFault(
        'has a JPEG 2000 frame of unlike or subsampled components, which is not supported',
      );
    }
  }
  return { components, precision, signed: (first & SIGN_BIT) !== 0 };
}

/**
 * Reads the main header and compares it with the data set.
 *
 * Components are marked as unsigned, which only leaves the level shift of 2^(precision − 1) in the
 * samples (T.800 annex G): the codecs' wrappers clip negative samples of 8 bits or fewer to zero.
 *
 * @throws PictureFault
 */
export function readJpeg2000(wrapped: Uint8Array, layout: FrameLayout): Jpeg2000Codestream {
  const bytes = new Uint8Array(unwrapped(wrapped));
  const { components, precision, signed } = readSize(bytes, layout);
  if (precision > 16 || (components !== 1 && components !== 3)) {
    throw new PictureFault(
      `has a JPEG 2000 frame of ${components} components of ${precision} bits, ` +
        'which is not supported',
    );
  }
  if (components === 3 && precision > 8) {
    // OpenJPEG's wrapper returns black for such frames; OpenJPH's is untested with them.
    throw new PictureFault(
      `has a JPEG 2000 colour frame of ${precision} bits, which is not supported`,
    );
  }
  const view = viewOf(bytes);
  requireWholeTileParts(view, firstTilePart(view));
  for (let i = 0; i < components; i += 1) {
    const at = COMPONENTS_AT + 2 + 3 * i;
    bytes[at] = (bytes[at] ?? 0) & ~SIGN_BIT;
  }
  return { bytes, precision, signed };
}

/**
 * Samples with their sign, and the colour space that they are in.
 *
 * Where codestream and header disagree on the sign, the codestream has the numbers that the encoder
 * received. A signed codestream therefore keeps its negative samples under an unsigned header, and
 * an unsigned one under a signed header holds two's complement, as pydicom (issue 1149) reads it.
 *
 * @param cells as decoded from the codestream marked unsigned
 */
export function toDicomFrame(
  cells: Uint8Array | Uint16Array,
  codestream: Jpeg2000Codestream,
  layout: FrameLayout,
): DecodedFrame {
  // PS3.5 section 8.2.4: these two name the codestream's own transform, undone by now.
  const photometric = ['YBR_RCT', 'YBR_ICT'].includes(layout.photometric)
    ? 'RGB'
    : untransformed(layout.photometric);
  const { precision, signed } = codestream;
  if (!signed) {
    const coded = { ...layout, bitsStored: precision };
    return { samples: fromUnsignedCells(cells, precision, coded), photometric };
  }
  const samples = allocateSamples(layout.bitsAllocated, true, cells.length);
  const middle = 2 ** (precision - 1);
  for (let i = 0; i < cells.length; i += 1) samples[i] = (cells[i] ?? 0) - middle;
  return { samples, photometric };
}
