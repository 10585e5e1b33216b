import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/core/clock.js';
import type { AuditEvent } from '../../../src/security/audit-log.js';
import { createFhirStore } from '../../../src/storage/fhir/create-store.js';
import type { IndexRows } from '../../../src/storage/fhir/rows.js';
import type {
  FhirPartition,
  FhirTransaction,
  NewVersion,
} from '../../../src/storage/fhir/store.js';
import { openDatabase } from '../../../src/storage/open.js';
import { auditQueue } from '../audit-queue.js';
import { EVENT } from '../audit-records.js';
import { scratchFolder } from '../scratch-folder.js';
import { stoppedClock } from '../stopped-clock.js';

export const NO_ROWS: IndexRows = {
  tokens: [],
  strings: [],
  references: [],
  dates: [],
  numbers: [],
};

/** A new version whose text says which one it is. */
export function versionOf(
  type: string,
  id: string,
  rows: Partial<IndexRows> = {},
  method: NewVersion['method'] = 'PUT',
): NewVersion {
  const compose = (version: number, updated: number) => `${type}/${id} v${version} @${updated}`;
  return { type, id, method, rows: { ...NO_ROWS, ...rows }, compose };
}

/** A store in a folder of its own (or one that is given), and everything around it. */
export function openStore(folder = scratchFolder(), clock: Clock = stoppedClock()) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  const queue = auditQueue(database, clock);
  return { folder, database, queue, store: createFhirStore(database, queue, clock, () => true) };
}

/** Does work that is not refused, with one record. */
export function write<T>(
  partition: FhirPartition<AuditEvent>,
  work: (transaction: FhirTransaction) => T,
): Promise<T> {
  return partition.write(
    (transaction) => ({ value: work(transaction), records: [EVENT] }),
    () => [{ ...EVENT, outcome: 'refused' }],
  );
}
