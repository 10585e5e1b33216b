import { createHash, hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { BLOCK, paddingAfter, sizeIn, tarHeader } from '../../core/tar-header.js';
import { FORMATS, type Manifest, manifestSchema, type Part } from './schema.js';

const MANIFEST = 'manifest.json';
const SUMS = 'SHA256SUMS';
const CHUNK = 1024 * 1024;
const MOST_MANIFEST = 4 * CHUNK;
/** A tar archive ends with two empty blocks. */
const END = Buffer.alloc(2 * BLOCK);

/** Told how much of the contents has gone by, from 0 to 1. */
export type Told = (done: number) => void;

/** A backup that is read from its beginning to its end, once. */
export interface Archive {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest, which has those of all parts: it names the backup. */
  readonly sha256: string;
  /**
   * Writes all parts below a folder, each on disk when it returns.
   *
   * @throws AppError `unprocessable` at the first byte that is not as it was written
   */
  extract(folder: string, told?: Told): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a file, and their SHA-256. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'r');
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file.createReadStream({ highWaterMark: CHUNK })) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest('hex') };
}

const textOf = (manifest: Manifest) => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

/** What `sha256sum --check` reads, so that a backup can be checked without this program. */
function sumsOf(manifest: Buffer, parts: readonly Part[]): Buffer {
  const own = { name: MANIFEST, sha256: hash('sha256', manifest, 'hex') };
  return Buffer.from([own, ...parts].map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''));
}

const secondsOf = (manifest: Manifest) => Math.floor(Date.parse(manifest.made_at) / 1_000);

/** All that stands before the first part. */
function beginning(text: Buffer, manifest: Manifest): Buffer {
  const files = [
    { name: MANIFEST, content: text },
    { name: SUMS, content: sumsOf(text, manifest.parts) },
  ];
  return Buffer.concat(
    files.flatMap(({ name, content }) => [
      tarHeader(name, content.length, secondsOf(manifest)),
      content,
      Buffer.alloc(paddingAfter(content.length)),
    ]),
  );
}

function createGauge(parts: readonly Part[], told: Told): (bytes: number) => void {
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    told(done / Math.max(all, 1));
  };
}

async function writePart(file: FileHandle, path: string, gauge: (bytes: number) => void) {
  const source = await open(path, 'r');
  for await (const chunk of source.createReadStream({ highWaterMark: CHUNK })) {
    await file.writeFile(chunk);
    gauge(chunk.length);
  }
}

/**
 * Writes a new file that holds the manifest, a list of sums and the parts: a tar archive, which can
 * be opened without this program. It is on disk when this returns.
 *
 * @param folder where the parts lie by their names, as the manifest says
 * @returns SHA-256 of the manifest
 */
export async function writeArchive(
  path: string,
  { manifest, folder }: { manifest: Manifest; folder: string },
  told: Told = () => undefined,
): Promise<string> {
  const text = textOf(manifest);
  const gauge = createGauge(manifest.parts, told);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(beginning(text, manifest));
    for (const { name, bytes } of manifest.parts) {
      await file.writeFile(tarHeader(name, bytes, secondsOf(manifest)));
      await writePart(file, join(folder, name), gauge);
      await file.writeFile(Buffer.alloc(paddingAfter(bytes)));
    }
    await file.writeFile(END);
    await file.sync();
  } finally {
    await file.close();
  }
  return hash('sha256', text, 'hex');
}

const damaged = (path: string, why: string) =>
  new AppError('unprocessable', `The backup ${path} is damaged: ${why}.`);

/** Bytes from the front of a file; too few are damage. */
function createSource(file: FileHandle, path: string) {
  async function take(length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, null);
      if (bytesRead === 0) throw damaged(path, 'it ends too early');
      filled += bytesRead;
    }
    return buffer;
  }
  return {
    take,
    async expect(bytes: Buffer, what: string): Promise<void> {
      if (!(await take(bytes.length)).equals(bytes)) throw damaged(path, `${what} was changed`);
    },
    async expectEnd(): Promise<void> {
      const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1, null);
      if (bytesRead > 0) throw damaged(path, 'it goes on behind its end');
    },
  };
}

type Source = ReturnType<typeof createSource>;

async function readManifest(file: FileHandle, path: string) {
  const none = new AppError('unprocessable', `${path} is no backup that can be read.`);
  const header = Buffer.alloc(BLOCK);
  await file.read(header, 0, BLOCK, 0);
  const size = sizeIn(header, MANIFEST);
  if (size === undefined || size > MOST_MANIFEST) throw none;
  const text = Buffer.alloc(size);
  await file.read(text, 0, size, BLOCK);
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

async function extractPart(
  source: Source,
  { name, bytes, sha256 }: Part,
  { path, target, gauge }: { path: string; target: string; gauge: (bytes: number) => void },
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  const digest = createHash('sha256');
  try {
    for (let left = bytes; left > 0; left -= Math.min(left, CHUNK)) {
      const chunk = await source.take(Math.min(left, CHUNK));
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
 * Opens a backup and reads what it says of itself. Nothing but the very bytes that were written is
 * taken: headers and filling are compared, contents have their sums.
 *
 * @throws AppError `unprocessable` for a file that is none or is damaged, `conflict` for one of a
 * later format
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AppError('not_found', `The backup ${path} cannot be opened.`, { cause });
  });
  try {
    const { text, manifest } = await readManifest(file, path);
    const source = createSource(file, path);
    await source.expect(beginning(text, manifest), 'its beginning');
    return {
      manifest,
      sha256: hash('sha256', text, 'hex'),
      async extract(folder, told = () => undefined) {
        const gauge = createGauge(manifest.parts, told);
        for (const part of manifest.parts) {
          const { name, bytes } = part;
          await source.expect(tarHeader(name, bytes, secondsOf(manifest)), `the header of ${name}`);
          await extractPart(source, part, { path, target: join(folder, name), gauge });
          await source.expect(Buffer.alloc(paddingAfter(bytes)), `the filling after ${name}`);
        }
        await source.expect(END, 'its end');
        await source.expectEnd();
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
