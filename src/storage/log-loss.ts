import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import type { CommittedLog } from './log-index.js';
import { logSum } from './log-sum.js';
import type { Database } from './sqlite.js';

// The form of the log: https://www.sqlite.org/fileformat2.html#walformat (big-endian). Its headers are
// not encrypted, whatever its pages are.
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const SALT_AT = 16;
const CHECKSUM_AT = 24;
const COMMIT_AT = 4;
const FRAME_SALT_AT = 8;
const HALF_SALT_BYTES = 4;
const BIG_ENDIAN_SUMS = 0x377f0683;

/**
 * What was not synced when the power failed may come back with holes: of one group of commits, or of
 * those of the last 20 ms. Whatever is lost beyond that was promised.
 */
const MOST_OF_A_POWER_CUT = 32;

/** What stands in the log of a database behind a damage, where SQLite does not look. */
export interface LogLoss {
  readonly commits: number;
  /** So much of the file is whole. */
  readonly wholeBytes: number;
}

/** Whether a log's header is as its checksum says. */
function isWhole(header: Buffer): boolean {
  const isBig = header.readUInt32BE(0) === BIG_ENDIAN_SUMS;
  const [first, second] = logSum(header.subarray(0, CHECKSUM_AT), isBig);
  return (
    header.readUInt32BE(CHECKSUM_AT) === first && header.readUInt32BE(CHECKSUM_AT + 4) === second
  );
}

/**
 * Whether a frame was written to this log, and not to the one that was in the same file before, whose
 * salts are both others: a damage hits one of the two.
 */
function belongs(frame: Buffer, header: Buffer): boolean {
  return [0, HALF_SALT_BYTES].some((at) => {
    const salt = header.subarray(SALT_AT + at, SALT_AT + at + HALF_SALT_BYTES);
    return frame.subarray(FRAME_SALT_AT + at, FRAME_SALT_AT + at + HALF_SALT_BYTES).equals(salt);
  });
}

/**
 * Of the frames behind the first `taken`, those that end a commit and belong to this log. A frame is
 * written in two steps, first its header: a process that is killed between them leaves the end of a
 * commit over a page of the log that was in the file before. One that stands alone, with more of the
 * file behind it, is taken for that.
 */
function commitsBehind(descriptor: number, header: Buffer, taken: number): LogLoss | undefined {
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(PAGE_SIZE_AT);
  const { size } = fstatSync(descriptor);
  const frames = Math.floor((size - HEADER_BYTES) / frameBytes);
  const endOf = (nth: number) => HEADER_BYTES + (nth + 1) * frameBytes;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  const ends: number[] = [];
  for (let nth = taken; nth < frames; nth += 1) {
    readSync(descriptor, frame, 0, frame.length, endOf(nth - 1));
    if (frame.readUInt32BE(COMMIT_AT) > 0 && belongs(frame, header)) ends.push(nth);
  }
  const [first, ...more] = ends;
  const isHalf = first !== undefined && more.length === 0 && endOf(first) < size;
  if (first === undefined || isHalf) return undefined;
  return { commits: ends.length, wholeBytes: endOf(taken - 1) };
}

/** Whether whatever the writers of this log had committed is among the frames that are taken. */
const isAllTaken = (committed: CommittedLog, header: Buffer, taken: number): boolean =>
  committed.frames <= taken && committed.salts.equals(header.subarray(SALT_AT, CHECKSUM_AT));

/** Looks behind the frames that SQLite takes for whole. */
function lossIn(path: string, taken: number, committed?: CommittedLog): LogLoss | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { size } = fstatSync(descriptor);
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
    // Without its header none of the log is read; how many commits there were cannot be told.
    if (!isWhole(header)) return size > HEADER_BYTES ? { commits: 1, wholeBytes: 0 } : undefined;
    const isIndexOfNow = committed !== undefined && !wasOffSince(path);
    if (isIndexOfNow && isAllTaken(committed, header, taken)) return undefined;
    return commitsBehind(descriptor, header, taken);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the machine was started after the last write: of a shared index, too, anything is left then. */
function wasOffSince(path: string): boolean {
  return statSync(path).mtimeMs < Date.now() - uptime() * 1_000;
}

/** How many frames of the log SQLite has found whole. */
function framesTaken(database: Database): number {
  const [found] = database.pragma('wal_checkpoint(NOOP)') as { log: number }[];
  return Math.max(0, found?.log ?? 0);
}

/** Looks while nobody writes; undefined, too, when somebody has written just before or after. */
function lookOnce(database: Database, path: string, committed?: CommittedLog): LogLoss | undefined {
  const taken = framesTaken(database);
  database.exec('BEGIN IMMEDIATE');
  let loss: LogLoss | undefined;
  try {
    loss = lossIn(path, taken, committed);
  } finally {
    database.exec('ROLLBACK');
  }
  return framesTaken(database) === taken ? loss : undefined;
}

/**
 * Commits that stand in the log of a database and that SQLite passes over, because something before
 * them is damaged: at the next write they would be gone without a word. A transaction that a crash has
 * cut off has no commit and is none of them, nor is one whose writer was killed before its end was
 * known: others write over its beginning, and the rest of it looks like the rest behind a damage.
 * Where somebody else writes, the log has been looked at.
 *
 * @param database open and read from, so that its log has been looked through
 * @param committed what was known before it was opened
 */
export function lostCommits(database: Database, committed?: CommittedLog): LogLoss | undefined {
  const path = `${database.name}-wal`;
  return existsSync(path) ? lookOnce(database, path, committed) : undefined;
}

/** Somebody who is in the midst of a commit has this long to end it. */
const PATIENCE_MS = 1_000;

/** The same through a connection that may only read, and so cannot keep others from writing. */
export function seenLoss(database: Database, committed?: CommittedLog): LogLoss | undefined {
  const path = `${database.name}-wal`;
  const look = () => {
    const taken = framesTaken(database);
    const loss = existsSync(path) ? lossIn(path, taken, committed) : undefined;
    return loss && { loss, taken };
  };
  const first = look();
  if (first === undefined) return undefined;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
  const second = look();
  return second?.taken === first.taken ? second.loss : undefined;
}

/** Whether so little is lost as a power cut since the last write takes that nobody was promised. */
export function isOfPowerCut(database: Database, { commits }: LogLoss): boolean {
  return commits <= MOST_OF_A_POWER_CUT && wasOffSince(`${database.name}-wal`);
}
