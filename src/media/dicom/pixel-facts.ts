import { PictureFault } from '../picture-fault.js';
import type { Attributes } from './attributes.js';
import type { FrameLayout } from './codecs/frame.js';

/** The Image Pixel module (PS3.3 C.7.6.3), checked. */
export interface PixelFacts extends FrameLayout {
  /** Position of a sample's most significant bit in its cell, from 0. */
  readonly highBit: number;
  readonly frames: number;
}

const GREY = ['MONOCHROME1', 'MONOCHROME2'];
const ONE_SAMPLE = [...GREY, 'PALETTE COLOR'];
const THREE_SAMPLES = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT'];
const BITS_ALLOCATED = [1, 8, 16, 32];
const MAX_FRAMES = 2 ** 31 - 1;
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;

/** Value representations of a count; others hold no number. */
const BINARY = new Set([undefined, 'US', 'SS', 'UN', 'OW', 'UL']);

function count(attributes: Attributes, tag: string): number | undefined {
  if (!attributes.has(tag)) return undefined;
  if (BINARY.has(attributes.vr(tag))) return attributes.word(tag);
  return attributes.decimal(tag);
}

function unusable(name: string): PictureFault {
  return new PictureFault(`has no usable ${name}`);
}

function required(attributes: Attributes, tag: string, name: string): number {
  const value = count(attributes, tag);
  if (value === undefined || !Number.isInteger(value) || value < 1) throw unusable(name);
  return value;
}

function readFrames(attributes: Attributes): number {
  if (attributes.text('x00280008') === undefined) return 1;
  const frames = attributes.decimal('x00280008') ?? Number.NaN;
  if (!Number.isInteger(frames) || frames < 0 || frames > MAX_FRAMES) {
    throw unusable('Number of Frames (0028,0008)');
  }
  // Some writers state 0 for a single image.
  return Math.max(1, frames);
}

/** Terms of PS3.3 section C.7.6.3.1.2, most of them retired, that are not supported. */
const NOT_READ = ['HSV', 'ARGB', 'CMYK', 'YBR_PARTIAL_422', 'YBR_PARTIAL_420', 'XYB'];

function readPhotometric(attributes: Attributes): string {
  const photometric = attributes.text('x00280004')?.toUpperCase() ?? '';
  if (!CODE_STRING.test(photometric)) {
    throw unusable('Photometric Interpretation (0028,0004)');
  }
  if (!ONE_SAMPLE.includes(photometric) && !THREE_SAMPLES.includes(photometric)) {
    // Any other word may be anything, and is not repeated.
    const named = NOT_READ.includes(photometric) ? photometric : 'of another kind';
    throw new PictureFault(`is ${named}, a photometric interpretation that is not supported`);
  }
  return photometric;
}

function readSamples(attributes: Attributes, photometric: string): number {
  const expected = ONE_SAMPLE.includes(photometric) ? 1 : 3;
  const samples = count(attributes, 'x00280002') ?? expected;
  if (samples === expected) return samples;
  throw new PictureFault(`has ${samples} samples per pixel, but is ${photometric}`);
}

function readBits(attributes: Attributes) {
  const bitsAllocated = required(attributes, 'x00280100', 'Bits Allocated (0028,0100)');
  if (!BITS_ALLOCATED.includes(bitsAllocated)) {
    throw new PictureFault(
      `has samples of ${bitsAllocated} bits; ${BITS_ALLOCATED.join(', ')} bits are supported`,
    );
  }
  const bitsStored = count(attributes, 'x00280101') ?? bitsAllocated;
  if (!(bitsStored >= 1 && bitsStored <= bitsAllocated)) {
    throw unusable('Bits Stored (0028,0101)');
  }
  const highBit = count(attributes, 'x00280102') ?? bitsStored - 1;
  const fits = highBit >= bitsStored - 1 && highBit < bitsAllocated;
  return { bitsAllocated, bitsStored, highBit: fits ? highBit : bitsStored - 1 };
}

function flag(attributes: Attributes, tag: string, name: string): 0 | 1 {
  const value = count(attributes, tag) ?? 0;
  if (value === 0 || value === 1) return value;
  throw unusable(name);
}

export const isGrey = (photometric: string) => GREY.includes(photometric);

/**
 * What the header says of the pixels.
 *
 * @param megapixels the most that will be decoded, 10⁶ pixels a frame
 * @throws PictureFault where an attribute is missing, invalid or not supported
 */
export function readPixelFacts(attributes: Attributes, megapixels: number): PixelFacts {
  const rows = required(attributes, 'x00280010', 'Rows (0028,0010)');
  const columns = required(attributes, 'x00280011', 'Columns (0028,0011)');
  if (rows * columns > megapixels * 1e6) {
    throw new PictureFault(`has more than ${megapixels} megapixels`);
  }
  const photometric = readPhotometric(attributes);
  return {
    rows,
    columns,
    photometric,
    samplesPerPixel: readSamples(attributes, photometric),
    ...readBits(attributes),
    signed: flag(attributes, 'x00280103', 'Pixel Representation (0028,0103)') === 1,
    planarConfiguration: flag(attributes, 'x00280006', 'Planar Configuration (0028,0006)'),
    frames: readFrames(attributes),
  };
}
