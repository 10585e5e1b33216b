import { mkdirSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Payload } from '../../calls/deferral.js';
import type { FormContent } from '../../calls/form.js';
import { AppError } from '../../core/errors.js';
import { createSealedFile, readSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { syncToDisk } from '../../core/sync-to-disk.js';

/** Below the data folder. */
export const JOBS_FOLDER = 'jobs';

/** Longer texts go to a file: the database writes its content twice. */
const MAX_INLINE_BYTES = 65_536;

/** The content of a request as stored in the database. */
export interface StoredContent {
  readonly text?: string;
  readonly fields?: FormContent['fields'];
  readonly file?: StoredFile;
  /** Of the form. */
  readonly parts?: FormContent['parts'];
}

/** A sealed file and its key. */
interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** base64 */
  readonly key: string;
  readonly counter: string;
}

export interface RequestStore {
  /**
   * Stores a request; resolves when the part outside the database is on disk.
   *
   * @throws AppError `overloaded` when it cannot be stored; then nothing of it remains
   */
  keep(payload: Payload): Promise<StoredContent>;
  /** Returns the request as it was sent; rejects where it no longer exists. */
  read(kept: StoredContent): Promise<Payload>;
  remove(name: string | null | undefined): Promise<void>;
  /** Removes all files but these. */
  sweep(needed: readonly string[]): Promise<void>;
}

function full(error: unknown): AppError {
  return new AppError('overloaded', 'The request could not be stored; try again later.', {
    retryAfterSeconds: 60,
    // The error's message contains a path, which only the log may show.
    cause: error,
  });
}

const keptFile = ({ path, bytes, key, counter }: SealedFile): StoredFile => ({
  name: basename(path),
  bytes,
  key: Buffer.from(key).toString('base64'),
  counter: Buffer.from(counter).toString('base64'),
});

async function sealed(folder: string, bytes: Uint8Array): Promise<SealedFile> {
  const writer = createSealedFile(folder);
  try {
    await writer.write(bytes);
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function textOf(file: SealedFile): Promise<{ text: string; bytes: Uint8Array }> {
  const bytes = await readSealedFile(file);
  return { text: bytes.toString('utf8'), bytes };
}

/**
 * Stores requests until they are processed. Files in it can be read only with the keys stored
 * in the database.
 */
export function createRequestStore(folder: string): RequestStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  /** Durable on disk, with its name, also after a loss of power. */
  async function settled(file: SealedFile): Promise<StoredFile> {
    try {
      await syncToDisk(file.path);
      await syncToDisk(folder);
    } catch (error) {
      await rm(file.path, { force: true });
      throw error;
    }
    return keptFile(file);
  }

  async function stored(payload: Payload): Promise<StoredContent> {
    if ('text' in payload) {
      const { text, bytes } = payload;
      if (bytes.byteLength <= MAX_INLINE_BYTES) return { text };
      return { file: await settled(await sealed(folder, bytes)) };
    }
    const { fields, file, parts } = payload;
    const path = join(folder, basename(file.path));
    await rename(file.path, path);
    return { fields, parts, file: await settled({ ...file, path }) };
  }

  return {
    keep: (payload) =>
      stored(payload).catch((error: unknown) => {
        throw full(error);
      }),
    async read({ text, fields, file, parts }) {
      if (file === undefined) {
        const all = text ?? '';
        return { text: all, bytes: Buffer.from(all) };
      }
      const { name, bytes } = file;
      const key = Buffer.from(file.key, 'base64');
      const counter = Buffer.from(file.counter, 'base64');
      const there = { path: join(folder, basename(name)), bytes, key, counter };
      if (fields === undefined || parts === undefined) return textOf(there);
      return { fields, file: there, parts };
    },
    async remove(name) {
      const own = typeof name === 'string' ? basename(name) : '';
      if (!['', '.', '..'].includes(own)) await rm(join(folder, own), { force: true });
    },
    async sweep(needed) {
      const kept = new Set(needed);
      const left = readdirSync(folder).filter((name) => !kept.has(name));
      for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}
