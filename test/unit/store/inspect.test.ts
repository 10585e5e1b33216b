import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ChainLink, nextLink } from '../../../src/audit/audit-chain.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { inspectDatabase } from '../../../src/store/inspect.js';
import { DATABASE_FILE, openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { chainOf, fillAudit } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** Names, permissions, times and contents of a folder. */
const stateOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name));
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      return { name, mode, mtimeMs, sum };
    });

function filled(count = 20): string {
  const folder = scratchFolder();
  const database = openDatabase(folder);
  fillAudit(database, count);
  database.close();
  return folder;
}

describe('inspectDatabase', () => {
  it('reads an unused database and changes not a byte of it', () => {
    const folder = filled();
    const before = stateOf(folder);
    const inspection = inspectDatabase(folder);
    expect(inspection.damage()).toEqual([]);
    expect(inspection.schema).toBe(inspection.knownSchema);
    expect(inspection.newestRecord()).toBe(chainOf(20).at(-1)!.at);
    expect([...createAuditRepository(inspection.database).each()]).toHaveLength(20);
    inspection.close();
    expect(stateOf(folder)).toEqual(before);
  });

  it('reads what a crash has left in the log, and leaves it there', () => {
    const living = scratchFolder();
    const database = openDatabase(living);
    onTestFinished(() => void database.close());
    fillAudit(database, 20);
    const folder = scratchFolder();
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
      cpSync(join(living, name), join(folder, name), { preserveTimestamps: true });
    }
    const before = stateOf(folder);
    const inspection = inspectDatabase(folder);
    expect(inspection.newestRecord()).toBe(chainOf(20).at(-1)!.at);
    inspection.close();
    expect(stateOf(folder).filter(({ name }) => !name.endsWith('-shm'))).toEqual(before);
  });

  it('sees what a running daemon writes meanwhile', () => {
    const folder = scratchFolder();
    const database = openDatabase(folder);
    onTestFinished(() => void database.close());
    const inspection = inspectDatabase(folder);
    onTestFinished(inspection.close);
    expect(inspection.newestRecord()).toBeUndefined();
    fillAudit(database, 3);
    expect(inspection.newestRecord()).toBe(chainOf(3).at(-1)!.at);
  });

  it('can change nothing', () => {
    const inspection = inspectDatabase(filled());
    onTestFinished(inspection.close);
    expect(() => inspection.database.exec('DELETE FROM api_keys')).toThrow(/readonly/);
  });

  it('makes no folder and no file where there is none', () => {
    const folder = scratchFolder();
    expect(() => inspectDatabase(folder)).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('throws on a file that is no database', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, DATABASE_FILE), Buffer.alloc(8_192, 7));
    expect(() => inspectDatabase(folder)).toThrow(/not a readable database/);
  });

  it('names damage', () => {
    const folder = filled(2_000);
    const path = join(folder, DATABASE_FILE);
    const bytes = readFileSync(path);
    // Pages of the audit log; the first ones hold the schema.
    bytes.fill(0x5a, bytes.length - 20 * 4_096, bytes.length - 10 * 4_096);
    writeFileSync(path, bytes);
    const inspection = inspectDatabase(folder);
    onTestFinished(inspection.close);
    expect(inspection.damage().length).toBeGreaterThan(0);
  });

  it('names tables whose references lead nowhere', () => {
    const folder = filled();
    const raw = new SqliteDatabase(join(folder, DATABASE_FILE));
    raw.pragma('foreign_keys = OFF');
    raw.exec('CREATE TABLE a (id PRIMARY KEY); CREATE TABLE b (a REFERENCES a (id))');
    raw.exec('INSERT INTO b VALUES (7)');
    raw.close();
    const inspection = inspectDatabase(folder);
    onTestFinished(inspection.close);
    expect(inspection.damage()).toEqual(['dangling references in b']);
  });

  it('finds where the clock went back', () => {
    const folder = scratchFolder();
    const database = openDatabase(folder);
    const times = ['10:00', '11:00', '10:30', '12:00', '11:59'].map((t) => `2026-01-05T${t}:00Z`);
    const links: ChainLink[] = [];
    for (const at of times) links.push(nextLink(links.at(-1), at, '{}'));
    createAuditRepository(database).appendAll(() => links);
    database.close();
    const inspection = inspectDatabase(folder);
    onTestFinished(inspection.close);
    expect(inspection.stepsBack('2026-01-01').map(({ seq }) => seq)).toEqual([3, 5]);
    expect(inspection.stepsBack('2026-01-05T11:30').map(({ seq }) => seq)).toEqual([5]);
  });
});
