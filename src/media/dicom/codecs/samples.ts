import { PictureFault } from '../../picture-fault.js';
import type { DecodedFrame, FrameLayout } from './frame.js';

export type Samples = DecodedFrame['samples'];

/** Size of a frame as its codestream states it. */
export interface CodestreamSize {
  readonly rows: number;
  readonly columns: number;
  readonly components: number;
  /** Bits of each sample. */
  readonly precision: number;
}

export const sampleCount = ({ rows, columns, samplesPerPixel }: FrameLayout) =>
  rows * columns * samplesPerPixel;

/**
 * Compares a codestream with the data set's header, before memory of its size is allocated.
 *
 * Bits Stored may differ from the precision, as writers often compress the whole cell; more bits
 * than the cell has are refused.
 *
 * @param name of the compression, for the message
 * @throws PictureFault
 */
export function requireAgreement(name: string, stated: CodestreamSize, layout: FrameLayout): void {
  const { rows, columns, samplesPerPixel, bitsAllocated } = layout;
  if (stated.rows !== rows || stated.columns !== columns) {
    throw new PictureFault(
      `has a ${name} frame of ${stated.columns} × ${stated.rows} pixels, ` +
        `but its header says ${columns} × ${rows}`,
    );
  }
  if (stated.components !== samplesPerPixel) {
    throw new PictureFault(
      `has a ${name} frame of ${stated.components} components, ` +
        `but its header says ${samplesPerPixel} samples per pixel`,
    );
  }
  if (stated.precision > bitsAllocated || stated.precision < 1) {
    throw new PictureFault(
      `has a ${name} frame of ${stated.precision} bits per sample, ` +
        `but its header allocates ${bitsAllocated}`,
    );
  }
}

/**
 * An array of the kind that holds samples of so many bits; other sizes use the next larger cell.
 */
export function allocateSamples(bitsAllocated: number, signed: boolean, count: number): Samples {
  if (bitsAllocated <= 8) return signed ? new Int8Array(count) : new Uint8Array(count);
  if (bitsAllocated <= 16) return signed ? new Int16Array(count) : new Uint16Array(count);
  return signed ? new Int32Array(count) : new Uint32Array(count);
}

/**
 * Returns samples as the header describes them, from a decoder that returns unsigned cells.
 *
 * Signed pixels went into the encoder as two's complement (PS3.5 section 8.2), so the sign is
 * extended from the highest bit that is both stored and coded. Unsigned ones are left as decoded.
 *
 * @param cells unsigned, 0 … 2^precision − 1, interleaved by pixel
 */
export function fromUnsignedCells(
  cells: Uint8Array | Uint16Array,
  precision: number,
  layout: FrameLayout,
): Samples {
  const { bitsAllocated, bitsStored, signed } = layout;
  if (!signed && bitsAllocated <= 8 && cells instanceof Uint8Array) return cells;
  if (!signed && bitsAllocated > 8 && bitsAllocated <= 16 && cells instanceof Uint16Array) {
    return cells;
  }
  const samples = allocateSamples(bitsAllocated, signed, cells.length);
  if (!signed) {
    samples.set(cells);
    return samples;
  }
  const shift = 32 - Math.min(precision, bitsStored);
  for (let i = 0; i < cells.length; i += 1) samples[i] = ((cells[i] ?? 0) << shift) >> shift;
  return samples;
}

/** Little-endian cells of one or two bytes out of a codec's memory, copied. */
export function copyCells(
  memory: Uint8Array | Uint8ClampedArray,
  precision: number,
  count: number,
): Uint8Array | Uint16Array {
  const width = precision <= 8 ? 1 : 2;
  if (memory.length !== count * width) {
    throw new PictureFault('has a frame that decodes to another size than its header says');
  }
  const bytes = new Uint8Array(memory);
  return width === 1 ? bytes : new Uint16Array(bytes.buffer, 0, count);
}

/** RRR GGG BBB to RGB RGB RGB. */
export function interleave<T extends Samples>(planar: T, samplesPerPixel: number): T {
  if (samplesPerPixel === 1) return planar;
  const pixels = planar.length / samplesPerPixel;
  const interleaved = planar.slice() as T;
  for (let component = 0; component < samplesPerPixel; component += 1) {
    for (let i = 0; i < pixels; i += 1) {
      interleaved[i * samplesPerPixel + component] = planar[component * pixels + i] ?? 0;
    }
  }
  return interleaved;
}

/** A codec that does not convert colours returns whole pixels, so 4:2:2 no longer applies. */
export const untransformed = (photometric: string) =>
  photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric;
