import type { Clock } from '../../src/core/clock.js';
import { type AuditEvent, createAuditWriter } from '../../src/security/audit-log.js';
import { createAuditRepository } from '../../src/storage/audit-repository.js';
import { type CommitQueue, createCommitQueue } from '../../src/storage/commit-queue.js';
import type { Database } from '../../src/storage/open.js';

/** A commit queue that keeps the audit log of a database, as in the appliance. */
export function auditQueue(database: Database, clock: Clock): CommitQueue<AuditEvent> {
  return createCommitQueue(database, createAuditWriter(createAuditRepository(database), clock));
}
