import type { SegmentRow } from '../store/audit-repository.js';
import { type ChainLink, type ChainStart, GENESIS_HASH } from './audit-chain.js';
import { ZEROS } from './checkpoint.js';

/** A segment that is being made. */
export interface SealPlan {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** The record before the first. */
  readonly before: ChainStart;
  /** SHA-256 of the line of the header before, hex. */
  readonly previous: string;
}

/** What decides which records are sealed next. */
export interface SealLimits {
  /** The newest segment. */
  readonly newest: SegmentRow | undefined;
  /** The last record that may leave the database. */
  readonly end: number;
  /** Number of records of a whole segment. */
  readonly size: number;
  /** Whether an incomplete segment is sealed too. */
  readonly isDue: boolean;
}

/** Plans the next segment; undefined where too few records may leave the database. */
export function planSegment({ newest, end, size, isDue }: SealLimits): SealPlan | undefined {
  const before = { seq: newest?.last ?? 0, hash: newest?.head ?? GENESIS_HASH };
  const first = before.seq + 1;
  const last = Math.min(end, first + size - 1);
  const isWhole = last === first + size - 1;
  if (last < first || !(isWhole || isDue)) return undefined;
  const number = (newest?.number ?? 0) + 1;
  return { number, first, last, before, previous: newest?.header.toString('hex') ?? ZEROS };
}

/** The last record read for a segment, and the times of all up to it. */
export interface SealedRange extends ChainStart {
  readonly oldest: string;
  readonly newest: string;
}

/** The range before any record of a segment is read. */
export const emptyRange = (before: ChainStart): SealedRange => ({
  ...before,
  oldest: '\uffff',
  newest: '',
});

export function extendRange(range: SealedRange, { seq, hash, at }: ChainLink): SealedRange {
  const oldest = at < range.oldest ? at : range.oldest;
  return { seq, hash, oldest, newest: at > range.newest ? at : range.newest };
}
