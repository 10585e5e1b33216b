import { spawnSync } from 'node:child_process';
import { createDecipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formOf } from '../../../../src/store/encryption/connect.js';
import type { EncryptionKey } from '../../../../src/store/encryption/key.js';
import { inspectDatabase } from '../../../../src/store/inspect.js';
import { DATABASE_FILE, openDatabase } from '../../../../src/store/open.js';
import { createReadingRepository } from '../../../../src/store/reading-repository.js';
import SqliteDatabase from '../../../../src/store/sqlite.js';
import { filesBelow, filesWith, someKey, stateOf } from '../../../support/encryption.js';
import { thrownBy } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const MARKER = 'Marker-of-a-patient';
const PAGE = 4_096;
const SOURCE = new URL('../../../../src/store', import.meta.url).href;

function write(folder: string, key: EncryptionKey | undefined, rows: number) {
  const database = openDatabase(folder, key);
  const readings = createReadingRepository(database);
  const reading = JSON.stringify(MARKER);
  database.transaction(() => {
    for (let row = 0; row < rows; row += 1) {
      readings.save({ analysisId: `im_${row}`, mode: 'test', createdAt: 1, reading });
    }
  })();
  return database;
}

const rowsIn = (folder: string, key?: EncryptionKey) => {
  const database = openDatabase(folder, key);
  const rows = database.prepare('SELECT count(*) FROM imaging_readings').pluck().get();
  database.close();
  return rows;
};

/** A data folder as a process has left it that was killed after `rows` rows. */
function killedAfter(rows: number, key: EncryptionKey | undefined): string {
  const folder = scratchFolder();
  write(folder, key, 1).close();
  const program = `
    import { openDatabase } from '${SOURCE}/open.ts';
    import { configuredKey } from '${SOURCE}/encryption/key.ts';
    const database = openDatabase('${folder}', configuredKey(${JSON.stringify({ encryption_key_file: key?.file })}));
    const insert = database.prepare("INSERT INTO imaging_readings (analysis_id, mode, created_at, reading) VALUES (?, 'test', 1, ?)");
    for (let row = 1; row < ${rows}; row += 1) insert.run('im_' + row, '"${MARKER}"');
    process.kill(process.pid, 'SIGKILL');`;
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program];
  expect(spawnSync(process.execPath, words).signal).toBe('SIGKILL');
  expect(existsSync(join(folder, `${DATABASE_FILE}-wal`))).toBe(true);
  return folder;
}

