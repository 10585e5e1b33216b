import { crc8 } from '../checksums.js';

/** What all frames of a FLAC stream share (RFC 9639 section 8.2). */
export interface StreamInfo {
  readonly smallestBlock: number;
  readonly largestBlock: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bits: number;
  /** Samples per channel, 0 when the encoder did not know. */
  readonly total: number;
}

export type Decorrelation = 'none' | 'left-side' | 'side-right' | 'mid-side';

export interface FrameHeader {
  readonly blockSize: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly decorrelation: Decorrelation;
  readonly bits: number;
  /** Number of the frame's first sample. */
  readonly firstSample: number;
  /** Bytes of the header. */
  readonly length: number;
}

/** The longest a header can be: 4 + 7 of number + 2 of size + 2 of rate + 1 of checksum. */
export const LONGEST_HEADER = 16;

const RATES = [
  0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
];
const BITS = [0, 8, 12, -1, 16, 20, 24, 32];
const DECORRELATIONS: readonly Decorrelation[] = ['left-side', 'side-right', 'mid-side'];

/** The STREAMINFO block's 34 bytes; null when they are not valid. */
export function readStreamInfo(block: Uint8Array): StreamInfo | null {
  if (block.length < 34) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const packed = view.getUint32(10);
  const info = {
    smallestBlock: view.getUint16(0),
    largestBlock: view.getUint16(2),
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
    total: (packed & 15) * 4_294_967_296 + view.getUint32(14),
  };
  return info.bits >= 4 && info.largestBlock >= 1 ? info : null;
}

/** The number coded like UTF-8, of up to 36 bits (section 9.1.5): value and bytes, or null. */
function codedNumber(bytes: Uint8Array, at: number): readonly [number, number] | null {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return [first, 1];
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7) return null;
  let value = first & (0x7f >> length);
  for (let i = 1; i < length; i += 1) {
    const byte = bytes[at + i] ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return [value, length];
}

/** Block size or rate that follows the coded number: value and bytes, or null. */
function blockSizeOf(
  code: number,
  bytes: Uint8Array,
  at: number,
): readonly [number, number] | null {
  if (code === 0) return null;
  if (code === 1) return [192, 0];
  if (code <= 5) return [144 * 2 ** code, 0];
  if (code === 6) return [(bytes[at] ?? 0) + 1, 1];
  if (code === 7) return [(bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) + 1, 2];
  return [2 ** code, 0];
}

function rateOf(code: number, bytes: Uint8Array, at: number, info: StreamInfo) {
  const wide = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
  if (code === 12) return [(bytes[at] ?? 0) * 1000, 1] as const;
  if (code === 13) return [wide, 2] as const;
  if (code === 14) return [wide * 10, 2] as const;
  return code === 15 ? null : ([RATES[code] || info.sampleRate, 0] as const);
}

/**
 * The frame header at a position, or null when there is none with a valid checksum that fits the
 * stream (RFC 9639 section 9.1).
 */
export function readFrameHeader(
  bytes: Uint8Array,
  at: number,
  info: StreamInfo,
): FrameHeader | null {
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return null;
  const sizes = bytes[at + 2] ?? 0;
  const layout = bytes[at + 3] ?? 1;
  const assignment = layout >> 4;
  const bits = BITS[(layout >> 1) & 7] || info.bits;
  if ((layout & 1) !== 0 || assignment > 10 || bits < 0) return null;
  const number = codedNumber(bytes, at + 4);
  if (number === null) return null;
  const block = blockSizeOf(sizes >> 4, bytes, at + 4 + number[1]);
  if (block === null) return null;
  const rate = rateOf(sizes & 15, bytes, at + 4 + number[1] + block[1], info);
  if (rate === null) return null;
  const end = at + 4 + number[1] + block[1] + rate[1];
  if (end >= bytes.length || crc8(bytes, at, end) !== bytes[end]) return null;
  const channels = assignment < 8 ? assignment + 1 : 2;
  if (channels !== info.channels || bits !== info.bits || rate[0] !== info.sampleRate) return null;
  const variable = ((bytes[at + 1] ?? 0) & 1) === 1;
  return {
    blockSize: block[0],
    sampleRate: rate[0],
    channels,
    decorrelation: DECORRELATIONS[assignment - 8] ?? 'none',
    bits,
    firstSample: variable ? number[0] : number[0] * Math.max(info.largestBlock, 1),
    length: end + 1 - at,
  };
}
