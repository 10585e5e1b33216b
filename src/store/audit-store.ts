import { createAuditRepository } from './audit-repository.js';
import { carryOutAuditRead } from './carry-out-steps.js';
import type { CommitQueue } from './commit-queue.js';
import { createSnapshotReads } from './snapshot-reads.js';
import type { Database } from './sqlite.js';
import type { AuditDecision } from './unit-of-work.js';

/** The audit log outside all units of work. */
export interface AuditStore {
  /** Carries out a decision that only reads. All its steps see one state. */
  decide<T>(decision: AuditDecision<T>): Promise<T>;
  /**
   * Resolves when everything that was committed before, by this process or another, is on the disk.
   * Rejects where that fails.
   */
  sync(): Promise<void>;
}

/** The audit log in SQLite. */
export function createAuditStore(
  database: Database,
  queue: Pick<CommitQueue<unknown>, 'sync'>,
): AuditStore {
  const repository = createAuditRepository(database);
  const readSnapshot = createSnapshotReads(database);
  return {
    decide: async (decision) =>
      readSnapshot(decision, (step) => carryOutAuditRead(step, repository)),
    sync: async () => queue.sync(),
  };
}