describe('an encrypted database', () => {
  it('is legible in no file, neither open nor closed', () => {
    const folder = scratchFolder();
    const key = someKey();
    const database = write(folder, key, 50);
    expect(filesBelow(folder).map((file) => file.slice(folder.length + 1))).toContain(
      `${DATABASE_FILE}-wal`,
    );
    const words = [MARKER, 'imaging_readings', 'CREATE TABLE', 'SQLite format 3'];
    expect(filesWith(folder, ...words)).toEqual([]);
    database.pragma('wal_checkpoint(TRUNCATE)');
    expect(filesWith(folder, ...words)).toEqual([]);
    database.close();
    expect(filesWith(folder, ...words)).toEqual([]);
    expect(rowsIn(folder, key)).toBe(50);
  });

  it('is legible in no file after its process was killed, and has kept every commit', () => {
    const key = someKey();
    const folder = killedAfter(40, key);
    expect(filesWith(folder, MARKER, 'imaging_readings', 'CREATE TABLE')).toEqual([]);
    expect(rowsIn(folder, key)).toBe(40);
  });

  it('is otherwise as one that is not: the words stand in its files', () => {
    expect(filesWith(killedAfter(5, undefined), MARKER).length).toBeGreaterThan(0);
  });

  it('is in the form of SQLCipher 4, which others can read', () => {
    const folder = scratchFolder();
    const key = someKey();
    write(folder, key, 50).close();
    const secret = Buffer.from(key.secret().slice(2, -1), 'hex');
    const page = readFileSync(join(folder, DATABASE_FILE)).subarray(0, PAGE);
    const salt = page.subarray(0, 16);
    const macKey = pbkdf2Sync(
      secret,
      salt.map((byte) => byte ^ 0x3a),
      2,
      32,
      'sha512',
    );
    const number = Buffer.from([1, 0, 0, 0]);
    const mac = createHmac('sha512', macKey)
      .update(page.subarray(16, PAGE - 64))
      .update(number);
    expect(mac.digest().equals(page.subarray(PAGE - 64))).toBe(true);
    const vector = page.subarray(PAGE - 80, PAGE - 64);
    const decipher = createDecipheriv('aes-256-cbc', secret, vector).setAutoPadding(false);
    const plain = decipher.update(page.subarray(16, PAGE - 80));
    // What follows the first 16 bytes of a file of SQLite: the size of its pages and what is reserved.
    expect(plain.readUInt16BE(0)).toBe(PAGE);
    expect(plain[4]).toBe(80);
  });

  it('does not open with a page that was changed', () => {
    const folder = scratchFolder();
    const key = someKey();
    write(folder, key, 2_000).close();
    const path = join(folder, DATABASE_FILE);
    const bytes = readFileSync(path);
    const last = bytes.length - PAGE;
    bytes[last + 100] = bytes[last + 100]! ^ 1;
    writeFileSync(path, bytes);
    const inspection = inspectDatabase(folder, key);
    onTestFinished(inspection.close);
    expect(inspection.damage().length).toBeGreaterThan(0);
  });

  it("does not open with two pages in each other's place", () => {
    const folder = scratchFolder();
    const key = someKey();
    write(folder, key, 2_000).close();
    const path = join(folder, DATABASE_FILE);
    const bytes = readFileSync(path);
    const [one, two] = [bytes.length - PAGE, bytes.length - 2 * PAGE];
    const moved = Buffer.from(bytes.subarray(one));
    bytes.copy(bytes, one, two, one);
    moved.copy(bytes, two);
    writeFileSync(path, bytes);
    const inspection = inspectDatabase(folder, key);
    onTestFinished(inspection.close);
    expect(inspection.damage().length).toBeGreaterThan(0);
  });
});

describe('a database and a key that do not fit', () => {
  const cases = [
    ['another key', true, 'other', /key .* does not open its database/],
    ['no key', true, 'none', /is encrypted and storage\.encryption_key_file names no key/],
    ['a key for a plain one', false, 'other', /is not encrypted, but a key is given .*enable/],
  ] as const;

  it.each(cases)('%s: says so, and changes not a byte, after a crash too', (_, is, given, why) => {
    const key = someKey();
    const other = given === 'other' ? someKey() : undefined;
    const folder = killedAfter(10, is ? key : undefined);
    // Memory that processes share is no data, and is made anew at each start.
    const data = () => stateOf(folder).filter(({ file }) => !file.endsWith('-shm'));
    const before = data();
    const error = thrownBy(() => openDatabase(folder, other));
    expect(error.code).toBe('internal_error');
    expect(error.message).toMatch(why);
    expect(error.message).not.toContain(other?.secret() ?? key.secret());
    expect(() => inspectDatabase(folder, other)).toThrow(why);
    expect(data()).toEqual(before);
    expect(rowsIn(folder, is ? key : undefined)).toBe(10);
  });

  it('is reported for a file that is not a database', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, DATABASE_FILE), Buffer.alloc(2 * PAGE, 7));
    expect(thrownBy(() => openDatabase(folder)).message).toContain('or it is damaged');
    expect(thrownBy(() => openDatabase(folder, someKey())).message).toContain('or the database is');
  });
});

describe('formOf', () => {
  it('distinguishes plain, encrypted and missing', () => {
    const folder = scratchFolder();
    const path = join(folder, DATABASE_FILE);
    expect(formOf(path)).toBe('none');
    writeFileSync(path, '');
    expect(formOf(path)).toBe('none');
    openDatabase(folder).close();
    expect(formOf(path)).toBe('plain');
    const other = scratchFolder();
    openDatabase(other, someKey()).close();
    expect(formOf(join(other, DATABASE_FILE))).toBe('encrypted');
  });

  it('of an empty file that a crash has left: it is made with the key', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, DATABASE_FILE), '');
    const key = someKey();
    openDatabase(folder, key).close();
    expect(() => new SqliteDatabase(join(folder, DATABASE_FILE)).pragma('user_version')).toThrow();
    expect(rowsIn(folder, key)).toBe(0);
  });
});
