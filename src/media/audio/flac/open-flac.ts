import { AudioFault } from '../audio-fault.js';
import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import { createGapFiller } from '../gap-filler.js';
import { oddFormat, type PcmSource } from '../pcm.js';
import { type DecodedFrame, decodeFrame } from './frame.js';
import {
  LONGEST_HEADER,
  readFrameHeader,
  readStreamInfo,
  type StreamInfo,
} from './frame-header.js';

/** First estimate of the size of a frame; doubled until a whole frame is read. */
const FRAME_BYTES = 32 * 1024;
/** More than the longest frame there can be: 65,535 samples of 8 channels of 32 bits. */
const LONGEST_FRAME = 4 * 1024 * 1024;
const SEARCH = 64 * 1024;
const STREAMINFO = 0;
/**
 * Maximum positions that look like a frame but are none, before the rest of the file is skipped.
 */
const MAX_FALSE_STARTS = 2000;

/**
 * Reads the metadata blocks behind `fLaC` and stops at the first frame (RFC 9639 section 8).
 * @throws AudioFault when STREAMINFO is missing or invalid.
 */
async function readMetadata(reader: ByteReader): Promise<StreamInfo> {
  reader.skip(4);
  let info: StreamInfo | null = null;
  for (;;) {
    const head = (await reader.take(4)).slice();
    if (head.length < 4) throw new AudioFault('is a FLAC file that ends within its header');
    const length = ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0);
    const type = (head[0] ?? 0) & 0x7f;
    if (type === STREAMINFO && info === null)
      info = readStreamInfo(await reader.peek(Math.min(length, 34)));
    reader.skip(length);
    if (((head[0] ?? 0) & 0x80) !== 0) break;
  }
  return requireFlacInfo(info);
}

/** @throws AudioFault when STREAMINFO is invalid. */
export function requireFlacInfo(info: StreamInfo | null): StreamInfo {
  if (info === null) throw new AudioFault('has no readable FLAC stream description');
  const odd = oddFormat(info.sampleRate, info.channels);
  if (odd !== null) throw new AudioFault(`has a FLAC header that ${odd}`);
  return info;
}

/** Returns the frame at the reader's position. */
async function frameHere(
  reader: ByteReader,
  info: StreamInfo,
): Promise<DecodedFrame | 'short' | 'bad'> {
  for (let length = FRAME_BYTES; ; length *= 2) {
    const bytes = await reader.peek(length);
    const outcome = decodeFrame(bytes, info);
    if (outcome !== 'short') return outcome;
    if (bytes.length < length) return 'short';
    if (length >= LONGEST_FRAME) return 'bad';
  }
}

/** Moves to the next position where a frame may start; returns false at the end. */
async function seekFrame(reader: ByteReader, info: StreamInfo): Promise<boolean> {
  reader.skip(1);
  for (;;) {
    const bytes = await reader.peek(SEARCH);
    for (let at = 0; at + 6 <= bytes.length; at += 1) {
      if (readFrameHeader(bytes, at, info) === null) continue;
      reader.skip(at);
      return true;
    }
    if (bytes.length < SEARCH) return false;
    reader.skip(bytes.length - LONGEST_HEADER);
  }
}

/** FLAC files may end with ID3v1 tags as well. */
async function onlyTagLeft(reader: ByteReader): Promise<boolean> {
  const rest = await reader.peek(129);
  return rest.length === 128 && Buffer.from(rest.subarray(0, 3)).toString('latin1') === 'TAG';
}

/**
 * Native FLAC (RFC 9639). A damaged frame is replaced by silence of the length that the frame
 * numbers give.
 * @throws AudioFault when the header is not supported.
 */
export async function openFlac(reader: ByteReader, trouble: AudioWarnings): Promise<PcmSource> {
  const info = await readMetadata(reader);
  const { sampleRate, channels } = info;
  const start = reader.position;
  return {
    info: { format: 'FLAC', codec: `FLAC ${info.bits} bit`, sampleRate, channels },
    async *blocks() {
      reader.seek(start);
      const gaps = createGapFiller({ rate: sampleRate, channels }, trouble);
      let falseStarts = 0;
      while (reader.position < reader.size && !(await onlyTagLeft(reader))) {
        const frame = await frameHere(reader, info);
        if (typeof frame !== 'string') {
          yield* gaps.before(frame.header.firstSample);
          gaps.passed(frame.header.blockSize);
          reader.skip(frame.length);
          yield frame.block;
          continue;
        }
        falseStarts += 1;
        const more = falseStarts < MAX_FALSE_STARTS && (await seekFrame(reader, info));
        if (more || frame === 'bad') gaps.lost();
        if (!more) break;
      }
      if (info.total > gaps.position) trouble.truncated();
    },
  };
}
