import { mkdirSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, messageOf } from '../../core/errors.js';
import { check } from '../../core/schema.js';
import { contentOfFile, readTar, type TarEntry, TarError, writeTar } from '../../core/tar.js';
import { codeOf } from '../refusal.js';
import { fileName } from '../schema.js';

const MIB = 1024 * 1024;
const MAX_ENTRIES = 10_000;

/** Receives the share of the file that was processed, from 0 to 1. */
export type ReportProgress = (done: number) => void;

const refuse = (path: string, why: string, cause?: unknown) =>
  new AppError('unprocessable', `${path} is refused: ${why}.`, { cause });

const OTHERS: Readonly<Record<string, string>> = {
  Link: 'a link',
  SymbolicLink: 'a link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a pipe',
};

/** Returns the path of an entry below the package folder; every part must be an ordinary name. */
function nameOf({ name, kind }: TarEntry, path: string): string {
  const plain = name.replace(/^(\.\/)+/, '').replace(/\/$/, '');
  if (kind === 'folder' && (plain === '' || plain === '.')) return '';
  if (!check(fileName, plain).ok) {
    const problem = `it holds ${JSON.stringify(name)}, which is not a path below the package folder`;
    throw refuse(path, problem);
  }
  if (kind === 'file' || kind === 'folder') return plain;
  const what = OTHERS[kind.other] ?? `an entry of type ${JSON.stringify(kind.other)}`;
  throw refuse(path, `${plain} is ${what}; only regular files are accepted`);
}

/** Creates a file below the folder; fails when a folder has the same name. */
async function createFile(path: string, target: string): Promise<FileHandle> {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    return await open(target, 'wx', 0o600);
  } catch (error) {
    throw refuse(path, `${basename(target)} cannot be written (${codeOf(error)})`, error);
  }
}

async function unpackAll(
  entries: AsyncIterable<TarEntry>,
  { path, folder, passed }: { path: string; folder: string; passed: (bytes: number) => void },
): Promise<void> {
  const seen = new Set<string>();
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    if (count > MAX_ENTRIES) throw refuse(path, `it holds more than ${MAX_ENTRIES} files`);
    const name = nameOf(entry, path);
    if (entry.kind === 'folder') continue;
    if (seen.has(name)) throw refuse(path, `it holds ${name} twice`);
    seen.add(name);
    const file = await createFile(path, join(folder, name));
    try {
      for await (const chunk of entry.content()) {
        await file.writeFile(chunk);
        passed(chunk.length);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/**
 * Unpacks a package, which is a tar archive of its folder, into a folder that is empty. Nothing is
 * written outside it: only regular files with ordinary names are accepted. All are on disk when this
 * returns. The caller compares them with the manifest.
 *
 * @throws AppError `unprocessable` for a bundle that is not valid, `payload_too_large` above
 * `maxBytes`, `not_found`
 */
export async function unpackBundle(
  path: string,
  folder: string,
  { maxBytes, progress = () => undefined }: { maxBytes: number; progress?: ReportProgress },
): Promise<void> {
  const problem = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', `${path} cannot be opened (${codeOf(cause)}).`, { cause });
  });
  if (!problem.isFile()) throw refuse(path, 'it is not a regular file');
  const { size } = problem;
  if (size > maxBytes) {
    const limit = `models.package_mb allows ${Math.floor(maxBytes / MIB)}`;
    const message = `${path} is refused: it has ${Math.ceil(size / MIB)} MiB, ${limit}.`;
    throw new AppError('payload_too_large', message);
  }
  const file = await open(path, 'r');
  let done = 0;
  const passed = (bytes: number) => {
    done += bytes;
    progress(done / Math.max(size, 1));
  };
  try {
    await unpackAll(readTar(file), { path, folder, passed });
  } catch (error) {
    if (error instanceof TarError) throw refuse(path, messageOf(error), error);
    throw error;
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
  const files = await Promise.all(
    names.map(async (name) => {
      const source = join(folder, name);
      const { size: bytes } = await stat(source);
      return { name, bytes, content: () => contentOfFile(source) };
    }),
  );
  const bundle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of writeTar(files, modifiedAt)) await bundle.writeFile(piece);
    await bundle.sync();
  } finally {
    await bundle.close();
  }
}
