import { linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formOf } from '../../../../src/store/encryption/connect.js';
import { eraseFolder } from '../../../../src/store/encryption/erase.js';
import { holdDatabase } from '../../../../src/store/encryption/held-database.js';
import type { EncryptionKey } from '../../../../src/store/encryption/key.js';
import { DATABASE_FILE, openDatabase } from '../../../../src/store/open.js';
import SqliteDatabase from '../../../../src/store/sqlite.js';
import { fillAudit } from '../../../support/audit-records.js';
import { filesBelow, someKey } from '../../../support/encryption.js';
import { thrownBy } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

function filled(key: EncryptionKey | undefined) {
  const folder = scratchFolder();
  const database = openDatabase(folder, key);
  fillAudit(database, 300);
  database.close();
  const path = join(folder, DATABASE_FILE);
  const hold = (nextKey: EncryptionKey | undefined) =>
    holdDatabase({ path, key, nextKey, door: join(folder, 'door') });
  return { folder, path, hold, next: join(folder, 'next') };
}

const recordsIn = (folder: string, key: EncryptionKey | undefined) => {
  const database = openDatabase(folder, key);
  onTestFinished(() => void database.close());
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  return database.prepare('SELECT count(*) FROM audit').pluck().get();
};

describe('a database that is held', () => {
  it.each([
    ['plain to encrypted', false, true],
    ['encrypted to another key', true, true],
    ['encrypted to plain', true, false],
  ])('goes from %s, whole, and leaves nothing behind', (_, before, after) => {
    const [key, nextKey] = [before ? someKey() : undefined, after ? someKey() : undefined];
    const { folder, path, hold, next } = filled(key);
    const held = hold(nextKey);
    held.writeTo(next);
    expect(formOf(next)).toBe(after ? 'encrypted' : 'plain');
    held.giveWayTo(next);
    held.close();
    expect(filesBelow(folder)).toEqual([path]);
    expect(recordsIn(folder, nextKey)).toBe(300);
  });

  it('is overwritten when it gives way, for those who still have it', () => {
    const { folder, path, hold, next } = filled(undefined);
    const other = join(folder, 'other-name');
    linkSync(path, other);
    const held = hold(someKey());
    held.writeTo(next);
    held.giveWayTo(next);
    held.close();
    expect(readFileSync(other).every((byte) => byte === 0)).toBe(true);
    const late = new SqliteDatabase(other);
    onTestFinished(() => void late.close());
    expect(() => late.exec('CREATE TABLE t (a)')).toThrow('not a database');
  });

  it('excludes other readers and writers', () => {
    const { path, hold } = filled(undefined);
    const held = hold(someKey());
    const other = new SqliteDatabase(path, { timeout: 0 });
    expect(() => other.pragma('user_version')).toThrow('locked');
    held.close();
    expect(other.pragma('user_version', { simple: true })).toBeGreaterThan(0);
    other.close();
  });

  it('is refused while another connection is open, even an idle one', () => {
    const { folder, hold } = filled(undefined);
    const other = openDatabase(folder);
    const error = thrownBy(() => hold(someKey()));
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('has the database open');
    other.close();
    hold(someKey()).close();
  });

  it('stays as it is when it need not give way', () => {
    const { folder, hold, next } = filled(undefined);
    const held = hold(someKey());
    held.writeTo(next);
    held.close();
    expect(recordsIn(folder, undefined)).toBe(300);
  });
});

describe('eraseFolder', () => {
  it('overwrites and removes what is in a folder, and needs none', () => {
    const folder = scratchFolder();
    const below = join(folder, 'below');
    eraseFolder(below);
    openDatabase(below).close();
    const other = join(folder, 'other-name');
    linkSync(join(below, DATABASE_FILE), other);
    writeFileSync(join(below, 'empty'), '');
    eraseFolder(below);
    expect(filesBelow(folder)).toEqual([other]);
    expect(readFileSync(other).every((byte) => byte === 0)).toBe(true);
  });
});
