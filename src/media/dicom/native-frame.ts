import { PictureFault } from '../picture-fault.js';
import type { DecodedFrame } from './codecs/frame.js';
import { interleave } from './codecs/samples.js';
import type { DicomDataSet } from './data-set.js';
import type { ByteRange } from './encapsulation.js';
import type { PixelFacts } from './pixel-facts.js';

const SUBSAMPLED = 'YBR_FULL_422';
const FULL = 'YBR_FULL';

function frameBits(facts: PixelFacts, samplesPerPixel: number): number {
  return facts.rows * facts.columns * samplesPerPixel * facts.bitsAllocated;
}

const bytesOf = (facts: PixelFacts, samples: number) =>
  Math.ceil((frameBits(facts, samples) * facts.frames) / 8);

/**
 * The samples that are stored per pixel. Two of four chroma values are left out in YBR_FULL_422
 * (PS3.3 C.7.6.3.1.2), but some writers state it for complete pixels.
 */
function storedSamples(facts: PixelFacts, length: number): number {
  const { photometric, samplesPerPixel, bitsAllocated, columns } = facts;
  if (photometric !== SUBSAMPLED || length >= bytesOf(facts, samplesPerPixel)) {
    return samplesPerPixel;
  }
  if (bitsAllocated !== 8 || columns % 2 !== 0) {
    throw new PictureFault('is YBR_FULL_422, but not with 8 bits and an even number of columns');
  }
  return 2;
}

/**
 * Bytes of Pixel Data in little-endian order: those of the data set itself
 * where cells of so many bytes can be read from them, else a copy.
 */
function frameBytes(
  dataSet: DicomDataSet,
  start: number,
  length: number,
  cellBytes: number,
): Uint8Array {
  const { pixelData, bytes, syntax } = dataSet;
  const from = pixelData.dataOffset + start;
  if (!syntax.bigEndian && (bytes.byteOffset + from) % cellBytes === 0) {
    return new Uint8Array(bytes.buffer, bytes.byteOffset + from, length);
  }
  // Whole words, as bytes are swapped in pairs.
  const lead = from % 2 === pixelData.dataOffset % 2 ? 0 : 1;
  const copy = new Uint8Array(lead + length + ((lead + length) % 2));
  copy.set(bytes.subarray(from - lead, from - lead + copy.length));
  // In a big-endian data set even bytes come as halves of swapped words, unless they are OB.
  if (syntax.bigEndian && pixelData.vr !== 'OB') Buffer.from(copy.buffer).swap16();
  return copy.subarray(lead, lead + length);
}

function unpackBits(bytes: Uint8Array, offset: number, count: number): Uint8Array {
  const samples = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const bit = offset + i;
    samples[i] = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  }
  return samples;
}

/** Y1 Y2 Cb Cr of two pixels becomes Y1 Cb Cr, Y2 Cb Cr. */
function fillChroma(bytes: Uint8Array): Uint8Array {
  const samples = new Uint8Array((bytes.length / 2) * 3);
  for (let from = 0, to = 0; from < bytes.length; from += 4, to += 6) {
    samples[to] = bytes[from] ?? 0;
    samples[to + 3] = bytes[from + 1] ?? 0;
    for (let chroma = 1; chroma <= 2; chroma += 1) {
      const shared = bytes[from + 1 + chroma] ?? 0;
      samples[to + chroma] = shared;
      samples[to + 3 + chroma] = shared;
    }
  }
  return samples;
}

type Cells = Uint8Array | Uint16Array | Uint32Array;

function swapHalves(cells: Uint32Array): void {
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] ?? 0;
    cells[i] = (cell >>> 16) | (cell << 16);
  }
}

function cellsOf(bytes: Uint8Array, bitsAllocated: number, bigEndian: boolean): Cells {
  if (bitsAllocated === 8) return bytes;
  const { buffer, byteOffset, byteLength } = bytes;
  if (bitsAllocated === 16) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  const cells = new Uint32Array(buffer, byteOffset, byteLength / 4);
  // Their words were swapped separately.
  if (bigEndian) swapHalves(cells);
  return cells;
}

/** How many bytes the native pixels of all frames take, in pixel data of a stated length. */
export const nativeBytes = (facts: PixelFacts, length: number): number =>
  bytesOf(facts, storedSamples(facts, length));

