import { AppError } from '../core/errors.js';
import type { AuditRepository, SequenceRange } from '../store/audit-repository.js';
import type { ChainLink } from './audit-chain.js';
import { allRecords } from './audit-verdict.js';
import type { Keys } from './checkpoint-list.js';
import { readSealedLog, recordsOf, type SealedSegment } from './sealed-log.js';
import type { SegmentFiles } from './segment-folder.js';

/** All existing records, in the database and in segments. */
export interface AuditHistory {
  /** Oldest first. */
  each(stretch?: SequenceRange): Iterable<ChainLink>;
  /** Of an interval, oldest first: from the first record not older to the last one older. */
  stretch(since: string | undefined, until: string | undefined): SequenceRange;
  /** The newest `count`, optionally only those that name a resource, oldest first. */
  newest(count: number, names?: readonly string[]): ChainLink[];
}

/** Whether a record is about a resource, or a version of it, by one of its names. */
export function isAbout({ event }: Pick<ChainLink, 'event'>, names: readonly string[]): boolean {
  const { target } = JSON.parse(event) as { target?: string };
  return names.some((name) => target === name || target?.startsWith(`${name}/`) === true);
}

function between(segment: SealedSegment, { from, to }: SequenceRange): boolean {
  return segment.last >= from && segment.first <= to;
}

function createSearch(segments: readonly SealedSegment[], files: SegmentFiles) {
  return {
    firstSince(since: string): number | undefined {
      for (const segment of segments) {
        if (segment.newest < since) continue;
        for (const { seq, at } of recordsOf(segment, files)) if (at >= since) return seq;
      }
      return undefined;
    },
    lastBefore(until: string): number | undefined {
      for (const segment of segments.toReversed()) {
        if (segment.oldest >= until) continue;
        const last = [...recordsOf(segment, files)].findLast(({ at }) => at < until);
        if (last !== undefined) return last.seq;
      }
      return undefined;
    },
  };
}

/**
 * The records of a database and of the segments that were moved out of it.
 *
 * @throws AppError `conflict` when a segment is missing or damaged
 */
export function createAuditHistory(
  repository: AuditRepository,
  { keys, segments: files }: { keys: Keys; segments: SegmentFiles },
): AuditHistory {
  const sealed = readSealedLog(repository.segments(), files, keys);
  if (sealed.fault !== undefined) {
    const { reason } = sealed.fault;
    throw new AppError('conflict', `The audit log is incomplete: ${reason}. See: audit verify.`);
  }
  const there = sealed.segments.filter(({ isPruned }) => !isPruned);
  const search = createSearch(there, files);
  const all: SequenceRange = { from: 1, to: Number.MAX_SAFE_INTEGER };

  function* each(stretch: SequenceRange = all): Generator<ChainLink> {
    const { from, to } = stretch;
    const wanted = there.filter((segment) => between(segment, stretch));
    const base = { each: () => repository.each(stretch) };
    for (const link of allRecords(base, wanted, files)) {
      if (link.seq >= from && link.seq <= to) yield link;
    }
  }

  return {
    each,
    stretch(since, until) {
      const { from, to } = repository.stretch(since, until);
      const isOld = until !== undefined && to === 0;
      return {
        from: since === undefined ? from : (search.firstSince(since) ?? from),
        to: isOld ? (search.lastBefore(until) ?? 0) : to,
      };
    },
    newest(count, names) {
      let found: ChainLink[] =
        names === undefined ? repository.tail(count) : repository.about(names, count);
      for (const segment of there.toReversed()) {
        if (found.length >= count) break;
        const older = [...recordsOf(segment, files)].filter(
          (link) => names === undefined || isAbout(link, names),
        );
        found = [...older, ...found].slice(-count);
      }
      return found;
    },
  };
}
