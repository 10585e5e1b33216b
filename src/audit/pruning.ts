import { type Clock, isoTime } from '../core/clock.js';
import { perform } from '../store/steps.js';
import type { Commit, Conclusion, Decision } from '../store/unit-of-work.js';
import { lineTarget, PRUNE_ACTION } from './audit-cross-check.js';
import type { Actor, AuditEvent } from './audit-log.js';
import type { CheckpointFile } from './checkpoint-file.js';
import { readSealedLog, type SealedSegment } from './sealed-log.js';
import { signPruned } from './segment.js';
import type { SegmentFolder } from './segment-folder.js';

export interface PruningParts {
  readonly commit: Commit<AuditEvent>;
  readonly file: Pick<CheckpointFile, 'read' | 'signer'>;
  readonly folder: SegmentFolder;
  readonly clock: Clock;
}

const recordCount = (segments: readonly SealedSegment[]) =>
  segments.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** What is deleted, and on whose behalf. */
interface PruneOptions {
  /** ISO 8601, UTC. */
  readonly before: string;
  readonly by: Actor;
}

/** Signs the deletion of segments, and concludes with those and the record that reports it. */
function* decidePruning(
  { file, folder, clock }: PruningParts,
  { before, by }: PruneOptions,
): Decision<Conclusion<SealedSegment[], AuditEvent>> {
  yield* perform({ kind: 'audit.lock' });
  const rows = yield* perform({ kind: 'audit.segments' });
  const { segments } = readSealedLog(rows, folder, file.read().keys);
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
}

/**
 * Deletes the records of the oldest segments permanently, where all of a segment's records are from
 * before a time. Their signed headers stay, with a signed line that reports the
 * deletion, and the chain records it. To be called for a log that was found intact.
 *
 * After a crash either the records exist, or the line and the record that report their deletion.
 */
export async function pruneSegments(
  parts: PruningParts,
  options: PruneOptions,
): Promise<SealedSegment[]> {
  const work = () => decidePruning(parts, options);
  const pruned = await parts.commit({ work, wait: 'synced' });
  // Only now: the record of the deletion must be written before anything is deleted.
  for (const { number } of pruned) parts.folder.removeRecords(number);
  return pruned;
}
