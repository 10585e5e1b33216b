import type { Element, Fragment } from 'dicom-parser';
import { PictureFault } from '../picture-fault.js';

export interface FrameChoice {
  /** From 1. */
  readonly frame: number;
  /** Number of Frames (0028,0008); 1 where the header has none. */
  readonly frames: number;
  /** Extended Offset Table (7FE0,0001), bytes from the first fragment's item tag. */
  readonly extendedOffsets?: readonly number[];
  /** Extended Offset Table Lengths (7FE0,0002), bytes. */
  readonly extendedLengths?: readonly number[];
}

const ITEM_HEAD_BYTES = 8;

const startsWith = (bytes: Uint8Array, offset: number, head: readonly number[]) =>
  head.every((byte, index) => bytes[offset + index] === byte);

const ITEM_TAG = [0xfe, 0xff, 0x00, 0xe0];

/** The first bytes of a codestream: JPEG and JPEG-LS, JPEG 2000, and JPEG 2000 in a JP2 wrapper. */
const IMAGE_STARTS: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0xff, 0x4f, 0xff, 0x51],
  [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20],
];

/**
 * The fragments that are items. Without a sequence delimiter the parser returns what follows the
 * pixel data as another fragment, which has another tag.
 */
function itemsOf(pixelData: Element, byteArray: Uint8Array): readonly Fragment[] {
  const fragments = (pixelData.fragments ?? []).filter(({ position }) =>
    startsWith(byteArray, position - ITEM_HEAD_BYTES, ITEM_TAG),
  );
  if (fragments.length === 0) throw new PictureFault('has no compressed pixel data');
  if (fragments.some(({ position, length }) => position + length > byteArray.length)) {
    throw new PictureFault('ends inside its compressed pixel data (truncated file)');
  }
  return fragments;
}

/**
 * Fragments of each frame by a table of offsets, or undefined where the table is unusable: writers
 * leave it empty, fill it with zeros or let it overflow 32 bits.
 */
function splitByTable(
  fragments: readonly Fragment[],
  offsets: readonly number[] | undefined,
  frames: number,
): readonly (readonly Fragment[])[] | undefined {
  if (offsets?.length !== frames || offsets[0] !== 0) return undefined;
  const indexOf = new Map(fragments.map(({ offset }, index) => [offset, index]));
  const starts = offsets.map((offset) => indexOf.get(offset) ?? -1);
  const rising = starts.every((start, index) => start > (starts[index - 1] ?? -1));
  if (!rising) return undefined;
  return starts.map((start, index) => fragments.slice(start, starts[index + 1]));
}

/** Fragments of each frame without a usable table, found as established readers do. */
function splitByContent(
  fragments: readonly Fragment[],
  byteArray: Uint8Array,
  frames: number,
): readonly (readonly Fragment[])[] {
  if (frames === 1) return [fragments];
  const filled = fragments.filter(({ length }) => length > 0);
  if (filled.length === frames) return filled.map((fragment) => [fragment]);
  if (filled.length < frames) {
    throw new PictureFault(`has ${frames} frames, but compressed data for only ${filled.length}`);
  }
  const starts = [...filled.keys()].filter((index) =>
    IMAGE_STARTS.some((head) => startsWith(byteArray, filled[index]?.position ?? 0, head)),
  );
  if (starts.length !== frames || starts[0] !== 0) {
    throw new PictureFault('has several fragments per frame and no usable offset table');
  }
  return starts.map((start, index) => filled.slice(start, starts[index + 1]));
}

function joined(fragments: readonly Fragment[], byteArray: Uint8Array): Uint8Array {
  const filled = fragments.filter(({ length }) => length > 0);
  const parts = filled.map((part) =>
    byteArray.subarray(part.position, part.position + part.length),
  );
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The tables of encapsulated Pixel Data, and how many frames it has. */
export type FrameTables = Omit<FrameChoice, 'frame'>;

interface SplitFrames {
  readonly frames: readonly (readonly Fragment[])[];
  /** The lengths of their codestreams, where a usable table states them. */
  readonly lengths: readonly number[] | undefined;
}

/** @throws PictureFault */
function splitFrames(
  pixelData: Element,
  byteArray: Uint8Array,
  { frames, extendedOffsets, extendedLengths }: FrameTables,
): SplitFrames {
  const fragments = itemsOf(pixelData, byteArray);
  const extended = splitByTable(fragments, extendedOffsets, frames);
  if (extended !== undefined) return { frames: extended, lengths: extendedLengths };
  const split =
    splitByTable(fragments, pixelData.basicOffsetTable, frames) ??
    splitByContent(fragments, byteArray, frames);
  return { frames: split, lengths: undefined };
}

/**
 * The codestream of one frame of encapsulated Pixel Data (PS3.5 annex A.4): by the extended offset
 * table, else by the basic one, else by the fragments themselves. A padding byte may follow it.
 *
 * @param pixelData the element (7FE0,0010) as the parser found it in `byteArray`
 * @throws PictureFault
 */
export function encapsulatedFrame(
  pixelData: Element,
  byteArray: Uint8Array,
  { frame, ...tables }: FrameChoice,
): Uint8Array {
  const { frames } = tables;
  if (!(Number.isInteger(frame) && frame >= 1 && frame <= frames)) {
    throw new PictureFault(`has no frame ${frame}: it has ${frames}`);
  }
  const split = splitFrames(pixelData, byteArray, tables);
  const bytes = joined(split.frames[frame - 1] ?? [], byteArray);
  if (bytes.length === 0) throw new PictureFault(`has no compressed data for frame ${frame}`);
  const exact = split.lengths?.[frame - 1];
  return exact !== undefined && exact > 0 ? bytes.subarray(0, exact) : bytes;
}

/** Bytes of a file that follow each other. */
export interface ByteRange {
  readonly start: number;
  readonly bytes: number;
}

/** The first `length` bytes of ranges. */
function cut(ranges: readonly ByteRange[], length: number): ByteRange[] {
  let left = length;
  return ranges.flatMap(({ start, bytes }) => {
    const taken = Math.min(bytes, left);
    left -= taken;
    return taken === 0 ? [] : [{ start, bytes: taken }];
  });
}

/**
 * Where the codestream of each frame is, as `encapsulatedFrame` returns it.
 *
 * @throws PictureFault
 */
export function encapsulatedRanges(
  pixelData: Element,
  byteArray: Uint8Array,
  tables: FrameTables,
): readonly (readonly ByteRange[])[] {
  const { frames, lengths } = splitFrames(pixelData, byteArray, tables);
  return frames.map((fragments, index) => {
    const ranges = fragments
      .filter(({ length }) => length > 0)
      .map(({ position, length }) => ({ start: position, bytes: length }));
    const exact = lengths?.[index];
    return exact !== undefined && exact > 0 ? cut(ranges, exact) : ranges;
  });
}
