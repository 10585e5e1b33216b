import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChainLink, verifyChain } from '../../../src/audit/audit-chain.js';
import { createAuditLog, createAuditWriter } from '../../../src/audit/audit-log.js';
import { createAuditNames } from '../../../src/store/audit-names.js';
import type { AuditRepository } from '../../../src/store/audit-repository.js';
import { createCommitQueue } from '../../../src/store/commit-queue.js';
import { openDatabase } from '../../../src/store/open.js';
import { EVENT } from '../../support/audit-records.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { NOON, stoppedClock } from '../../support/stopped-clock.js';

/** A repository in memory that counts its transactions and fails when told. */
function createFake() {
  const rows: ChainLink[] = [];
  const batches: number[] = [];
  const state = { failWith: undefined as Error | undefined };
  const database = openDatabase(scratchFolder());
  const repository: Pick<AuditRepository, 'appendAll' | 'names'> = {
    names: createAuditNames(database),
    appendAll(next) {
      const links = next(rows.at(-1));
      if (state.failWith) throw state.failWith;
      batches.push(links.length);
      rows.push(...links);
    },
  };
  onTestFinished(() => void database.close());
  const clock = stoppedClock();
  const log = createAuditLog(createCommitQueue(database, createAuditWriter(repository, clock)));
  return { rows, batches, state, clock, log };
}

describe('createAuditLog', () => {
  it('writes all that arrives in one turn in one transaction, in order', async () => {
    const { log, rows, batches } = createFake();
    const appends = Array.from({ length: 50 }, (_, n) => log.append({ ...EVENT, target: `t${n}` }));
    expect(batches).toEqual([]);
    await Promise.all(appends);
    expect(batches).toEqual([50]);
    expect(rows.map(({ event }) => JSON.parse(event).target)).toEqual(
      Array.from({ length: 50 }, (_, n) => `t${n}`),
    );
    expect(verifyChain(rows, 50)).toMatchObject({ intact: true, records: 50 });
  });

  it('resolves only after the transaction', async () => {
    const { log, rows } = createFake();
    let done = false;
    const append = log.append(EVENT).then(() => {
      done = true;
      expect(rows).toHaveLength(1);
    });
    await Promise.resolve();
    expect(done).toBe(false);
    await append;
    expect(done).toBe(true);
  });

  it('takes another transaction for the next turn', async () => {
    const { log, batches } = createFake();
    await log.append(EVENT);
    await Promise.all([log.append(EVENT), log.append(EVENT)]);
    expect(batches).toEqual([1, 2]);
  });

  it('notes the time of the commit and the exact text of the event', async () => {
    const { log, rows, clock } = createFake();
    await log.append({ ...EVENT, target: 'ü "q"\n' });
    clock.pass(1_500);
    await log.append(EVENT);
    expect(rows[0]!.at).toBe(new Date(NOON).toISOString());
    expect(rows[1]!.at).toBe(new Date(NOON + 1_500).toISOString());
    expect(JSON.parse(rows[0]!.event)).toEqual({ ...EVENT, target: 'ü "q"\n' });
    expect(rows[0]!.event).not.toContain('\n');
  });

  it('writes pending records on flush, and none twice', async () => {
    const { log, rows, batches } = createFake();
    const append = log.append(EVENT);
    log.flush();
    expect(rows).toHaveLength(1);
    log.flush();
    await append;
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([1]);
  });

  it('refuses all that share a failed transaction, then works again', async () => {
    const { log, rows, state } = createFake();
    const cause = new Error('SQLITE_FULL: /data/wardbox.sqlite');
    state.failWith = cause;
    const errors = await Promise.all([
      rejectionOf(log.append(EVENT)),
      rejectionOf(log.append(EVENT)),
    ]);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 30, cause });
      expect(error.message).not.toContain('SQLITE');
    }
    expect(rows).toEqual([]);
    state.failWith = undefined;
    await log.append({ ...EVENT, target: 'after' });
    expect(rows).toHaveLength(1);
    expect(verifyChain(rows, 1)).toMatchObject({ intact: true });
  });
});
