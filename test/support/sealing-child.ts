// Records, signs, seals, removes and changes keys without end, and prints the number of the newest
// record that it was promised.
import { writeSync } from 'node:fs';
import { createAuditKeeping } from '../../src/audit/audit-keeping.js';
import { pruneSegments } from '../../src/audit/pruning.js';
import { Sealing } from '../../src/audit/sealing.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { createAuditStore } from '../../src/store/audit-store.js';
import { createCommit } from '../../src/store/create-commit.js';
import { openDatabase } from '../../src/store/open.js';
import { auditQueue } from './audit-queue.js';
import { EVENT } from './audit-records.js';

const [, , dataDir = '', how] = process.argv;
const database = openDatabase(dataDir);
const queue = auditQueue(database, Date.now);
const repository = createAuditRepository(database);
const clock = Date.now;
const shared = {
  store: createAuditStore(database, queue),
  commit: createCommit({ database, queue }),
  clock,
};
const kept = createAuditKeeping({ dataDir, ...shared });
const sealing = new Sealing({ ...kept, ...shared, most: 4 });
const by = { type: 'appliance', id: 'wardbox' } as const;

for (let round = 0; ; round += 1) {
  await queue.record([EVENT, EVENT, EVENT], 'written');
  const { checkpoint } = await kept.checkpoints.make(by);
  await sealing.seal({ by, before: '9999', signedTo: checkpoint?.seq ?? 0 });
  if (round % 3 === 1) await kept.checkpoints.rotateKey(by);
  if (round % 4 === 2 && how !== 'no removals') {
    await pruneSegments({ ...kept, ...shared }, { before: '9999', by });
  }
  writeSync(1, `${repository.tail(1)[0]?.seq}\n`);
}
