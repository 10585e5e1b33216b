import type { AudioSource } from './audio-source.js';

/** Bytes read from the source at once. */
const BLOCK = 256 * 1024;

/** Reads a source from beginning to end with one block of it in memory. */
export interface ByteReader {
  /** Offset of the next byte. */
  readonly position: number;
  readonly size: number;
  /** The next bytes without moving on; fewer only at the end. Valid until the next call. */
  peek(length: number): Promise<Uint8Array>;
  /** The next bytes; fewer only at the end. Valid until the next call. */
  take(length: number): Promise<Uint8Array>;
  skip(length: number): void;
  seek(position: number): void;
}

/** Reads until `length` bytes are buffered or the source ends. */
async function readFully(
  source: AudioSource,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBufferLike>> {
  const first = await source.read(offset, Math.min(length, BLOCK));
  if (first.length >= length || first.length === 0) return first;
  const whole = new Uint8Array(length);
  whole.set(first);
  let filled = first.length;
  while (filled < length) {
    const more = await source.read(offset + filled, Math.min(length - filled, BLOCK));
    if (more.length === 0) break;
    whole.set(more.subarray(0, length - filled), filled);
    filled += more.length;
  }
  return whole.subarray(0, Math.min(filled, length));
}

export function createByteReader(source: AudioSource): ByteReader {
  let block: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  let blockStart = 0;
  let position = 0;
  async function peek(length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, source.bytes - position));
    const from = position - blockStart;
    if (from < 0 || from + wanted > block.length) {
      const left = source.bytes - position;
      block = await readFully(source, position, Math.min(left, Math.max(wanted, BLOCK)));
      blockStart = position;
    }
    const at = position - blockStart;
    return block.subarray(at, at + wanted);
  }
  return {
    get position() {
      return position;
    },
    size: source.bytes,
    peek,
    take: async (length) => {
      const bytes = await peek(length);
      position += bytes.length;
      return bytes;
    },
    skip: (length) => {
      position = Math.min(source.bytes, position + length);
    },
    seek: (to) => {
      position = Math.min(source.bytes, Math.max(0, to));
    },
  };
}
