import { closeSync, openSync, readSync } from 'node:fs';
import { logSum } from './log-sum.js';

// The form of the index: https://www.sqlite.org/walformat.html (in the byte order of the machine: where
// that is big-endian, none is found here). All processes share it as memory, and as a file beside the
// log that stays there when the last of them is killed.
const COPY_BYTES = 48;
const COPIES = 2;
const VERSION = 3_007_000;
const CHANGES_AT = 8;
const IS_MADE_AT = 12;
const FRAMES_AT = 16;
const SALT_AT = 32;
const SUM_AT = 40;

/** How much of a log was committed, by those who wrote to it. */
export interface CommittedLog {
  readonly frames: number;
  /** Of the header of that log. */
  readonly salts: Buffer;
}

/** Whether a copy of the header is as its checksum says. */
function isWhole(copy: Buffer): boolean {
  const [first, second] = logSum(copy.subarray(0, SUM_AT), false);
  return copy.readUInt32LE(SUM_AT) === first && copy.readUInt32LE(SUM_AT + 4) === second;
}

/**
 * Whether writers made the copy what it is. Whoever finds no index, or one that nobody has open, makes
 * it from what he finds whole in the log, and counts its changes from 0: that one says nothing of what
 * there was before a damage.
 */
const isOfWriters = (copy: Buffer): boolean =>
  copy.readUInt32LE(0) === VERSION && copy[IS_MADE_AT] === 1 && copy.readUInt32LE(CHANGES_AT) > 0;

/** Of a file that may not be there or is shorter; undefined where it cannot be read. */
function beginningOf(path: string, bytes: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const beginning = Buffer.alloc(bytes);
    return readSync(descriptor, beginning, 0, bytes, 0) === bytes ? beginning : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * How much of the log of a database its writers had committed when the last of them wrote or was
 * killed. What stands behind that is of writers who were killed before they could answer anybody.
 *
 * Closing a file drops all locks that a process has on it, SQLite's too: not for a database that this
 * process has open. And it is to be read before the database is, which may make the index anew.
 *
 * @param path of the database
 * @returns undefined where there is no index that says so
 */
export function committedLog(path: string): CommittedLog | undefined {
  const index = beginningOf(`${path}-shm`, COPIES * COPY_BYTES);
  if (index === undefined) return undefined;
  // The first copy is written last, after the commit; while it is, the second one is whole.
  const copies = [index.subarray(0, COPY_BYTES), index.subarray(COPY_BYTES)];
  const copy = copies.find(isWhole);
  if (copy === undefined || !isOfWriters(copy)) return undefined;
  return { frames: copy.readUInt32LE(FRAMES_AT), salts: copy.subarray(SALT_AT, SUM_AT) };
}
