import { mkdirSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import {
  BLOCK,
  paddingAfter,
  readTarHeader,
  type TarEntry,
  tarHeader,
} from '../../core/tar-header.js';
import { codeOf } from '../refusal.js';
import { fileName } from '../schema.js';

const CHUNK = 1024 * 1024;
const MIB = 1024 * 1024;
const MOST_ENTRIES = 10_000;
/** A tar archive ends with two empty blocks. */
const END = Buffer.alloc(2 * BLOCK);

/** Told how much of the file has gone by, from 0 to 1. */
export type ReportProgress = (done: number) => void;

const refuse = (path: string, why: string, cause?: unknown) =>
  new AppError('unprocessable', `${path} is not taken: ${why}.`, { cause });

interface Reading {
  readonly file: FileHandle;
  readonly path: string;
  readonly told: ReportProgress;
  readonly size: number;
  at: number;
}

/** The next bytes of a file, which must be there. */
async function take(reading: Reading, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await reading.file.read(buffer, filled, length - filled, reading.at);
    if (bytesRead === 0) throw refuse(reading.path, 'it ends too early');
    filled += bytesRead;
    reading.at += bytesRead;
  }
  reading.told(reading.at / Math.max(reading.size, 1));
  return buffer;
}

/** What comes next; nothing at the end. */
async function nextEntry(reading: Reading): Promise<TarEntry | undefined> {
  try {
    return readTarHeader(await take(reading, BLOCK));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(reading.path, messageOf(error), error);
  }
}

const OTHERS: Readonly<Record<string, string>> = {
  1: 'a link',
  2: 'a link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
};

/** The path below the package folder, of which every part is an ordinary name. */
function nameOf({ name, kind }: TarEntry, path: string): string {
  const plain = name.replace(/^(\.\/)+/, '').replace(/\/$/, '');
  if (kind === 'folder' && (plain === '' || plain === '.')) return '';
  if (!check(fileName, plain).ok) {
    throw refuse(
      path,
      `it holds ${JSON.stringify(name)}, which is no path below the package folder`,
    );
  }
  if (kind === 'file' || kind === 'folder') return plain;
  const letter = kind.slice('other '.length);
  const what = OTHERS[letter] ?? `an entry of type ${JSON.stringify(letter)}`;
  throw refuse(path, `${plain} is ${what}; only plain files are taken (tar --format=ustar)`);
}

/** A new file below the folder; a name that is also the folder of another cannot be. */
async function createFile({ path }: Reading, target: string): Promise<FileHandle> {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    return await open(target, 'wx', 0o600);
  } catch (error) {
    throw refuse(path, `${basename(target)} cannot be written (${codeOf(error)})`, error);
  }
}

async function writeFile(reading: Reading, bytes: number, target: string): Promise<void> {
  const file = await createFile(reading, target);
  try {
    for (let left = bytes; left > 0; left -= CHUNK) {
      await file.writeFile(await take(reading, Math.min(left, CHUNK)));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await take(reading, paddingAfter(bytes));
}

async function unpackAll(reading: Reading, folder: string): Promise<void> {
  const seen = new Set<string>();
  for (let count = 0; ; count += 1) {
    const entry = await nextEntry(reading);
    if (entry === undefined) return;
    if (count >= MOST_ENTRIES)
      throw refuse(reading.path, `it holds more than ${MOST_ENTRIES} files`);
    const name = nameOf(entry, reading.path);
    if (entry.kind === 'folder') continue;
    if (seen.has(name)) throw refuse(reading.path, `it holds ${name} twice`);
    seen.add(name);
    // Before anything is written: a size that the file cannot have would fill the disk.
    if (entry.bytes > reading.size - reading.at) throw refuse(reading.path, 'it ends too early');
    await writeFile(reading, entry.bytes, join(folder, name));
  }
}

/**
 * Unpacks a package, which is a tar archive of its folder, into a folder that is empty. Nothing is
 * written outside it: only plain files with ordinary names are taken. Each is on disk when this
 * returns; whether they are what the manifest says is for others to see.
 *
 * @throws AppError `unprocessable` that says what is wrong with it, `payload_too_large` past
 * `mostBytes`, `not_found`
 */
export async function unpackBundle(
  path: string,
  folder: string,
  { mostBytes, told = () => undefined }: { mostBytes: number; told?: ReportProgress },
): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', `${path} cannot be opened (${codeOf(cause)}).`, { cause });
  });
  if (!found.isFile()) throw refuse(path, 'it is no file');
  const { size } = found;
  if (size > mostBytes) {
    const most = `models.package_mb allows ${Math.floor(mostBytes / MIB)}`;
    const message = `${path} is not taken: it has ${Math.ceil(size / MIB)} MiB, ${most}.`;
    throw new AppError('payload_too_large', message);
  }
  const file = await open(path, 'r');
  try {
    await unpackAll({ file, path, told, size, at: 0 }, folder);
  } finally {
    await file.close();
  }
}

/**
 * Writes a package as one new file, which is on disk when this returns.
 *
 * @param names its files, below the folder, the manifest first
 */
export async function writeBundle(
  path: string,
  folder: string,
  names: readonly string[],
  modifiedAt: number,
): Promise<void> {
  const bundle = await open(path, 'wx', 0o600);
  try {
    for (const name of names) {
      const { size } = await stat(join(folder, name));
      await bundle.writeFile(tarHeader(name, size, modifiedAt));
      const source = await open(join(folder, name), 'r');
      for await (const chunk of source.createReadStream({ highWaterMark: CHUNK })) {
        await bundle.writeFile(chunk);
      }
      await bundle.writeFile(Buffer.alloc(paddingAfter(size)));
    }
    await bundle.writeFile(END);
    await bundle.sync();
  } finally {
    await bundle.close();
  }
}
