import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKeys } from '../../../src/http/auth/api-keys.js';
import { readApplianceIdentity } from '../../../src/store/appliance-identity.js';
import { digestOf, openArchive, writeArchive } from '../../../src/store/backup/archive.js';
import type { Manifest } from '../../../src/store/backup/schema.js';
import { inspectDatabase, OWN_SCHEMA } from '../../../src/store/backup/snapshot.js';
import { createKeyRepository } from '../../../src/store/key-repository.js';
import { MIGRATIONS } from '../../../src/store/migrations.js';
import { lockDataFolder, openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const DAY_MS = 86_400_000;

/** A box that is set up, with a place for its backups and one to restore them to. */
async function box() {
  const line = commandLine();
  const key = (JSON.parse((await line.run('init', '--json')).text) as { key: string }).key;
  const backups = join(line.folder, 'out');
  mkdirSync(backups);
  const dataDir = join(line.folder, 'data');
  const file = join(backups, 'one.wbk');
  const restored = join(line.folder, 'restored');
  const tamper = (sql: string) => {
    const raw = new SqliteDatabase(join(dataDir, 'wardbox.sqlite'));
    raw.exec(sql);
    raw.close();
  };
  const backUp = async () => JSON.parse((await line.run('backup', '--out', file, '--json')).text);
  const restore = (...words: string[]) =>
    line.run('restore', file, '--data-dir', restored, ...words);
  const rewrite = (change: (unpacked: Unpacked) => Manifest) => rewriteBackup(file, change);
  return { ...line, key, backups, dataDir, file, restored, tamper, backUp, restore, rewrite };
}

interface Unpacked {
  readonly manifest: Manifest;
  readonly folder: string;
}

/** Makes a backup anew that is sound in itself, but other than it was. */
async function rewriteBackup(file: string, change: (unpacked: Unpacked) => Manifest) {
  const folder = scratchFolder();
  const archive = await openArchive(file);
  await archive.extract(folder);
  await archive.close();
  const changed = change({ manifest: archive.manifest, folder });
  const parts: Manifest['parts'] = [];
  for (const { name } of changed.parts) {
    parts.push({ name, ...(await digestOf(join(folder, name))) });
  }
  rmSync(file);
  await writeArchive(file, { manifest: { ...changed, parts }, folder });
}

function changeByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(file, bytes);
}

const auditOf = (dataDir: string) => {
  const database = openDatabase(dataDir);
  const rows = database.prepare('SELECT event FROM audit ORDER BY seq').pluck().all() as string[];
  database.close();
  return rows.map((row) => JSON.parse(row) as Record<string, unknown>);
};

