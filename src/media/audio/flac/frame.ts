import { crc16 } from '../checksums.js';
import type { PcmBlock } from '../pcm.js';
import { cursorOver, OutOfBits } from './bit-cursor.js';
import { type FrameHeader, readFrameHeader, type StreamInfo } from './frame-header.js';
import { BadFrame, readSubframe } from './subframe.js';

export interface DecodedFrame {
  readonly header: FrameHeader;
  readonly block: PcmBlock;
  /** Bytes of the whole frame. */
  readonly length: number;
}

/** `short`: the bytes end within the frame. `bad`: no whole frame starts here. */
export type FrameOutcome = DecodedFrame | 'short' | 'bad';

type Samples = Int32Array | Float64Array;

function bitsOf({ bits, decorrelation }: FrameHeader, channel: number): number {
  const side = decorrelation === 'side-right' ? channel === 0 : channel === 1;
  return decorrelation !== 'none' && side ? bits + 1 : bits;
}

/** Undoes the difference between two channels and scales to -1..1. */
function toFloats(subframes: readonly Samples[], header: FrameHeader): Float32Array[] {
  const scale = 2 ** (1 - header.bits);
  const [a, b] = subframes;
  if (header.decorrelation === 'none' || a === undefined || b === undefined) {
    return subframes.map((samples) => Float32Array.from(samples, (value) => value * scale));
  }
  const left = new Float32Array(header.blockSize);
  const right = new Float32Array(header.blockSize);
  for (let i = 0; i < header.blockSize; i += 1) {
    const first = a[i] as number;
    const second = b[i] as number;
    let l = first;
    let r = second;
    if (header.decorrelation === 'left-side') r = first - second;
    else if (header.decorrelation === 'side-right') l = first + second;
    else {
      const middle = 2 * first + (Math.abs(second) % 2);
      l = (middle + second) / 2;
      r = (middle - second) / 2;
    }
    left[i] = l * scale;
    right[i] = r * scale;
  }
  return [left, right];
}

/** Returns the frame at the beginning of the bytes, once its checksum has been verified. */
export function decodeFrame(bytes: Uint8Array, info: StreamInfo): FrameOutcome {
  const header = readFrameHeader(bytes, 0, info);
  if (header === null) return 'bad';
  const cursor = cursorOver(bytes);
  cursor.bit = header.length * 8;
  try {
    const subframes = Array.from({ length: header.channels }, (_, channel) =>
      readSubframe(cursor, header.blockSize, bitsOf(header, channel)),
    );
    const end = Math.ceil(cursor.bit / 8);
    if (end + 2 > bytes.length) return 'short';
    const stated = ((bytes[end] as number) << 8) | (bytes[end + 1] as number);
    if (crc16(bytes, 0, end) !== stated) return 'bad';
    const block = { rate: header.sampleRate, channels: toFloats(subframes, header) };
    return { header, block, length: end + 2 };
  } catch (error) {
    if (error instanceof OutOfBits) return 'short';
    if (error instanceof BadFrame) return 'bad';
    throw error;
  }
}
