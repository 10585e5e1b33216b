import { type FileHandle, open } from 'node:fs/promises';
import { Header, Pack, Parser, ReadEntry } from 'tar';

const BLOCK = 512;
const CHUNK = 1024 * 1024;
/** How gzip begins, which the library would decompress without being asked to. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file, a folder, or the library's name of anything else. */
export type TarKind = 'file' | 'folder' | { readonly other: string };

/** An entry of an archive that is read from its beginning to its end. */
export interface TarEntry {
  /** As written in the archive: it may be a harmful path. */
  readonly name: string;
  readonly bytes: number;
  readonly kind: TarKind;
  /** To be read before the next entry is requested; the unread rest is skipped. */
  content(): AsyncGenerator<Buffer>;
}

/** Why bytes are not a readable tar archive, as a part of a sentence. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

const cutOff = () => new TarError('it ends too early');

const wholeBlocks = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK;

/** Returns the size of an archive of files with these sizes. */
export const tarSize = (sizes: readonly number[]): number =>
  sizes.reduce((sum, bytes) => sum + BLOCK + wholeBlocks(bytes), 2 * BLOCK);

function kindOf(type: string): TarKind {
  if (type === 'File' || type === 'OldFile') return 'file';
  return type === 'Directory' ? 'folder' : { other: type };
}

/** The library's results for the bytes given so far. */
function createFindings() {
  const parser = new Parser({ strict: true, zstd: false });
  const findings = {
    entries: [] as ReadEntry[],
    hasEnded: false,
    fault: undefined as TarError | undefined,
  };
  const take = (entry: ReadEntry) => void findings.entries.push(entry);
  const fail = (message: string, cause?: unknown) => {
    findings.fault ??= new TarError(message, { cause });
  };
  parser.on('entry', take);
  // A type that the library does not support.
  parser.on('ignoredEntry', take);
  // Its names and sizes would replace those of the entry after it.
  parser.on('meta', () => fail('it holds an extended header (tar --format=ustar writes none)'));
  parser.on('error', (cause) => fail('it is no tar archive, or damaged', cause));
  parser.on('eof', () => {
    findings.hasEnded = true;
  });
  return { findings, write: (chunk: Buffer) => void parser.write(chunk) };
}

/**
 * Reads the entries of an uncompressed tar archive, one after the other, keeping only a part of them
 * in memory. Bytes after the archive's end are ignored.
 *
 * @param file read from its current position, which is the archive's beginning
 * @throws TarError for what is not an archive, is cut off or declares a size that it cannot have, and for
 * extended headers (pax, long names of GNU tar)
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size } = await file.stat();
  const { findings, write } = createFindings();
  let taken = 0;

  async function readOn(): Promise<void> {
    const buffer = Buffer.allocUnsafe(CHUNK);
    const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
    if (bytesRead === 0) throw cutOff();
    const chunk = buffer.subarray(0, bytesRead);
    if (taken === 0 && chunk.subarray(0, GZIP.length).equals(GZIP)) {
      throw new TarError('it is no tar archive, or damaged');
    }
    taken += bytesRead;
    write(chunk);
  }

  async function* contentOf(entry: ReadEntry): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = entry.read();
      if (chunk !== null) yield chunk;
      else if (entry.emittedEnd) return;
      else await readOn();
    }
  }

  let declared = 0;
  for (;;) {
    if (findings.fault !== undefined) throw findings.fault;
    const entry = findings.entries.shift();
    if (entry === undefined) {
      if (findings.hasEnded) return;
      await readOn();
      continue;
    }
    declared += BLOCK + wholeBlocks(entry.size);
    // Before anything is written: a false size would fill the disk.
    if (declared > size) throw cutOff();
    yield {
      name: entry.path,
      bytes: entry.size,
      kind: kindOf(entry.type),
      content: () => contentOf(entry),
    };
    for await (const _ of contentOf(entry));
  }
}

/** A file that goes into an archive. */
export interface TarFile {
  readonly name: string;
  readonly bytes: number;
  content(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Reads a file in large pieces. */
export async function* contentOfFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  yield* file.createReadStream({ highWaterMark: CHUNK });
}

/** A file that only its owner may read. */
function headerOf({ name: path, bytes: size }: TarFile, modifiedAt: number): Header {
  const common = { path, mode: 0o600, mtime: new Date(modifiedAt * 1_000), type: 'File' } as const;
  if (new Header({ ...common, size: 0 }).encode()) {
    throw new RangeError(`${path} is too long a name for a tar archive, or not in ASCII`);
  }
  return new Header({ ...common, size });
}

/**
 * Yields an archive in the format of POSIX.1-1988 (`ustar`), piece by piece; sizes from 8 GiB on are
 * written as GNU tar writes them.
 *
 * @param modifiedAt seconds since 1970
 * @throws RangeError for a name that does not fit, Error for content of another size than declared
 */
export async function* writeTar(
  files: readonly TarFile[],
  modifiedAt: number,
): AsyncGenerator<Buffer> {
  const pack = new Pack({ portable: true, noPax: true, preservePaths: true, strict: true });
  let written: Buffer[] = [];
  pack.on('data', (chunk: Buffer) => void written.push(chunk));
  const pieces = () => {
    const all = written;
    written = [];
    return all;
  };
  for (const file of files) {
    const entry = new ReadEntry(headerOf(file, modifiedAt));
    pack.add(entry);
    let left = file.bytes;
    for await (const chunk of file.content()) {
      left -= chunk.length;
      if (left < 0) break;
      entry.write(chunk);
      yield* pieces();
    }
    if (left !== 0) throw new Error(`${file.name} has changed while it was read`);
    entry.end();
    yield* pieces();
  }
  pack.end();
  yield* pieces();
}
