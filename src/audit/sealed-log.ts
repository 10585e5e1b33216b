import { hash } from 'node:crypto';
import { messageOf } from '../core/errors.js';
import type { SegmentRow } from '../store/audit-repository.js';
import { type ChainLink, type ChainStart, GENESIS_HASH } from './audit-chain.js';
import type { Keys } from './checkpoint-list.js';
import { readRecordLine } from './record-line.js';
import { lineName, orderReason, readHeader, readPruned, type SegmentHeader } from './segment.js';
import type { SegmentFiles } from './segment-folder.js';

/** A fault of a segment, and from which record on the log is doubtful. */
export interface SegmentFault {
  readonly segment: number;
  readonly brokenAt: number;
  readonly reason: string;
}

export interface SealedSegment extends SegmentHeader {
  /** SHA-256 of the header's line, hex. */
  readonly name: string;
  /** Its records no longer exist: the appliance has signed their deletion. */
  readonly isPruned: boolean;
}

/** The part of an audit log that is in files. */
export interface SealedLog {
  /** Oldest first; the valid ones before the fault, if there is one. */
  readonly segments: readonly SealedSegment[];
  readonly fault?: SegmentFault;
}

const faultOf = (
  { number: segment, first: brokenAt }: SegmentRow,
  reason: string,
): SegmentFault => ({
  segment,
  brokenAt,
  reason: `segment ${segment}: ${reason}`,
});

function readSegment(
  { number, header }: SegmentRow,
  files: SegmentFiles,
  keys: Keys,
): { segment: SealedSegment; line: string } {
  const lines = files.header(number);
  if (lines === undefined) throw new Error('it is missing');
  const name = lineName(lines.header);
  if (name !== header.toString('hex')) throw new Error('it is a different one');
  const read = readHeader(lines.header, keys);
  const isPruned = !files.hasRecords(number);
  if (isPruned) {
    if (lines.pruned === undefined) throw new Error('its records are missing');
    readPruned(lines.pruned, lines.header, keys);
  }
  return { segment: { ...read, name, isPruned }, line: lines.header };
}

/**
 * Compares the headers of all segments in the database with their files: signed by a key of the
 * appliance, each following the one before, the removed ones before all others.
 */
export function readSealedLog(
  rows: readonly SegmentRow[],
  files: SegmentFiles,
  keys: Keys,
): SealedLog {
  const segments: SealedSegment[] = [];
  let last: { header: SegmentHeader; line: string } | undefined;
  for (const known of rows) {
    try {
      const { segment, line } = readSegment(known, files, keys);
      const reason = orderReason(segment, last);
      if (reason !== undefined) throw new Error(reason);
      if (segment.isPruned && segments.at(-1)?.isPruned === false) {
        throw new Error('its records were removed before older ones');
      }
      segments.push(segment);
      last = { header: segment, line };
    } catch (error) {
      return { segments, fault: faultOf(known, messageOf(error)) };
    }
  }
  return { segments };
}

/** The record before the first one that still exists. */
export function beginningOf(segments: readonly SealedSegment[]): ChainStart {
  const pruned = segments.findLast(({ isPruned }) => isPruned);
  if (pruned === undefined) return { seq: 0, hash: GENESIS_HASH };
  return { seq: pruned.last, hash: Buffer.from(pruned.head, 'hex') };
}

/** Damage found while records are read. */
export class SegmentDamage extends Error {
  readonly fault: SegmentFault;

  constructor(fault: SegmentFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

const damage = (segment: number, brokenAt: number, reason: string) =>
  new SegmentDamage({ segment, brokenAt, reason: `segment ${segment}: ${reason}` });

function textOf({ number, first }: SegmentHeader, files: SegmentFiles): string {
  try {
    return files.records(number);
  } catch (cause) {
    throw damage(number, first, `its records cannot be read (${messageOf(cause)})`);
  }
}

/**
 * The records of a segment, oldest first.
 *
 * @throws SegmentDamage for a file that does not contain exactly these records
 */
export function* recordsOf(segment: SealedSegment, files: SegmentFiles): Generator<ChainLink> {
  const { number, first, last, sha256 } = segment;
  const text = textOf(segment, files);
  let expected = first;
  for (const line of text.split('\n').slice(0, -1)) {
    const link = readRecordLine(line);
    if (link === undefined) throw damage(number, expected, 'a record cannot be read');
    yield link;
    expected = link.seq + 1;
  }
  if (expected <= last) throw damage(number, expected, 'its last records are missing');
  if (expected > last + 1) throw damage(number, last + 1, 'it has more than its records');
  if (hash('sha256', text, 'hex') !== sha256) throw damage(number, first, 'its file was changed');
}
