// Seals, removes and changes the key once, and kills itself before its nth change of a file.
import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createAuditKeeping } from '../../src/audit/audit-keeping.js';
import { pruneSegments } from '../../src/audit/pruning.js';
import { Sealing } from '../../src/audit/sealing.js';
import { createAuditStore } from '../../src/store/audit-store.js';
import { createCommit } from '../../src/store/create-commit.js';
import { openDatabase } from '../../src/store/open.js';
import { auditQueue } from './audit-queue.js';

const [, , dataDir = '', step = ''] = process.argv;
const database = openDatabase(dataDir);
const queue = auditQueue(database, Date.now);
const shared = {
  store: createAuditStore(database, queue),
  commit: createCommit({ database, queue }),
  clock: Date.now,
};
const kept = createAuditKeeping({ dataDir, ...shared });
const sealing = new Sealing({ ...kept, ...shared, most: 4 });
const by = { type: 'appliance', id: 'wardbox' } as const;

let changes = 0;
function dyingAt<A extends unknown[], R>(change: (...words: A) => R): (...words: A) => R {
  return (...words) => {
    changes += 1;
    if (changes === Number(step)) process.kill(process.pid, 'SIGKILL');
    return change(...words);
  };
}
Object.assign(fs, {
  appendFileSync: dyingAt(fs.appendFileSync),
  createWriteStream: dyingAt(fs.createWriteStream),
  linkSync: dyingAt(fs.linkSync),
  renameSync: dyingAt(fs.renameSync),
  rmSync: dyingAt(fs.rmSync),
  truncateSync: dyingAt(fs.truncateSync),
  writeFileSync: dyingAt(fs.writeFileSync),
  fsyncSync: dyingAt(fs.fsyncSync),
});
syncBuiltinESMExports();

const { checkpoint } = await kept.checkpoints.make(by);
const signedTo = checkpoint?.seq ?? 0;
await sealing.seal({ by, before: '9999', signedTo });
await kept.checkpoints.rotateKey(by);
await pruneSegments({ ...kept, ...shared }, { before: '9999', by });
database.close();
writeSync(1, `${changes}\n`);
