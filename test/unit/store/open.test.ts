import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../../src/store/migrations.js';
import { lockDataFolder, openDatabase } from '../../../src/store/open.js';
import { thrownBy } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const OPEN = new URL('../../../src/store/open.ts', import.meta.url).href;

function opened(folder: string) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  return database;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('openDatabase', () => {
  it('makes the folder and the schema, and opens them again as they are', () => {
    const folder = join(scratchFolder(), 'deep', 'data');
    const first = openDatabase(folder);
    first.exec(`INSERT INTO api_keys (key_id, name, mode, scopes, secret_hash, created_at)
                VALUES ('key_1', 'n', 'test', '[]', zeroblob(32), 0)`);
    first.close();
    const second = opened(folder);
    expect(second.prepare('SELECT key_id FROM api_keys').pluck().all()).toEqual(['key_1']);
    expect(second.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
  });

  it('opens twice at the same time, as the command line does beside a daemon', () => {
    const folder = scratchFolder();
    const one = opened(folder);
    const two = opened(folder);
    one.exec(`INSERT INTO api_keys (key_id, name, mode, scopes, secret_hash, created_at)
              VALUES ('key_1', 'n', 'live', '[]', zeroblob(32), 0)`);
    expect(two.prepare('SELECT count(*) FROM api_keys').pluck().get()).toBe(1);
  });

  it('keeps every commit: write-ahead log, synced in full, constraints on', () => {
    const database = opened(scratchFolder());
    const setting = (name: string) => database.pragma(name, { simple: true });
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('recursive_triggers')).toBe(1);
    expect(setting('trusted_schema')).toBe(0);
    expect(setting('temp_store')).toBe(2);
    expect(setting('wal_autocheckpoint')).toBe(4000);
  });

  it('lets no other user read the folder or a file of the database, regardless of the umask', () => {
    const old = process.umask(0o000);
    onTestFinished(() => void process.umask(old));
    const folder = join(scratchFolder(), 'data');
    const database = opened(folder);
    database.exec('DELETE FROM api_keys');
    expect(modeOf(folder)).toBe(0o700);
    const files = readdirSync(folder);
    expect(files).toContain('wardbox.sqlite-wal');
    for (const file of files) expect([file, modeOf(join(folder, file))]).toEqual([file, 0o600]);
  });

  it('closes a folder and a database that were left open', () => {
    const folder = scratchFolder();
    openDatabase(folder).close();
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'wardbox.sqlite'), 0o644);
    opened(folder);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, 'wardbox.sqlite'))).toBe(0o600);
  });

  it('refuses a schema that is newer than the program and leaves it alone', () => {
    const folder = scratchFolder();
    const newer = openDatabase(folder);
    newer.pragma(`user_version = ${MIGRATIONS.length + 1}`);
    newer.close();
    const error = thrownBy(() => openDatabase(folder));
    expect(error.code).toBe('internal_error');
    expect(error.message).toContain(`schema ${MIGRATIONS.length + 1} is newer`);
  });

  it('says that a folder or file is at fault that is none', () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'file'), 'x');
    expect(thrownBy(() => openDatabase(join(folder, 'file'))).message).toContain('data folder');
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'wardbox.sqlite'), 'this is not a database '.repeat(50));
    expect(thrownBy(() => openDatabase(broken)).message).toContain('cannot be used');
  });
});

describe('lockDataFolder', () => {
  it('refuses a second daemon until the first has let go', () => {
    const folder = scratchFolder();
    const first = lockDataFolder(folder);
    const error = thrownBy(() => lockDataFolder(folder));
    expect(error.code).toBe('conflict');
    expect(error.message).toContain(folder);
    first.release();
    lockDataFolder(folder).release();
  });

  it('holds against another process, and ends with the process that held it', () => {
    const folder = scratchFolder();
    const program = `import { lockDataFolder } from '${OPEN}';
      try { lockDataFolder('${folder}'); console.log('locked'); process.kill(process.pid, 'SIGKILL'); }
      catch (error) { console.log(error.code); }`;
    const other = () =>
      spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
        encoding: 'utf8',
      }).stdout.trim();
    const held = lockDataFolder(folder);
    expect(other()).toBe('conflict');
    held.release();
    expect(other()).toBe('locked');
    lockDataFolder(folder).release();
  });

  it('does not keep the command line from the database', () => {
    const folder = scratchFolder();
    const lock = lockDataFolder(folder);
    onTestFinished(() => lock.release());
    const database = opened(folder);
    expect(database.prepare('SELECT count(*) FROM audit').pluck().get()).toBe(0);
  });

  it('lets two folders have a daemon each', () => {
    const locks = [lockDataFolder(scratchFolder()), lockDataFolder(scratchFolder())];
    for (const lock of locks) lock.release();
    expect(locks).toHaveLength(2);
  });
});
