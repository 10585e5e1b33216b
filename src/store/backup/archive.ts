import { createHash, hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import {
  contentOfFile,
  readTar,
  type TarEntry,
  TarError,
  type TarFile,
  tarSize,
  writeTar,
} from '../../core/tar.js';
import { FORMATS, type Manifest, manifestSchema, type Part } from './schema.js';

const MANIFEST = 'manifest.json';
const SUMS = 'SHA256SUMS';
const MAX_MANIFEST = 4 * 1024 * 1024;

/** Receives the share of the contents processed so far, from 0 to 1. */
export type ReportProgress = (done: number) => void;

/** A backup that is read once, from its beginning to its end. */
export interface Archive {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest, which has those of all parts: it names the backup. */
  readonly sha256: string;
  /**
   * Writes all parts below a folder, each on disk when it returns.
   *
   * @throws AppError `unprocessable` for a part that differs from what was written
   */
  extract(folder: string, onProgress?: ReportProgress): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a file, and their SHA-256. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of contentOfFile(path)) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest('hex') };
}

const textOf = (manifest: Manifest) => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

/** The input of `sha256sum --check`, so that a backup can be checked without this program. */
function sumsOf(manifest: Buffer, parts: readonly Part[]): Buffer {
  const own = { name: MANIFEST, sha256: hash('sha256', manifest, 'hex') };
  return Buffer.from([own, ...parts].map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''));
}

const inMemory = (name: string, bytes: Buffer): TarFile => ({
  name,
  bytes: bytes.length,
  content: () => [bytes],
});

function createGauge(parts: readonly Part[], onProgress: ReportProgress): (bytes: number) => void {
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress(done / Math.max(all, 1));
  };
}

/**
 * Writes a new file with the manifest, a list of checksums and the parts: a tar archive, which can be
 * opened without this program. It is on disk when this returns.
 *
 * @param folder that contains the parts under their names in the manifest
 * @returns SHA-256 of the manifest
 */
export async function writeArchive(
  path: string,
  { manifest, folder }: { manifest: Manifest; folder: string },
  onProgress: ReportProgress = () => undefined,
): Promise<string> {
  const text = textOf(manifest);
  const gauge = createGauge(manifest.parts, onProgress);
  const parts = manifest.parts.map(({ name, bytes }) => ({
    name,
    bytes,
    async *content() {
      for await (const chunk of contentOfFile(join(folder, name))) {
        gauge(chunk.length);
        yield chunk;
      }
    },
  }));
  const files = [inMemory(MANIFEST, text), inMemory(SUMS, sumsOf(text, manifest.parts)), ...parts];
  const file = await open(path, 'wx', 0o600);
  try {
    const modifiedAt = Math.floor(Date.parse(manifest.made_at) / 1_000);
    for await (const piece of writeTar(files, modifiedAt)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  return hash('sha256', text, 'hex');
}

const damaged = (path: string, why: string) =>
  new AppError('unprocessable', `The backup ${path} is damaged: ${why}.`);

/** Runs code that reads a backup; bytes that are not a tar archive are reported as damage. */
async function asBackup<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TarError) throw damaged(path, messageOf(error));
    throw error;
  }
}

/** The entries of a backup, in the order in which they were written. */
function createEntries(all: AsyncGenerator<TarEntry>, path: string) {
  async function next(): Promise<TarEntry | undefined> {
    const { value, done } = await all.next();
    return done === true ? undefined : value;
  }
  return {
    next,
    async expect(name: string, bytes: number): Promise<TarEntry> {
      const entry = await next();
      if (entry?.name === name && entry.bytes === bytes && entry.kind === 'file') return entry;
      throw damaged(path, `${name} is not where it was`);
    },
  };
}

type Entries = ReturnType<typeof createEntries>;

async function bytesOf(entry: TarEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readManifest(entries: Entries, path: string) {
  const none = (cause?: unknown) =>
    new AppError('unprocessable', `${path} is not a readable backup.`, { cause });
  const entry = await entries.next().catch((error: unknown) => {
    throw error instanceof TarError ? none(error) : error;
  });
  if (entry?.name !== MANIFEST || entry.kind !== 'file' || entry.bytes > MAX_MANIFEST) throw none();
  const text = await bytesOf(entry);
  let value: unknown;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch {
    throw damaged(path, 'its manifest was changed');
  }
  const { format } = Object(value) as { format?: unknown };
  const known: readonly unknown[] = Object.values(FORMATS);
  if (typeof format === 'number' && !known.includes(format)) {
    throw new AppError('conflict', `${path} is of a format (${format}) this program cannot read.`);
  }
  const checked = check(manifestSchema, value);
  if (!checked.ok) throw damaged(path, 'its manifest was changed');
  return { text, manifest: checked.value };
}

async function expectSums(entries: Entries, sums: Buffer, path: string): Promise<void> {
  const entry = await entries.expect(SUMS, sums.length);
  if (!(await bytesOf(entry)).equals(sums)) throw damaged(path, `${SUMS} was changed`);
}

/** An archive ends where its last part does. */
async function expectSize(path: string, sizes: readonly number[]): Promise<void> {
  const { size } = await stat(path);
  const expected = tarSize(sizes);
  if (size < expected) throw damaged(path, 'it ends too early');
  if (size > expected) throw damaged(path, 'it has bytes after its end');
}

async function extractPart(
  entry: TarEntry,
  { name, sha256 }: Part,
  { path, target, gauge }: { path: string; target: string; gauge: (bytes: number) => void },
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  const digest = createHash('sha256');
  try {
    for await (const chunk of entry.content()) {
      digest.update(chunk);
      await file.writeFile(chunk);
      gauge(chunk.length);
    }
    if (digest.digest('hex') !== sha256) throw damaged(path, `${name} was changed`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Opens a backup and reads its manifest. Its files must be those of the manifest, in their order,
 * with their sizes and checksums, and no others.
 *
 * @throws AppError `unprocessable` for a file that is not a backup or is damaged, `conflict` for
 * one of a later format
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('not_found', `The backup ${path} cannot be opened.`, { cause });
  });
  const entries = createEntries(readTar(file), path);

  async function begin() {
    const { text, manifest } = await readManifest(entries, path);
    const sums = sumsOf(text, manifest.parts);
    const sizes = manifest.parts.map(({ bytes }) => bytes);
    await expectSize(path, [text.length, sums.length, ...sizes]);
    await expectSums(entries, sums, path);
    return { text, manifest };
  }

  async function extract(
    parts: readonly Part[],
    folder: string,
    onProgress: ReportProgress,
  ): Promise<void> {
    const gauge = createGauge(parts, onProgress);
    for (const part of parts) {
      const { name, bytes } = part;
      const entry = await entries.expect(name, bytes);
      await extractPart(entry, part, { path, target: join(folder, name), gauge });
    }
    if ((await entries.next()) !== undefined) throw damaged(path, 'it has bytes after its end');
  }

  try {
    const { text, manifest } = await asBackup(path, begin);
    return {
      manifest,
      sha256: hash('sha256', text, 'hex'),
      extract: (folder, onProgress = () => undefined) =>
        asBackup(path, () => extract(manifest.parts, folder, onProgress)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
