import { type Clock, isoTime } from '../core/clock.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { CommitQueue } from '../store/commit-queue.js';
import { lineTarget, PRUNE_ACTION } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import type { CheckpointFile } from './checkpoint-file.js';
import { readSealedLog, type SealedSegment } from './sealed-log.js';
import { signPruned } from './segment.js';
import type { SegmentFolder } from './segment-folder.js';

export interface PruningParts {
  readonly repository: Pick<AuditRepository, 'segments'>;
  readonly queue: Pick<CommitQueue<AuditEvent>, 'run'>;
  readonly file: Pick<CheckpointFile, 'read' | 'signer'>;
  readonly folder: SegmentFolder;
  readonly clock: Clock;
}

const recordCount = (segments: readonly SealedSegment[]) =>
  segments.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/**
 * Deletes the records of the oldest segments permanently, where all of a segment's records are from
 * before a time (ISO 8601, UTC). Their signed headers stay, with a signed line that reports the
 * deletion, and the chain records it. To be called for a log that was found intact.
 *
 * After a crash either the records exist, or the line and the record that report their deletion.
 */
export async function pruneSegments(
  { repository, queue, file, folder, clock }: PruningParts,
  { before, by }: { before: string; by: Actor },
): Promise<SealedSegment[]> {
  const pruned = await queue.run(
    () => {
      const { segments } = readSealedLog(repository.segments(), folder, file.read().keys);
      const there = segments.filter(({ isPruned }) => !isPruned);
      const young = there.findIndex(({ newest }) => newest >= before);
      const old = young < 0 ? there : there.slice(0, young);
      const signs = file.signer();
      const at = isoTime(clock());
      for (const { number } of old) {
        const lines = folder.header(number);
        if (lines !== undefined) folder.markPruned(number, signPruned(lines.header, at, signs));
      }
      const records = old.slice(-1).map(
        ({ number, name }): AuditEvent => ({
          action: PRUNE_ACTION,
          outcome: 'success',
          actor: by,
          target: lineTarget(number, name),
          count: recordCount(old),
        }),
      );
      return { value: old, records };
    },
    { wait: 'synced' },
  );
  // Only now: the record of the deletion must be written before anything is deleted.
  for (const { number } of pruned) folder.removeRecords(number);
  return pruned;
}
