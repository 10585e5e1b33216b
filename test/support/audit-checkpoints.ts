import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Actor } from '../../src/audit/audit-log.js';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { Checkpoints } from '../../src/audit/checkpoints.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { createAuditStore } from '../../src/store/audit-store.js';
import { createCommit } from '../../src/store/create-commit.js';
import { openDatabase } from '../../src/store/open.js';
import { auditQueue } from './audit-queue.js';
import { EVENT } from './audit-records.js';
import { type StoppedClock, stoppedClock } from './stopped-clock.js';

export const APPLIANCE: Actor = { type: 'appliance', id: 'wardbox' };

type AtEnd = (close: () => void) => void;

/** An audit log in a data folder, with its checkpoints. */
export function auditIn(
  dataDir: string,
  clock: StoppedClock = stoppedClock(),
  atEnd: AtEnd = onTestFinished,
) {
  const database = openDatabase(dataDir);
  atEnd(() => void database.close());
  const queue = auditQueue(database, clock);
  const repository = createAuditRepository(database);
  const file = new CheckpointFile(dataDir);
  const store = createAuditStore(database, queue);
  const commit = createCommit({ database, queue });
  const checkpoints = new Checkpoints({ file, store, commit, clock });
  return {
    database,
    queue,
    repository,
    store,
    commit,
    file,
    checkpoints,
    clock,
    base: join(dataDir, 'wardbox.sqlite'),
    /** Records so many events. */
    async record(count: number) {
      const events = Array.from({ length: count }, (_, n) => ({ ...EVENT, target: `x${n}` }));
      await queue.record(events, 'synced');
    },
    async checkpoint() {
      clock.pass(3_600_000);
      return checkpoints.make(APPLIANCE);
    },
  };
}
