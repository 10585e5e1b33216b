// Records and signs without end, and prints the number of each checkpoint that is durable.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CheckpointFile } from '../../src/audit/checkpoint-file.js';
import { Checkpoints } from '../../src/audit/checkpoints.js';
import { createAuditStore } from '../../src/store/audit-store.js';
import { createCommit } from '../../src/store/create-commit.js';
import { openDatabase } from '../../src/store/open.js';
import { auditQueue } from './audit-queue.js';
import { EVENT } from './audit-records.js';

const [, , folder = ''] = process.argv;
const database = openDatabase(folder);
const queue = auditQueue(database, Date.now);
const store = createAuditStore(database, queue);
const commit = createCommit({ database, queue });
const file = new CheckpointFile(folder);
const checkpoints = new Checkpoints({ file, store, commit, clock: Date.now });

// At a pace at which the reader can read everything.
for (;;) {
  await sleep(2);
  void queue.record([EVENT, EVENT], 'written');
  const { isNew, checkpoint } = await checkpoints.make({ type: 'appliance', id: 'wardbox' });
  if (isNew && checkpoint !== undefined) writeSync(1, `${checkpoint.number}\n`);
}
