import { PictureFault } from '../../picture-fault.js';
import type { FrameDecoder, FrameLayout } from './frame.js';
import { allocateSamples, type Samples, sampleCount, untransformed } from './samples.js';

const HEAD_BYTES = 64;
const MAX_SEGMENTS = 15;
/** Two bytes decode to at most 128 (PS3.5 section G.3.2). */
const MAX_EXPANSION = 64;

const truncated = () =>
  new PictureFault('has an RLE frame that ends before the picture does (truncated file)');

/**
 * Start and end of the segments, from the RLE header: a count and 15 offsets (PS3.5 section G.5).
 */
function segmentsOf(bytes: Uint8Array, expected: number): readonly Uint8Array[] {
  if (bytes.length < HEAD_BYTES) throw new PictureFault('has an RLE frame without a header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  if (count !== expected || count > MAX_SEGMENTS) {
    throw new PictureFault(
      `has an RLE frame of ${count} segments, but its header calls for ${expected}`,
    );
  }
  const starts = Array.from({ length: count }, (_, i) => view.getUint32(4 + 4 * i, true));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? bytes.length;
    if (start < HEAD_BYTES || end < start || end > bytes.length) {
      throw new PictureFault('has an RLE frame with segments outside of it (damaged file)');
    }
    return bytes.subarray(start, end);
  });
}

/**
 * One PackBits segment (PS3.5 section G.3.1) into every `stride`-th byte of `out`. Bytes that follow
 * the last pixel are padding.
 */
function unpack(segment: Uint8Array, out: Uint8Array, first: number, stride: number): void {
  let target = first;
  let source = 0;
  while (target < out.length) {
    const control = segment[source];
    if (control === undefined) throw truncated();
    source += 1;
    if (control === 128) continue;
    const literal = control < 128;
    const length = literal ? control + 1 : 257 - control;
    for (let i = 0; i < length && target < out.length; i += 1) {
      const byte = segment[literal ? source + i : source];
      if (byte === undefined) throw truncated();
      out[target] = byte;
      target += stride;
    }
    source += literal ? length : 1;
  }
}

/** Cells of the machine's own (little-endian) order; raw, unused bits included. */
function cellsOf(bytes: Uint8Array, layout: FrameLayout): Samples {
  const kind = allocateSamples(layout.bitsAllocated, layout.signed, 0);
  switch (kind.BYTES_PER_ELEMENT) {
    case 1:
      return layout.signed ? new Int8Array(bytes.buffer) : bytes;
    case 2:
      return layout.signed ? new Int16Array(bytes.buffer) : new Uint16Array(bytes.buffer);
    default:
      return layout.signed ? new Int32Array(bytes.buffer) : new Uint32Array(bytes.buffer);
  }
}

/**
 * RLE Lossless (PS3.5 annex G): one PackBits segment for each byte of each sample, the most
 * significant first. Cells are returned as they are stored, like those of native pixel data: the
 * sign is that of the whole cell, and bits beyond Bits Stored are not masked.
 */
export const decodeRle: FrameDecoder = async (bytes, layout) => {
  const { bitsAllocated, samplesPerPixel, photometric } = layout;
  if (![8, 16, 32].includes(bitsAllocated)) {
    throw new PictureFault(`has an RLE frame of ${bitsAllocated} bits, which is not supported`);
  }
  const width = bitsAllocated / 8;
  const size = sampleCount(layout) * width;
  const segments = segmentsOf(bytes, samplesPerPixel * width);
  if (bytes.length * MAX_EXPANSION < size) throw truncated();
  const out = new Uint8Array(size);
  for (const [index, segment] of segments.entries()) {
    const sample = Math.floor(index / width);
    const significance = width - 1 - (index % width);
    unpack(segment, out, sample * width + significance, samplesPerPixel * width);
  }
  return { samples: cellsOf(out, layout), photometric: untransformed(photometric) };
};
