import { createHash, randomUUID } from 'node:crypto';
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

export interface SegmentFolder extends SegmentFiles {
  readonly path: string;
  /** Writes lines to a temporary file; on disk when it resolves. */
  stage(lines: AsyncIterable<string>): Promise<StagedSegment>;
  /** Moves it to its final place, with its header; on disk when it returns. Under the write lock. */
  place(number: number, staged: StagedSegment, header: string): void;
  /** Writes the signed line that allows the deletion of its records. Under the write lock. */
  markPruned(number: number, pruned: string): void;
  removeRecords(number: number): void;
  /** Deletes what a crash has left of an unfinished segment. */
  removeStaged(path?: string): void;
}

/** More than the text of any segment: a file that decompresses to more is not a segment. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
const STAGED = /^\.staged-/;
/** Far longer than it takes to write a segment. */
const ABANDONED_MS = 3_600_000;

const nameOf = (number: number) => String(number).padStart(6, '0');

export const headerFile = (number: number): string => `${nameOf(number)}.json`;
export const recordsFile = (number: number): string => `${nameOf(number)}.jsonl.gz`;

export function createSegmentFolder(dataDir: string): SegmentFolder {
  const path = join(dataDir, 'audit', 'segments');
  const headerPath = (number: number) => join(path, headerFile(number));
  const recordsPath = (number: number) => join(path, recordsFile(number));

  function header(number: number): HeaderLines | undefined {
    if (!existsSync(headerPath(number))) return undefined;
    const [first = '', pruned = ''] = readFileSync(headerPath(number), 'utf8').split('\n');
    return { header: first, ...(pruned !== '' && { pruned }) };
  }

  return {
    path,
    header,
    hasRecords: (number) => existsSync(recordsPath(number)),
    records: (number) =>
      gunzipSync(readFileSync(recordsPath(number)), { maxOutputLength: MAX_TEXT_BYTES }).toString(),
    async stage(lines) {
      const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
      // Records leave the database for this file: it must survive a power cut.
      if (isNew) syncPath(dirname(path));
      const staged = join(path, `.staged-${randomUUID()}`);
      const digest = createHash('sha256');
      async function* text() {
        for await (const line of lines) {
          digest.update(`${line}\n`);
          yield `${line}\n`;
        }
      }
      const file = createWriteStream(staged, { flags: 'wx', mode: 0o600, flush: true });
      try {
        await pipeline(Readable.from(text()), createGzip(), file);
      } catch (error) {
        rmSync(staged, { force: true });
        throw error;
      }
      return { path: staged, sha256: digest.digest('hex') };
    },
    place(number, staged, line) {
      renameSync(staged.path, recordsPath(number));
      replaceFile(headerPath(number), `${line}\n`);
    },
    markPruned(number, pruned) {
      const lines = header(number);
      if (lines !== undefined) replaceFile(headerPath(number), `${lines.header}\n${pruned}\n`);
    },
    removeRecords(number) {
      rmSync(recordsPath(number), { force: true });
      syncPath(path);
    },
    removeStaged(staged) {
      if (staged !== undefined) return rmSync(staged, { force: true });
      for (const name of existsSync(path) ? readdirSync(path) : []) {
        const left = join(path, name);
        const facts = statSync(left, { throwIfNoEntry: false });
        if (!STAGED.test(name) || facts === undefined) continue;
        if (facts.mtimeMs < Date.now() - ABANDONED_MS) rmSync(left, { force: true });
      }
    },
  };
}