/** Native pixel data, and how many bytes the data set has that they are in. */
export interface NativePixels {
  readonly start: number;
  readonly length: number;
  readonly bytes: number;
}

/** @throws PictureFault where fewer bytes are there than are needed, or stated */
export function checkNativeLength({ start, length, bytes }: NativePixels, needed: number): void {
  if (start + Math.min(needed, length) > bytes) {
    throw new PictureFault('ends inside the pixel data (truncated file)');
  }
  if (length < needed) {
    throw new PictureFault(`has ${length} bytes of pixel data where its header requires ${needed}`);
  }
}

/** Where a frame is in the pixel data. */
interface FramePosition {
  /** Samples that are stored per pixel. */
  readonly stored: number;
  readonly firstBit: number;
  /** Bytes from the start of the pixel data, and how many hold the frame. */
  readonly start: number;
  readonly length: number;
}

/** @throws PictureFault when the file holds fewer bytes than its header states */
function positionOf(dataSet: DicomDataSet, facts: PixelFacts, frame: number): FramePosition {
  const { pixelData, syntax } = dataSet;
  if (pixelData.fragments !== undefined) {
    throw new PictureFault(`has pixel data in fragments, which ${syntax.name} does not allow`);
  }
  const stored = storedSamples(facts, pixelData.length);
  checkNativeLength(
    { start: pixelData.dataOffset, length: pixelData.length, bytes: dataSet.bytes.length },
    bytesOf(facts, stored),
  );
  const bits = frameBits(facts, stored);
  const firstBit = bits * (frame - 1);
  const start = Math.floor(firstBit / 8);
  return { stored, firstBit, start, length: Math.ceil((firstBit + bits) / 8) - start };
}

/** Eight bits to a byte, the first one the least significant. */
function packBits(bits: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries())
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7));
  return bytes;
}

/**
 * The bytes of a frame as they are in a little-endian data set with this frame alone: where they are
 * in the bytes of the data set, or a copy where they are there in another order.
 *
 * @param frame from 1
 * @throws PictureFault when the file holds fewer bytes than its header states
 */
export function nativeFrameBytes(
  dataSet: DicomDataSet,
  facts: PixelFacts,
  frame: number,
): ByteRange | Uint8Array {
  const { firstBit, start, length } = positionOf(dataSet, facts, frame);
  const { bitsAllocated, rows, columns } = facts;
  if (bitsAllocated === 1) {
    const bytes = frameBytes(dataSet, start, length, 1);
    return packBits(unpackBits(bytes, firstBit - start * 8, rows * columns));
  }
  const { pixelData, syntax } = dataSet;
  if (!syntax.bigEndian) return { start: pixelData.dataOffset + start, bytes: length };
  // Words are in the order of the data set already; of longer cells their halves are not.
  const bytes = frameBytes(dataSet, start, length, Math.ceil(bitsAllocated / 8)).slice();
  if (bitsAllocated === 32) swapHalves(new Uint32Array(bytes.buffer));
  return bytes;
}

/**
 * One frame of native (uncompressed) Pixel Data (PS3.5 section 8.1.1), every cell as it is stored:
 * bits beyond Bits Stored are kept. Samples may be in the memory of the data set's bytes.
 *
 * @param frame from 1
 * @throws PictureFault when the file holds fewer bytes than its header states
 */
export function nativeFrame(dataSet: DicomDataSet, facts: PixelFacts, frame: number): DecodedFrame {
  const { syntax } = dataSet;
  const { stored, firstBit, start, length } = positionOf(dataSet, facts, frame);
  const bytes = frameBytes(dataSet, start, length, Math.ceil(facts.bitsAllocated / 8));
  if (facts.bitsAllocated === 1) {
    const samples = unpackBits(bytes, firstBit - start * 8, facts.rows * facts.columns);
    return { samples, photometric: facts.photometric };
  }
  if (stored !== facts.samplesPerPixel) return { samples: fillChroma(bytes), photometric: FULL };
  const cells = cellsOf(bytes, facts.bitsAllocated, syntax.bigEndian);
  const planar = facts.planarConfiguration === 1;
  const samples = planar ? interleave(cells, facts.samplesPerPixel) : cells;
  return { samples, photometric: facts.photometric === SUBSAMPLED ? FULL : facts.photometric };
}
