import { type AuditEvent, createAuditWriter } from '../../src/audit/audit-log.js';
import type { Clock } from '../../src/core/clock.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { type CommitQueue, createCommitQueue } from '../../src/store/commit-queue.js';
import type { Database } from '../../src/store/open.js';

/** A commit queue that keeps the audit log of a database, as in the appliance. */
export function auditQueue(database: Database, clock: Clock): CommitQueue<AuditEvent> {
  return createCommitQueue(database, createAuditWriter(createAuditRepository(database), clock));
}