describe('wardbox backup', () => {
  it('makes one file that its owner alone may read, and records it', async () => {
    const { run, backups, dataDir, file, backUp } = await box();
    const made = await backUp();
    expect(made).toMatchObject({
      file,
      made_at: '2026-03-14T12:00:00.000Z',
      counts: { api_keys: 1, audit: 1 },
      audit: { records: 1, newest_at: '2026-03-14T12:00:00.000Z' },
      removed: [],
    });
    expect(made.parts).toEqual([
      'tls/ca.crt',
      'tls/ca.pem',
      'tls/server.pem',
      'appliance.config.json',
      'wardbox.sqlite',
    ]);
    expect(made.audit.broken).toBeUndefined();
    expect(readdirSync(backups)).toEqual(['one.wbk']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(auditOf(dataDir).at(-1)).toMatchObject({
      action: 'appliance.backup',
      actor: { type: 'administrator', id: 'alice' },
      target: `sha256:${made.sha256}`,
    });
    expect((await run('audit', 'verify')).exitCode).toBe(0);
  });

  it('prints the point in time and the head of the audit log', async () => {
    const { run, backups } = await box();
    const [head] = JSON.parse((await run('audit', 'tail', '--json')).text) as { hash: string }[];
    const { text, exitCode } = await run('backup', '--out', backups);
    expect(exitCode).toBe(0);
    expect(text).toContain(join(backups, 'wardbox-20260314T120000Z.wbk'));
    expect(text).toContain('Point in time    2026-03-14T12:00:00.000Z');
    expect(text).toContain(`Audit head       ${head!.hash}`);
  });

  it('names the files that it does not contain', async () => {
    const { run, folder, dataDir, file, backups } = await box();
    const config = join(folder, 'files.json');
    const tls = { mode: 'files', cert_file: 'own.crt', key_file: 'own.key' };
    writeFileSync(config, JSON.stringify({ data_dir: dataDir, server: { tls } }));
    const { text } = await run('backup', '--out', file, '-c', config);
    expect(text).toContain(`Not in it        ${join(folder, 'own.key')}`);
    const told = JSON.parse((await run('backup', 'verify', file, '--json')).text);
    expect(told.elsewhere).toEqual([join(folder, 'own.crt'), join(folder, 'own.key')]);
    expect(readdirSync(backups)).toEqual(['one.wbk']);
  });

  it('leaves out what a crash has left unfinished', async () => {
    const { backUp, dataDir, restore, restored } = await box();
    mkdirSync(join(dataDir, 'audit'), { recursive: true });
    writeFileSync(join(dataDir, 'tls', 'server.pem.new'), 'half');
    writeFileSync(join(dataDir, 'audit', 'some.jsonl'), '{"a":1}\n{"b"');
    const { parts } = await backUp();
    expect(parts).not.toContain('tls/server.pem.new');
    expect(parts).toContain('audit/some.jsonl');
    await restore();
    expect(readFileSync(join(restored, 'audit', 'some.jsonl'), 'utf8')).toBe('{"a":1}\n');
  });

  it('overwrites nothing', async () => {
    const { run, file, backups } = await box();
    writeFileSync(file, 'mine');
    const error = await rejectionOf(run('backup', '--out', file));
    expect(error.code).toBe('conflict');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(backups)).toEqual(['one.wbk']);
  });

  it('keeps the requested number, and touches no file of another name', async () => {
    const { run, backups, clock } = await box();
    writeFileSync(join(backups, 'wardbox-notes.txt'), 'mine');
    for (let day = 0; day < 4; day += 1) {
      await run('backup', '--out', backups, '--keep', '2');
      clock.pass(DAY_MS);
    }
    expect(readdirSync(backups).sort()).toEqual([
      'wardbox-20260316T120000Z.wbk',
      'wardbox-20260317T120000Z.wbk',
      'wardbox-notes.txt',
    ]);
  });

  it('never removes the one it has just made, though the clock was set back', async () => {
    const { run, backups, clock } = await box();
    await run('backup', '--out', backups, '--keep', '1');
    clock.pass(-DAY_MS);
    await run('backup', '--out', backups, '--keep', '1');
    expect(readdirSync(backups)).toEqual(['wardbox-20260313T120000Z.wbk']);
  });

  it.each(['0', '1.5', 'all', '1001'])('refuses to keep %j', async (keep) => {
    const { run, backups } = await box();
    const error = await rejectionOf(run('backup', '--out', backups, '--keep', keep));
    expect(error.issues).toMatchObject([{ field: 'keep' }]);
    expect(readdirSync(backups)).toEqual([]);
  });

  it('says so when the folder or the data are not there', async () => {
    const { run, folder, backups } = await box();
    const away = join(folder, 'away', 'one.wbk');
    expect((await rejectionOf(run('backup', '--out', away))).code).toBe('not_found');
    expect(existsSync(join(folder, 'away'))).toBe(false);
    const empty = commandLine();
    const error = await rejectionOf(empty.run('backup', '--out', join(backups, 'x.wbk')));
    expect(error.code).toBe('not_found');
    expect(readdirSync(backups)).toEqual([]);
  });

  it('replaces one that was killed, but not a running one', async () => {
    const { run, backups, file } = await box();
    const scratch = join(backups, '.wardbox-backup');
    mkdirSync(join(scratch, 'parts'), { recursive: true });
    writeFileSync(join(scratch, 'parts', 'wardbox.sqlite'), 'half');
    writeFileSync(join(scratch, 'backup'), 'half');
    const held = lockDataFolder(scratch);
    const error = await rejectionOf(run('backup', '--out', file));
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('Another backup');
    held.release();
    await run('backup', '--out', file);
    expect(readdirSync(backups)).toEqual(['one.wbk']);
  });

  it('of a broken log is still made, with a warning', async () => {
    const { run, backUp, tamper, restored, restore } = await box();
    tamper("DROP TRIGGER audit_no_update; UPDATE audit SET event = '{}' WHERE seq = 1");
    const made = await backUp();
    expect(made.audit.broken).toBe('record 1: the record was changed');
    expect((await run('backup', 'verify', made.file)).exitCode).toBe(3);
    const { text, exitCode } = await restore();
    expect(exitCode).toBe(3);
    expect(text).toContain('NOT INTACT');
    expect(existsSync(join(restored, 'wardbox.sqlite'))).toBe(true);
  });

  it('of a database with damaged pages is not made', async () => {
    const { run, file, backups, dataDir } = await box();
    const path = join(dataDir, 'wardbox.sqlite');
    const bytes = readFileSync(path);
    // An index over the keys, whose rows are where they were.
    const raw = new SqliteDatabase(path);
    const page = raw
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_by_target'")
      .pluck()
      .get() as number;
    raw.close();
    bytes.fill(0xff, (page - 1) * 4_096 + 100, page * 4_096);
    writeFileSync(path, bytes);
    await expect(run('backup', '--out', file)).rejects.toThrow();
    expect(readdirSync(backups)).toEqual([]);
  });
});

