import type { ByteReader } from '../byte-reader.js';
import type { Mp3Header } from './frame-header.js';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Bytes of the ID3v2 tag at the beginning of the bytes, 0 when there is none (id3.org). */
export function id3v2Length(bytes: Uint8Array): number {
  if (bytes.length < 10 || latin1(bytes.subarray(0, 3)) !== 'ID3') return 0;
  const sizes = bytes.subarray(6, 10);
  if (sizes.some((byte) => byte > 0x7f)) return 0;
  const size = sizes.reduce((sum, byte) => sum * 128 + byte, 0);
  const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}

/** Skips all ID3v2 tags at the reader's position. */
export async function skipId3v2(reader: ByteReader): Promise<void> {
  for (;;) {
    const length = id3v2Length(await reader.peek(10));
    if (length === 0) return;
    reader.skip(length);
  }
}

/** Whether the tags that follow the sound begin here: ID3v1, Lyrics3 or APEv2. */
export const startsTrailer = (bytes: Uint8Array): boolean =>
  /^(TAG|LYRICSBEGIN|APETAGEX)/.test(latin1(bytes.subarray(0, 11)));

/** Description of the whole stream in a first frame without sound. */
export interface Mp3Summary {
  /** Number of following frames of sound, null when not stated. */
  readonly frames: number | null;
  /** Samples to skip at the beginning: the encoder's and a decoder's own delay. */
  readonly delay: number;
  /** Samples of padding at the end; null when not stated. */
  readonly padding: number | null;
}

/** Delay of every Layer III decoder: 528 samples of the filter banks and 1 (LAME's tag notes). */
const DECODER_DELAY = 529;

/** Encoder delay and padding behind a Xing header, where LAME and Lavc put them. */
function lameGap(frame: Uint8Array, at: number): Pick<Mp3Summary, 'delay' | 'padding'> {
  const encoder = latin1(frame.subarray(at, at + 4));
  if (!/^(LAME|Lavf|Lavc|L3\.9)/.test(encoder) || at + 24 > frame.length) {
    return { delay: 0, padding: null };
  }
  const [a, b, c] = [frame[at + 21] ?? 0, frame[at + 22] ?? 0, frame[at + 23] ?? 0];
  return { delay: ((a << 4) | (b >> 4)) + DECODER_DELAY, padding: ((b & 15) << 8) | c };
}

/** The summary in a stream's first frame (Xing, Info or VBRI), null when it is sound. */
export function readSummary(frame: Uint8Array, header: Mp3Header): Mp3Summary | null {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const vbri = 4 + 32;
  if (frame.length >= vbri + 18 && latin1(frame.subarray(vbri, vbri + 4)) === 'VBRI') {
    return { frames: view.getUint32(vbri + 14), delay: 0, padding: null };
  }
  const at = 4 + header.sideInfo;
  if (frame.length < at + 8 || !/^(Xing|Info)$/.test(latin1(frame.subarray(at, at + 4))))
    return null;
  const flags = view.getUint32(at + 4);
  let next = at + 8;
  let frames: number | null = null;
  if ((flags & 1) !== 0 && next + 4 <= frame.length) frames = view.getUint32(next);
  for (const [flag, bytes] of [
    [1, 4],
    [2, 4],
    [4, 100],
    [8, 4],
  ] as const) {
    if ((flags & flag) !== 0) next += bytes;
  }
  return { frames, ...lameGap(frame, next) };
}
