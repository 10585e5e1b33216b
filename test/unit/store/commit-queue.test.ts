import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCommitQueue } from '../../../src/store/commit-queue.js';
import { type Database, openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** A page and its header. */
const WAL_FRAME_BYTES = 4_096 + 24;

/** The small commits that sync, as a disk sees them that may fail. */
function watchSyncs(database: Database) {
  const disk = { fault: undefined as string | undefined, refused: 0 };
  const { pragma } = database;
  vi.spyOn(database, 'pragma').mockImplementation((text, options) => {
    if (disk.fault !== undefined && text.startsWith('application_id =')) {
      disk.refused += 1;
      throw new SqliteDatabase.SqliteError('the disk says no', disk.fault);
    }
    return pragma.call(database, text, options);
  });
  return disk;
}

function opened() {
  const folder = scratchFolder();
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  const disk = watchSyncs(database);
  database.exec(`CREATE TABLE done (what TEXT NOT NULL) STRICT;
                 CREATE TABLE record (grp INTEGER, what TEXT NOT NULL) STRICT`);
  const insert = database.prepare('INSERT INTO done VALUES (?)');
  const note = database.prepare('INSERT INTO record VALUES (?, ?)');
  const state = { group: 0, fail: undefined as Error | undefined };
  const queue = createCommitQueue<string>(database, (records) => {
    state.group += 1;
    for (const record of records) note.run(state.group, record);
    if (state.fail !== undefined) throw state.fail;
  });
  /** Through a connection of its own: what is committed. */
  const file = join(folder, 'wardbox.sqlite');
  const seen = (sql: string): unknown[] => {
    const other = new SqliteDatabase(file, { readonly: true });
    try {
      return other.prepare(sql).pluck().all();
    } finally {
      other.close();
    }
  };
  const work = (what: string) => () => {
    insert.run(what);
    return { value: what, records: [what] };
  };
  return { folder, file, database, disk, queue, state, seen, work };
}

const DONE = 'SELECT what FROM done ORDER BY rowid';
const RECORDS = 'SELECT what FROM record ORDER BY rowid';
const level = (database: { pragma(name: string, options: { simple: true }): unknown }) =>
  database.pragma('synchronous', { simple: true });
const FULL = 2;
const NORMAL = 1;

describe('createCommitQueue', () => {
  it('does the work of one turn in one transaction, in order, and reports the commit', async () => {
    const { queue, seen, work, database } = opened();
    const inside: boolean[] = [];
    const values = Promise.all([
      queue.run(work('a'), { wait: 'synced' }),
      queue.record(['alone'], 'synced'),
      queue.run(
        () => {
          inside.push(database.inTransaction);
          expect(seen(DONE)).toEqual([]);
          return work('b')();
        },
        { wait: 'synced' },
      ),
    ]);
    expect(database.inTransaction).toBe(false);
    const committed = values.then(() => seen(DONE));
    expect(await values).toEqual(['a', undefined, 'b']);
    expect(await committed).toEqual(['a', 'b']);
    expect(inside).toEqual([true]);
    expect(seen(RECORDS)).toEqual(['a', 'alone', 'b']);
    expect(seen('SELECT DISTINCT grp FROM record')).toEqual([1]);
  });

  it('undoes only the work that throws, commits its refusal and rejects with what it threw', async () => {
    const { queue, seen, work } = opened();
    let undone = 0;
    queue.onUndone(() => {
      undone += 1;
    });
    const cause = new Error('not so');
    const fails = (refused?: (error: unknown) => string[]) =>
      queue.run(
        () => {
          work('lost')();
          throw cause;
        },
        { wait: 'synced', ...(refused && { refused }) },
      );
    const settled = await Promise.allSettled([
      queue.run(work('a'), { wait: 'synced' }),
      fails((error) => [`refused: ${error === cause}`]),
      fails(),
      queue.run(work('b'), { wait: 'synced' }),
    ]);
    expect(settled).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: cause },
      { status: 'rejected', reason: cause },
      { status: 'fulfilled', value: 'b' },
    ]);
    expect(seen(DONE)).toEqual(['a', 'b']);
    expect(seen(RECORDS)).toEqual(['a', 'refused: true', 'b']);
    expect(undone).toBe(2);
  });

  it('refuses all of a group whose records cannot be written, and then works again', async () => {
    const { queue, state, seen, work } = opened();
    let undone = 0;
    queue.onUndone(() => {
      undone += 1;
    });
    state.fail = new Error('SQLITE_FULL');
    const errors = await Promise.all([
      rejectionOf(queue.run(work('a'), { wait: 'synced' })),
      rejectionOf(queue.record(['b'], 'written')),
    ]);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 30, cause: state.fail });
      expect(error.message).not.toContain('SQLITE');
    }
    expect([...seen(DONE), ...seen(RECORDS)]).toEqual([]);
    expect(undone).toBe(1);
    state.fail = undefined;
    expect(await queue.run(work('c'), { wait: 'synced' })).toBe('c');
    expect(seen(DONE)).toEqual(['c']);
    expect(queue.sound()).toBe(true);
  });

  it('refuses what waits when another process keeps the lock', async () => {
    const { queue, seen, work, database, file } = opened();
    database.pragma('busy_timeout = 0');
    const other = new SqliteDatabase(file);
    other.exec('BEGIN IMMEDIATE');
    const error = await rejectionOf(queue.run(work('a'), { wait: 'synced' }));
    expect(error).toMatchObject({ code: 'overloaded', cause: { code: 'SQLITE_BUSY' } });
    other.close();
    await queue.run(work('b'), { wait: 'synced' });
    expect(seen(DONE)).toEqual(['b']);
  });

  it('rejects the whole group when a work loses the transaction itself', async () => {
    const { queue, seen, work, database } = opened();
    const settled = await Promise.allSettled([
      queue.run(work('a'), { wait: 'synced' }),
      queue.run(
        () => {
          database.exec('ROLLBACK');
          throw new Error('SQLITE_FULL');
        },
        { wait: 'synced', refused: () => ['never'] },
      ),
      queue.run(work('b'), { wait: 'synced' }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([...seen(DONE), ...seen(RECORDS)]).toEqual([]);
  });

  it('takes several transactions for a long queue, and lets nothing wait for ever', async () => {
    const { queue, seen, work } = opened();
    const many = Array.from({ length: 200 }, (_, n) => `${n}`);
    const done = await Promise.all(many.map((what) => queue.run(work(what), { wait: 'written' })));
    expect(done).toEqual(many);
    expect(seen(DONE)).toEqual(many);
    expect(seen('SELECT count(*) FROM record GROUP BY grp')).toEqual([64, 64, 64, 8]);
  });

  it('commits pending work at once on flush', async () => {
    const { queue, seen, work } = opened();
    const all = Promise.all(
      Array.from({ length: 70 }, (_, n) => queue.run(work(`${n}`), { wait: 'written' })),
    );
    queue.flush();
    expect(seen(DONE)).toHaveLength(70);
    await all;
    queue.flush();
    expect(seen(DONE)).toHaveLength(70);
  });

  it('syncs a group if any in it asks for that, else a little later', async () => {
    const { queue, work, database } = opened();
    const levels: unknown[] = [];
    const looking = (what: string) => () => {
      levels.push(level(database));
      return work(what)();
    };
    await queue.run(looking('a'), { wait: 'written' });
    await queue.run(looking('b'), { wait: 'synced' });
    await Promise.all([
      queue.run(looking('c'), { wait: 'written' }),
      queue.run(looking('d'), { wait: 'synced' }),
    ]);
    await queue.run(looking('e'), { wait: 'written' });
    expect(levels).toEqual([NORMAL, FULL, FULL, FULL, NORMAL]);
    for (let turns = 0; level(database) !== FULL && turns < 200; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(level(database)).toBe(FULL);
    expect(queue.sound()).toBe(true);
  });

  it('shows a commit that does not wait for the disk to everybody at once', async () => {
    const { queue, seen, work } = opened();
    await queue.run(work('a'), { wait: 'written' });
    expect(seen(DONE)).toEqual(['a']);
  });

  it('syncs at once on request, by a separate commit', async () => {
    const { queue, work, database, file } = opened();
    await queue.run(work('a'), { wait: 'written' });
    const { size } = statSync(`${file}-wal`);
    queue.sync();
    expect(level(database)).toBe(FULL);
    expect(statSync(`${file}-wal`).size).toBe(size + WAL_FRAME_BYTES);
  });

  it.each(['later', 'when told'])(
    'promises nothing more once a sync has failed, %s',
    async (when) => {
      const { queue, seen, work, disk } = opened();
      await queue.run(work('a'), { wait: 'written' });
      disk.fault = 'SQLITE_IOERR_FSYNC';
      if (when === 'when told') queue.flush();
      for (let turns = 0; queue.sound() && turns < 200; turns += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      disk.fault = undefined;
      expect(queue.sound()).toBe(false);
      const error = await rejectionOf(queue.run(work('b'), { wait: 'synced' }));
      expect(error.code).toBe('overloaded');
      expect((await rejectionOf(queue.record(['c'], 'written'))).code).toBe('overloaded');
      expect(seen(DONE)).toEqual(['a']);
    },
  );

  it('retries a sync that could not begin, and stays durable', async () => {
    const { queue, seen, work, disk } = opened();
    await queue.run(work('a'), { wait: 'written' });
    disk.fault = 'SQLITE_BUSY';
    for (let turns = 0; disk.refused < 2 && turns < 200; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(disk.refused).toBeGreaterThan(1);
    disk.fault = undefined;
    expect(queue.sound()).toBe(true);
    expect(await queue.run(work('b'), { wait: 'synced' })).toBe('b');
    expect(seen(DONE)).toEqual(['a', 'b']);
  });
});