describe('wardbox backup verify', () => {
  it('finds a sound one sound, without a configuration', async () => {
    const { run, file, backups, backUp } = await box();
    const made = await backUp();
    const { text, exitCode } = await run('backup', 'verify', file, '--json');
    expect(exitCode).toBe(0);
    const { removed: _, ...facts } = made;
    expect(JSON.parse(text)).toEqual({ sound: true, ...facts });
    expect((await run('backup', 'verify', file)).text).toContain('The backup can be restored.');
    expect(readdirSync(backups)).toEqual(['one.wbk']);
  });

  it('ends with 3 for a damaged one, and leaves nothing', async () => {
    const { run, file, backups, backUp } = await box();
    await backUp();
    changeByte(file, statSync(file).size - 20_000);
    const { text, exitCode } = await run('backup', 'verify', file, '--json');
    expect(exitCode).toBe(3);
    expect(JSON.parse(text)).toMatchObject({
      sound: false,
      reason: expect.stringContaining('wardbox.sqlite was changed'),
    });
    expect(readdirSync(backups)).toEqual(['one.wbk']);
  });

  it('unpacks to the given folder', async () => {
    const { run, file, folder, backUp } = await box();
    await backUp();
    const away = await rejectionOf(
      run('backup', 'verify', file, '--scratch', join(folder, 'away')),
    );
    expect(away.code).toBe('not_found');
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch);
    expect((await run('backup', 'verify', file, '--scratch', scratch)).exitCode).toBe(0);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('does not take any file for a backup', async () => {
    const { run, file } = await box();
    writeFileSync(file, 'x'.repeat(2_000));
    const { text, exitCode } = await run('backup', 'verify', file);
    expect({ text, exitCode }).toEqual({
      text: `${file} is not a readable backup.`,
      exitCode: 3,
    });
    expect((await rejectionOf(run('backup', 'verify', `${file}.away`))).code).toBe('not_found');
  });
});

describe('wardbox restore', () => {
  it('fills a new folder: keys, certificates and the log, which continues', async () => {
    const { run, key, backUp, restore, restored, dataDir, file, clock } = await box();
    const made = await backUp();
    await run('keys', 'create', '--name', 'later', '--mode', 'test');
    clock.pass(DAY_MS);
    const { text, exitCode } = await restore('--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(text)).toEqual({
      data_dir: restored,
      backup_sha256: made.sha256,
      made_at: made.made_at,
      schema: made.schema,
      audit: made.audit,
    });
    expect(readdirSync(restored).sort()).toEqual([
      'daemon.lock',
      'restored.config.json',
      'tls',
      'wardbox.sqlite',
    ]);
    for (const name of ['ca.pem', 'server.pem', 'ca.crt']) {
      const then = readFileSync(join(dataDir, 'tls', name));
      expect(readFileSync(join(restored, 'tls', name)).equals(then)).toBe(true);
    }
    expect(statSync(join(restored, 'tls', 'ca.pem')).mode & 0o777).toBe(0o600);
    expect(statSync(restored).mode & 0o777).toBe(0o700);

    const database = openDatabase(restored);
    const keys = createApiKeys(createKeyRepository(database), clock);
    expect(keys.authenticate(`Bearer ${key}`)).toMatchObject({ name: 'first key', mode: 'live' });
    expect(keys.list().map(({ name }) => name)).toEqual(['first key']);
    const source = openDatabase(dataDir);
    expect(readApplianceIdentity(database)).toBe(readApplianceIdentity(source));
    source.close();
    database.close();
    expect(auditOf(restored)).toMatchObject([
      { action: 'appliance.init' },
      { action: 'appliance.restore', target: `sha256:${made.sha256}` },
    ]);
    expect(existsSync(file)).toBe(true);
  });

  it('brings back the checkpoints of then, and others follow them', async () => {
    const { run, backUp, restore, restored, dataDir } = await box();
    await run('audit', 'checkpoint');
    const made = await backUp();
    expect(made.parts).toEqual(
      expect.arrayContaining(['audit/checkpoints.jsonl', 'audit/signing-key.pem']),
    );
    expect(made.audit.broken).toBeUndefined();
    await run('keys', 'create', '--name', 'later', '--mode', 'test');
    await run('audit', 'checkpoint');
    await restore();
    const other = commandLine({}, { WARDBOX_DATA_DIR: restored });
    expect((await other.run('audit', 'verify')).exitCode).toBe(0);
    await other.run('audit', 'checkpoint');
    expect((await other.run('audit', 'verify')).exitCode).toBe(0);
    const lines = (folder: string) =>
      readFileSync(join(folder, 'audit', 'checkpoints.jsonl'), 'utf8')
        .trim()
        .split('\n');
    expect(lines(restored)).toHaveLength(2);
    expect(lines(restored)[0]).toBe(lines(dataDir)[0]);
    expect(lines(restored)[1]).not.toBe(lines(dataDir)[1]);
  });

  it('of a log that its checkpoints contradict says so', async () => {
    const { run, backUp, dataDir } = await box();
    await run('audit', 'checkpoint');
    rmSync(join(dataDir, 'audit', 'checkpoints.jsonl'));
    expect((await backUp()).audit.broken).toMatch(/^checkpoint 1: it is missing/);
  });

  it('prints what is no longer there', async () => {
    const { backUp, restore, restored } = await box();
    await backUp();
    const { text } = await restore();
    expect(text).toContain('Point in time    2026-03-14T12:00:00.000Z');
    expect(text).toContain('keys that were revoked since are valid');
    expect(text).toContain(`WARDBOX_DATA_DIR=${restored} wardbox serve`);
  });

  it('refuses a damaged one and leaves the folder as it was', async () => {
    const { backUp, restore, restored, file } = await box();
    await backUp();
    changeByte(file, statSync(file).size - 20_000);
    expect((await rejectionOf(restore())).code).toBe('unprocessable');
    expect(existsSync(restored)).toBe(false);
    mkdirSync(restored);
    await rejectionOf(restore());
    expect(readdirSync(restored)).toEqual([]);
  });

  it('refuses a folder that a daemon has, or that holds anything', async () => {
    const { backUp, restore, restored } = await box();
    await backUp();
    const daemon = lockDataFolder(restored);
    expect((await rejectionOf(restore())).message).toContain('daemon is running');
    daemon.release();
    writeFileSync(join(restored, 'note.txt'), 'mine');
    expect((await rejectionOf(restore())).message).toContain('is not empty');
    expect(readdirSync(restored).sort()).toEqual(['daemon.lock', 'note.txt']);
    rmSync(join(restored, 'note.txt'));
    mkdirSync(join(restored, 'backups'));
    expect((await restore()).exitCode).toBe(0);
    expect((await rejectionOf(restore())).message).toContain('is not empty');
  });

  it('replaces one that was killed', async () => {
    const { backUp, restore, restored } = await box();
    await backUp();
    mkdirSync(join(restored, '.restoring', 'tls'), { recursive: true });
    mkdirSync(join(restored, 'audit'));
    writeFileSync(join(restored, 'audit', 'checkpoints.jsonl'), 'half');
    writeFileSync(join(restored, '.restoring', 'wardbox.sqlite'), 'half');
    expect((await restore()).exitCode).toBe(0);
    expect(existsSync(join(restored, 'audit', 'checkpoints.jsonl'))).toBe(false);
    expect(existsSync(join(restored, '.restoring'))).toBe(false);
  });

  it('refuses what a program with newer tables has made', async () => {
    const { backUp, restore, restored, rewrite } = await box();
    await backUp();
    await rewrite(({ manifest }) => ({ ...manifest, version: '9.0.0', schema: OWN_SCHEMA + 1 }));
    const error = await rejectionOf(restore());
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('version 9.0.0');
    expect(existsSync(restored)).toBe(false);
  });

  it('brings what an older program has made up to date', async () => {
    const { backUp, run, restore, restored, rewrite, file } = await box();
    await backUp();
    await rewrite(({ manifest, folder }) => {
      const path = join(folder, 'wardbox.sqlite');
      rmSync(path);
      const old = new SqliteDatabase(path);
      for (const statements of MIGRATIONS.slice(0, 2)) old.exec(statements);
      old.pragma('user_version = 2');
      old.close();
      const { counts } = inspectDatabase(path, () => undefined);
      const audit = { records: 0, head: '0'.repeat(64), newest_at: null };
      return { ...manifest, schema: 2, counts, audit };
    });
    expect((await run('backup', 'verify', file)).exitCode).toBe(0);
    expect((await restore()).exitCode).toBe(0);
    const { schema } = inspectDatabase(join(restored, 'wardbox.sqlite'), () => undefined);
    expect(schema).toBe(OWN_SCHEMA);
    expect(auditOf(restored)).toMatchObject([{ action: 'appliance.restore' }]);
  });

  it.each([
    ['rows', ({ manifest }: Unpacked) => ({ ...manifest, counts: {} }), 'number of rows'],
    ['tables', ({ manifest }: Unpacked) => ({ ...manifest, schema: 1 }), 'version of its tables'],
    [
      'audit log',
      ({ manifest }: Unpacked) => ({
        ...manifest,
        audit: { ...manifest.audit, head: 'ab'.repeat(32) },
      }),
      'audit log',
    ],
  ])('refuses other %s than the backup says it has', async (_, change, told) => {
    const { run, backUp, restore, restored, rewrite, file } = await box();
    await backUp();
    await rewrite(change);
    expect((await rejectionOf(restore())).message).toContain(told);
    expect(existsSync(restored)).toBe(false);
    expect((await run('backup', 'verify', file)).exitCode).toBe(3);
  });
});
