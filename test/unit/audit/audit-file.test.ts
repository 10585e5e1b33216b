import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyChain } from '../../../src/audit/audit-chain.js';
import { createAuditLog } from '../../../src/audit/audit-log.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { auditQueue } from '../../support/audit-queue.js';
import { EVENT, fillAudit } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { stoppedClock } from '../../support/stopped-clock.js';

function repositoryIn(folder: string) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  return { database, repository: createAuditRepository(database) };
}

/** The verdict after somebody with write access to the file has been at it, triggers and all. */
function verdictAfter(tampering: string) {
  const folder = scratchFolder();
  const { database, repository } = repositoryIn(folder);
  fillAudit(database, 5);
  const raw = new SqliteDatabase(join(folder, 'wardbox.sqlite'));
  for (const name of ['audit_no_update', 'audit_no_delete', 'audit_chained']) {
    raw.exec(`DROP TRIGGER ${name}`);
  }
  raw.exec(tampering);
  raw.close();
  return verifyChain(repository.each(), repository.highestEver());
}

describe('the chain in a file that was tampered with', () => {
  it('is intact when nothing was changed', () => {
    expect(verdictAfter('SELECT 1')).toMatchObject({ intact: true, records: 5 });
  });

  it.each([
    [`UPDATE audit SET event = replace(event, 'success', 'failed') WHERE seq = 4`, 4],
    [`UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 1`, 1],
    ['UPDATE audit SET hash = randomblob(32) WHERE seq = 2', 2],
    ['UPDATE audit SET prev_hash = randomblob(32) WHERE seq = 3', 3],
    ['UPDATE audit SET seq = 9 WHERE seq = 5', 5],
    ['DELETE FROM audit WHERE seq = 3', 3],
    ['DELETE FROM audit WHERE seq = 1', 1],
    ['DELETE FROM audit WHERE seq = 5', 5],
    ['DELETE FROM audit', 1],
    [
      `INSERT INTO audit (seq, at, event, prev_hash, hash) VALUES (6, 't', '{}', zeroblob(32), randomblob(32))`,
      6,
    ],
  ])('is broken by %s, at record %d', (tampering, brokenAt) => {
    expect(verdictAfter(tampering)).toMatchObject({ intact: false, brokenAt });
  });
});

describe('two writers on one file', () => {
  it('share one chain, without a fork, a gap or a lost record', async () => {
    const folder = scratchFolder();
    const clock = stoppedClock();
    const logs = [1, 2].map(() => createAuditLog(auditQueue(repositoryIn(folder).database, clock)));
    const appends: Promise<void>[] = [];
    for (let round = 0; round < 15; round += 1) {
      for (const [index, log] of logs.entries()) {
        appends.push(log.append({ ...EVENT, target: `${index}/${round}/a` }));
        appends.push(log.append({ ...EVENT, target: `${index}/${round}/b` }));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(appends);
    const { repository } = repositoryIn(folder);
    const rows = [...repository.each()];
    expect(verifyChain(rows, repository.highestEver())).toMatchObject({
      intact: true,
      records: 60,
    });
    const targets = rows.map(({ event }) => JSON.parse(event).target as string);
    expect(new Set(targets).size).toBe(60);
    for (const index of [0, 1]) {
      const own = targets.filter((target) => target.startsWith(`${index}/`));
      const inOrder = Array.from({ length: 15 }, (_, r) => [`${index}/${r}/a`, `${index}/${r}/b`]);
      expect(own).toEqual(inOrder.flat());
    }
  });
});
