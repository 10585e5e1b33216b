import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * A file encrypted with a key that is only in memory: a client's upload waits on the disk to be
 * processed, and nothing legible is left there if the process dies.
 */
export interface SealedFile {
  readonly path: string;
  /** Of the content, where it is only a part of the file. */
  readonly start?: number;
  readonly bytes: number;
  readonly key: Uint8Array;
  readonly counter: Uint8Array;
}

const CIPHER = 'aes-256-ctr';
const KEY_BYTES = 32;
const BLOCK_BYTES = 16;
/** What may wait to be written: with less, each piece of a body would wait for the disk. */
const AHEAD_BYTES = 1_048_576;
const PIECE_BYTES = 256 * 1_024;

export interface SealedWriter {
  /** Resolves when more can be written. */
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<SealedFile>;
  /** Stops writing, if it is in progress, and deletes the file. */
  discard(): Promise<void>;
}

/** Creates a new file in an existing folder. */
export function createSealedFile(folder: string): SealedWriter {
  const path = join(folder, `${randomBytes(16).toString('hex')}.sealed`);
  const key = randomBytes(KEY_BYTES);
  const counter = randomBytes(BLOCK_BYTES);
  const cipher = createCipheriv(CIPHER, key, counter);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: AHEAD_BYTES });
  // Kept until it is read: an error between two writes must not end the process.
  let failure: Error | undefined;
  file.on('error', (error) => {
    failure ??= error;
  });
  let bytes = 0;
  return {
    async write(chunk) {
      if (failure !== undefined) throw failure;
      bytes += chunk.byteLength;
      if (file.write(cipher.update(chunk))) return;
      await new Promise<void>((resolve) => {
        file.once('drain', resolve);
        file.once('close', resolve);
      });
      if (failure !== undefined) throw failure;
    },
    async finish() {
      file.end();
      await finished(file);
      return { path, bytes, key, counter };
    },
    async discard() {
      file.destroy();
      // If it were deleted while it is still being opened, it would be created afterwards.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
      await rm(path, { force: true });
    },
  };
}

/** The counter advanced by this many blocks. */
function counterAt(counter: Uint8Array, blocks: number): Buffer {
  const sum = BigInt(`0x${Buffer.from(counter).toString('hex')}`) + BigInt(blocks);
  return Buffer.from((sum & ((1n << 128n) - 1n)).toString(16).padStart(32, '0'), 'hex');
}

/** A part of a sealed file, to be read like a file. */
export function partOfSealedFile(whole: SealedFile, start: number, bytes: number): SealedFile {
  return { ...whole, start: (whole.start ?? 0) + start, bytes };
}

export interface SealedReader {
  readonly bytes: number;
  /** At most `length` bytes from `offset` on; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Reads any part of a sealed file. */
export async function openSealedFile({
  path,
  start = 0,
  bytes,
  key,
  counter,
}: SealedFile): Promise<SealedReader> {
  const file = await open(path, 'r');
  return {
    bytes,
    async read(offset, length) {
      const from = start + offset;
      const block = Math.floor(from / BLOCK_BYTES) * BLOCK_BYTES;
      const wanted = start + Math.min(offset + length, bytes) - block;
      if (offset >= bytes || wanted <= 0) return new Uint8Array(0);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, block);
      const decipher = createDecipheriv(CIPHER, key, counterAt(counter, block / BLOCK_BYTES));
      return decipher.update(buffer.subarray(0, bytesRead)).subarray(from - block);
    },
    close: () => file.close(),
  };
}

/** Reads all of a sealed file. */
export async function readSealedFile(file: SealedFile): Promise<Buffer> {
  const reader = await openSealedFile(file);
  try {
    const { buffer, byteOffset, length } = await reader.read(0, reader.bytes);
    if (length !== reader.bytes) throw new RangeError('the file is not whole');
    return Buffer.from(buffer, byteOffset, length);
  } finally {
    await reader.close();
  }
}

/** The bytes of a sealed file, piece by piece. */
export async function* contentOfSealedFile(file: SealedFile): AsyncGenerator<Uint8Array> {
  const reader = await openSealedFile(file);
  try {
    for (let at = 0; at < file.bytes; ) {
      const piece = await reader.read(at, PIECE_BYTES);
      if (piece.length === 0) throw new RangeError('the file is not whole');
      at += piece.length;
      yield piece;
    }
  } finally {
    await reader.close();
  }
}
