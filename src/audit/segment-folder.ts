import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { syncPath } from '../core/sync-path.js';
import { replaceFile } from './signing-key.js';

/** The lines of a segment's file of headers. */
export interface HeaderLines {
  readonly header: string;
  /** The signed line of a deletion, written before or after the records are deleted. */
  readonly pruned?: string;
}

/** Reads segments: `audit/segments/000001.json` and `000001.jsonl.gz`. */
export interface SegmentFiles {
  /** Undefined where there is no file. */
  header(number: number): HeaderLines | undefined;
  hasRecords(number: number): boolean;
  /** One record per line. @throws Error for a file that is damaged or missing */
  records(number: number): string;
}

/** A segment's records that are written but not yet in their final place. */
export interface StagedSegment {
  readonly path: string;
  /** SHA-256 of the text, hex. */
  readonly sha256: string;
}

/** More than the text of any segment: a file that decompresses to more is not a segment. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
const STAGED = /^\.staged-/;
/** Far longer than it takes to write a segment. */
const ABANDONED_MS = 3_600_000;

const nameOf = (number: number) => String(number).padStart(6, '0');

export const headerFile = (number: number): string => `${nameOf(number)}.json`;
export const recordsFile = (number: number): string => `${nameOf(number)}.jsonl.gz`;

/** Lines with their ends, which are hashed as they pass. */
async function* hashedLines(lines: AsyncIterable<string>, digest: Hash): AsyncGenerator<string> {
  for await (const line of lines) {
    digest.update(`${line}\n`);
    yield `${line}\n`;
  }
}

/** Whether a file was left by a process that has ended. */
function isAbandoned(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && facts.mtimeMs < Date.now() - ABANDONED_MS;
}

/** The segments of a data folder. */
export class SegmentFolder implements SegmentFiles {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'audit', 'segments');
  }

  header(number: number): HeaderLines | undefined {
    const path = this.#headerPath(number);
    if (!existsSync(path)) return undefined;
    const [header = '', pruned = ''] = readFileSync(path, 'utf8').split('\n');
    return { header, ...(pruned !== '' && { pruned }) };
  }

  hasRecords(number: number): boolean {
    return existsSync(this.#recordsPath(number));
  }

  records(number: number): string {
    const file = readFileSync(this.#recordsPath(number));
    return gunzipSync(file, { maxOutputLength: MAX_TEXT_BYTES }).toString();
  }

  /** Writes lines to a temporary file; on disk when it resolves. */
  async stage(lines: AsyncIterable<string>): Promise<StagedSegment> {
    const isNew = mkdirSync(this.path, { recursive: true, mode: 0o700 }) !== undefined;
    // Records leave the database for this file: it must survive a power cut.
    if (isNew) syncPath(dirname(this.path));
    const path = join(this.path, `.staged-${randomUUID()}`);
    const digest = createHash('sha256');
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(Readable.from(hashedLines(lines, digest)), createGzip(), file);
    } catch (error) {
      this.removeStaged(path);
      throw error;
    }
    return { path, sha256: digest.digest('hex') };
  }

  /** Moves it to its final place, with its header; on disk when it returns. Under the write lock. */
  place(number: number, staged: StagedSegment, header: string): void {
    renameSync(staged.path, this.#recordsPath(number));
    replaceFile(this.#headerPath(number), `${header}\n`);
  }

  /** Writes the signed line that allows the deletion of its records. Under the write lock. */
  markPruned(number: number, pruned: string): void {
    const lines = this.header(number);
    if (lines === undefined) return;
    replaceFile(this.#headerPath(number), `${lines.header}\n${pruned}\n`);
  }

  removeRecords(number: number): void {
    rmSync(this.#recordsPath(number), { force: true });
    syncPath(this.path);
  }

  removeStaged(path: string): void {
    rmSync(path, { force: true });
  }

  /** Deletes what a crash has left of unfinished segments. */
  removeAbandoned(): void {
    for (const name of existsSync(this.path) ? readdirSync(this.path) : []) {
      const path = join(this.path, name);
      if (STAGED.test(name) && isAbandoned(path)) this.removeStaged(path);
    }
  }

  #headerPath(number: number): string {
    return join(this.path, headerFile(number));
  }

  #recordsPath(number: number): string {
    return join(this.path, recordsFile(number));
  }
}
