import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyChain } from '../../../src/audit/audit-chain.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { chainOf, fillAudit } from '../../support/audit-records.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** The same file through a plain connection that has none of the appliance's settings. */
function filledFile() {
  const folder = scratchFolder();
  const database = openDatabase(folder);
  fillAudit(database, 3);
  const raw = new SqliteDatabase(join(folder, 'wardbox.sqlite'));
  onTestFinished(() => {
    raw.close();
    database.close();
  });
  const repository = createAuditRepository(database);
  return { database, raw, repository, before: repository.tail(10) };
}

const [, , third, fourth, fifth] = chainOf(5);

describe.each(['the appliance', 'a plain connection'])('the audit table, through %s', (who) => {
  const prepare = () => {
    const { database, raw, repository, before } = filledFile();
    return { sql: who === 'the appliance' ? database : raw, repository, before };
  };
  const APPEND_ONLY = /append-only/;
  const NOT_NEXT = /does not follow the last one/;
  const insert = `INSERT INTO audit (seq, at, event, prev_hash, hash) VALUES (?, ?, ?, ?, ?)`;

  it.each([
    ["UPDATE audit SET event = '{}'", APPEND_ONLY],
    ['UPDATE audit SET seq = 9 WHERE seq = 3', APPEND_ONLY],
    ['UPDATE OR REPLACE audit SET hash = (SELECT hash FROM audit WHERE seq = 1)', APPEND_ONLY],
    ['DELETE FROM audit WHERE seq = 3', APPEND_ONLY],
    ['DELETE FROM audit', APPEND_ONLY],
    [
      "REPLACE INTO audit (seq, at, event, prev_hash, hash) SELECT seq, at, '{}', prev_hash, hash FROM audit WHERE seq = 3",
      NOT_NEXT,
    ],
    [
      'INSERT INTO audit (seq, at, event, prev_hash, hash) SELECT seq + 3, at, event, prev_hash, hash FROM audit',
      NOT_NEXT,
    ],
    [
      "INSERT INTO audit (seq, at, event, prev_hash, hash) VALUES (NULL, 't', '{}', zeroblob(32), randomblob(32))",
      NOT_NEXT,
    ],
    [
      "INSERT INTO audit (seq, at, event, prev_hash, hash) VALUES (4, 't', '{}', NULL, randomblob(32))",
      NOT_NEXT,
    ],
  ])('refuses %s', (statement, message) => {
    const { sql, repository, before } = prepare();
    expect(() => sql.exec(statement)).toThrow(message);
    expect(repository.tail(10)).toEqual(before);
  });

  it.each([0, -1, 1, 3])('refuses a record with the number %d after the third', (seq) => {
    const { sql, repository } = prepare();
    const { at, event, prevHash, hash } = fourth!;
    expect(() => sql.prepare(insert).run(seq, at, event, prevHash, hash)).toThrow(NOT_NEXT);
    expect(repository.tail(10)).toHaveLength(3);
  });

  it('refuses a record that follows another one than the last', () => {
    const { sql } = prepare();
    const { at, event, prevHash, hash } = fifth!;
    expect(() => sql.prepare(insert).run(4, at, event, prevHash, hash)).toThrow(NOT_NEXT);
  });

  it('loses no older record to one that takes its hash, and the forgery is found', () => {
    const { sql, repository, before } = prepare();
    const replace = sql.prepare(insert.replace('INSERT', 'INSERT OR REPLACE'));
    replace.run(4, 't', '{}', third!.hash, before[0]!.hash);
    expect(repository.tail(10).slice(0, 3)).toEqual(before);
    const verdict = verifyChain(repository.each(), repository.highestEver());
    expect(verdict).toMatchObject({ intact: false, brokenAt: 4 });
  });

  it.each([
    ['text that is not JSON', [4, 't', '{', third!.hash, fourth!.hash]],
    ['a hash that is short', [4, 't', '{}', third!.hash, Buffer.alloc(31)]],
    ['a hash that is text', [4, 't', '{}', third!.hash, 'a'.repeat(32)]],
    ['no time', [4, null, '{}', third!.hash, fourth!.hash]],
  ])('refuses %s', (_, values) => {
    const { sql, repository } = prepare();
    expect(() => sql.prepare(insert).run(...values)).toThrow(/constraint|cannot store|datatype/i);
    expect(repository.tail(10)).toHaveLength(3);
  });

  it('takes the record that is next', () => {
    const { sql, repository } = prepare();
    const { seq, at, event, prevHash, hash } = fourth!;
    sql.prepare(insert).run(seq, at, event, prevHash, hash);
    expect(repository.tail(1)).toEqual([fourth]);
  });
});

describe('createAuditRepository', () => {
  it('passes the last record to an append, and returns records oldest first', () => {
    const { repository } = filledFile();
    const told: unknown[] = [];
    repository.appendAll((last) => {
      told.push(last);
      return [fourth!, fifth!];
    });
    expect(told).toEqual([third]);
    expect(repository.tail(2)).toEqual([fourth, fifth]);
    expect([...repository.each()]).toEqual(chainOf(5));
    expect(repository.highestEver()).toBe(5);
  });

  it('excludes every other writer while it reads the last record', () => {
    const { repository, raw } = filledFile();
    raw.pragma('busy_timeout = 0');
    repository.appendAll(() => {
      expect(() => raw.exec('BEGIN IMMEDIATE')).toThrow(/locked/);
      return [fourth!];
    });
    raw.exec('BEGIN IMMEDIATE; ROLLBACK');
    expect(repository.tail(1)).toEqual([fourth]);
  });

  it('reports that there is none yet', () => {
    const database = openDatabase(scratchFolder());
    onTestFinished(() => void database.close());
    const repository = createAuditRepository(database);
    expect(repository.highestEver()).toBe(0);
    expect(repository.tail(5)).toEqual([]);
    const told: unknown[] = [];
    repository.appendAll((last) => {
      told.push(last);
      return [];
    });
    expect(told).toEqual([undefined]);
  });

  it('writes all of a batch or nothing', () => {
    const { repository, before } = filledFile();
    expect(() => repository.appendAll(() => [fourth!, third!])).toThrow(/does not follow/);
    expect(repository.tail(10)).toEqual(before);
    expect(repository.highestEver()).toBe(3);
  });
});
