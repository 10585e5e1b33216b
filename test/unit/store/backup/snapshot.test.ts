import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  copyDatabase,
  inspectDatabase,
  OWN_SCHEMA,
} from '../../../../src/store/backup/snapshot.js';
import type { EncryptionKey } from '../../../../src/store/encryption/key.js';
import { openDatabase } from '../../../../src/store/open.js';
import { createReadingRepository } from '../../../../src/store/reading-repository.js';
import SqliteDatabase from '../../../../src/store/sqlite.js';
import { fillAudit } from '../../../support/audit-records.js';
import { filesWith, someKey } from '../../../support/encryption.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const READING = JSON.stringify({ scores: 'x'.repeat(4_000) });

/** A database of some 100 MiB is copied in several steps; this one of 40 MiB in three. */
function filled(rows: number, key?: EncryptionKey) {
  const dataDir = scratchFolder();
  const database = openDatabase(dataDir, key);
  const readings = createReadingRepository(database);
  const save = (id: string) =>
    readings.save({ analysisId: id, mode: 'test', createdAt: 1, reading: READING });
  database.transaction(() => {
    for (let row = 0; row < rows; row += 1) save(`before-${row}`);
  })();
  return { dataDir, database, save };
}

const sound = (path: string, key?: EncryptionKey) => inspectDatabase(path, () => undefined, key);

describe('the copy of a database that is written to', () => {
  it('is what there was at its beginning, and is made in one go', async () => {
    const { dataDir, database } = filled(10_000);
    const other = openDatabase(dataDir);
    const others = createReadingRepository(other);
    const copy = join(dataDir, 'copy.sqlite');
    const steps: number[] = [];
    await copyDatabase(database, copy, {
      beside: () => undefined,
      onProgress(done) {
        const row = { mode: 'test', createdAt: 1, reading: READING } as const;
        others.save({ analysisId: `during-${steps.length}`, ...row });
        steps.push(done);
      },
    });
    other.close();
    expect(steps.length).toBeGreaterThan(2);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(sound(copy).counts.imaging_readings).toBe(10_000);
    const now = database.prepare('SELECT count(*) FROM imaging_readings').pluck();
    expect(now.get()).toBe(10_000 + steps.length);
    expect(database.inTransaction).toBe(false);
    database.close();
  });

  it('is encrypted as the database is, and legible at no moment', async () => {
    const key = someKey();
    const { dataDir, database } = filled(5_000, key);
    const other = openDatabase(dataDir, key);
    const others = createReadingRepository(other);
    const copies = join(dataDir, 'copies');
    mkdirSync(copies);
    const copy = join(copies, 'copy.sqlite');
    let steps = 0;
    await copyDatabase(database, copy, {
      key,
      beside: () => undefined,
      onProgress() {
        const row = { mode: 'test', createdAt: 1, reading: READING } as const;
        others.save({ analysisId: `during-${steps}`, ...row });
        if (steps % 50 === 0) expect(filesWith(dataDir, 'before-', '"scores"')).toEqual([]);
        steps += 1;
      },
    });
    other.close();
    database.close();
    expect(steps).toBeGreaterThan(2);
    expect(readdirSync(copies)).toEqual(['copy.sqlite']);
    expect(filesWith(copies, 'before-', '"scores"', 'CREATE TABLE')).toEqual([]);
    expect(sound(copy, key).counts.imaging_readings).toBe(5_000);
    expect(() => sound(copy, someKey())).toThrow('does not open');
  });

  it('has what stands in the log alone, and what was written to its place meanwhile', async () => {
    const { dataDir, database, save } = filled(3_000);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.pragma('wal_autocheckpoint = 0');
    for (let row = 0; row < 500; row += 1) save(`log-${row}`);
    const copy = join(dataDir, 'copy.sqlite');
    let moved = 0;
    await copyDatabase(database, copy, {
      beside: () => undefined,
      onProgress() {
        // As another process does when its log has grown.
        const other = openDatabase(dataDir);
        other.exec('DELETE FROM imaging_readings WHERE created_at < 0');
        const [{ checkpointed }] = other.pragma('wal_checkpoint(PASSIVE)') as [
          { checkpointed: number },
        ];
        moved += checkpointed;
        other.close();
      },
    });
    expect(moved).toBeGreaterThan(0);
    expect(sound(copy).counts.imaging_readings).toBe(3_500);
    database.close();
  });

  it('and what is copied beside it are of one moment', async () => {
    const { dataDir, database, save } = filled(1);
    const other = openDatabase(dataDir);
    other.pragma('busy_timeout = 0');
    const copy = join(dataDir, 'copy.sqlite');
    let refused: unknown;
    await copyDatabase(database, copy, {
      beside() {
        try {
          other.exec('DELETE FROM imaging_readings WHERE created_at < 2');
        } catch (error) {
          refused = error;
        }
      },
      onProgress: () => undefined,
    });
    other.close();
    expect(refused).toMatchObject({ code: 'SQLITE_BUSY' });
    save('after');
    expect(sound(copy).counts.imaging_readings).toBe(1);
    database.close();
  });

  it('lets others write again when what is beside it cannot be copied', async () => {
    const { dataDir, database, save } = filled(1);
    const beside = () => {
      throw new Error('unreadable');
    };
    const copied = copyDatabase(database, join(dataDir, 'copy'), {
      beside,
      onProgress: () => undefined,
    });
    await expect(copied).rejects.toThrow('unreadable');
    save('after');
    database.close();
  });
});

describe('looking through a database', () => {
  it('counts the rows of every table and returns the schema version', () => {
    const { dataDir, database } = filled(3);
    fillAudit(database, 7);
    database.close();
    const { schema, counts } = sound(join(dataDir, 'wardbox.sqlite'));
    expect(schema).toBe(OWN_SCHEMA);
    expect(counts).toMatchObject({ imaging_readings: 3, audit: 7, api_keys: 0 });
    expect(Object.keys(counts).filter((name) => name.startsWith('sqlite_'))).toEqual([]);
  });

  it('finds pages that do not hold together', () => {
    const { dataDir, database } = filled(2_000);
    database.close();
    const path = join(dataDir, 'wardbox.sqlite');
    const bytes = readFileSync(path);
    bytes.fill(0, 4_096 * 40, 4_096 * 60);
    writeFileSync(path, bytes);
    expect(() => sound(path)).toThrow();
  });

  it('finds references that lead nowhere', () => {
    const path = join(scratchFolder(), 'some.sqlite');
    const database = new SqliteDatabase(path);
    database.exec(`CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (a INTEGER REFERENCES a (id));`);
    database.pragma('foreign_keys = OFF');
    database.exec('INSERT INTO b VALUES (1)');
    database.close();
    expect(() => sound(path)).toThrow('have no target');
  });

  it('refuses what is no database', () => {
    const path = join(scratchFolder(), 'some.sqlite');
    writeFileSync(path, 'x'.repeat(5_000));
    expect(() => sound(path)).toThrow('not a readable database');
    expect(() => sound(`${path}-not`)).toThrow();
  });
});
