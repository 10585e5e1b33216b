import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEncryptionKey } from '../../../src/store/encryption/key.js';
import { lockDataFolder, openDatabase } from '../../../src/store/open.js';
import { commandLine } from '../../support/command-line.js';
import { filesBelow, filesWith, stateOf } from '../../support/encryption.js';
import { rejectionOf } from '../../support/refusals.js';

const DATABASE = 'wardbox.sqlite';

/** A box with three keys, whose names are what is looked for in its files. */
async function box(config: Record<string, unknown> = {}) {
  const storage = { encryption_key_file: 'one.key' };
  const encrypted = commandLine({ storage, ...config });
  const { folder, file } = encrypted;
  const dataDir = join(folder, 'data');
  const plainFile = join(folder, 'plain.json');
  writeFileSync(plainFile, JSON.stringify({ data_dir: dataDir }));
  const plain = (...words: string[]) => encrypted.run(...words, '-c', plainFile);
  const other = (...words: string[]) => encrypted.run(...words, '-c', join(folder, 'other.json'));
  const otherStorage = { encryption_key_file: 'two.key' };
  writeFileSync(
    join(folder, 'other.json'),
    JSON.stringify({ data_dir: dataDir, storage: otherStorage }),
  );
  await plain('init', '--key-name', 'Legible-one');
  await plain('keys', 'create', '--name', 'Legible-two', '--mode', 'test');
  await plain('audit', 'checkpoint');
  const names = async (run: typeof plain) =>
    (JSON.parse((await run('keys', 'list', '--json')).text) as { name: string }[])
      .map(({ name }) => name)
      .sort();
  const oneKey = join(folder, 'one.key');
  return {
    ...encrypted,
    file,
    dataDir,
    plain,
    other,
    names,
    oneKey,
    twoKey: join(folder, 'two.key'),
  };
}

const ALL = ['Legible-one', 'Legible-two'];

const status = async (
  run: (...words: string[]) => Promise<{ text: string; exitCode: number }>,
): Promise<Record<string, unknown>> => {
  const { text, exitCode } = await run('encryption', 'status', '--json');
  return { ...(JSON.parse(text) as Record<string, unknown>), exitCode };
};

describe('wardbox encryption enable', () => {
  it('encrypts all that there is, with a new key, and leaves nothing legible', async () => {
    const { run, names, dataDir, oneKey } = await box();
    expect(filesWith(dataDir, 'Legible').length).toBeGreaterThan(0);
    const { text } = await run('encryption', 'enable');
    const key = readEncryptionKey(oneKey);
    expect(text).toContain(`Encryption key   ${oneKey}`);
    expect(text).toContain(`Its name         ${key.id}`);
    expect(text).toContain('NOBODY CAN READ THE DATA OR THE BACKUPS');
    expect(text).toContain('Copy the file to another place');
    expect(text).not.toContain(key.secret().slice(2, -1));
    expect(statSync(oneKey).mode & 0o777).toBe(0o600);
    expect(filesWith(dataDir, 'Legible', 'CREATE TABLE')).toEqual([]);
    expect(existsSync(join(dataDir, '.encrypting'))).toBe(false);
    expect(statSync(join(dataDir, DATABASE)).mode & 0o777).toBe(0o600);
    expect(await names(run)).toEqual(ALL);
    expect((await run('audit', 'verify')).exitCode).toBe(0);
    const [last] = JSON.parse((await run('audit', 'tail', '--json')).text).slice(-1);
    expect(last).toMatchObject({
      action: 'appliance.encrypt',
      target: `key:${key.id}`,
      actor: { type: 'administrator', id: 'alice' },
    });
  });

  it('overwrites what was there before', async () => {
    const { run, dataDir, folder } = await box();
    const witness = join(folder, 'witness');
    linkSync(join(dataDir, DATABASE), witness);
    await run('encryption', 'enable');
    const bytes = readFileSync(witness);
    expect(bytes.length).toBeGreaterThan(4_096);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  it('takes a key that is there', async () => {
    const { run, names, oneKey } = await box();
    writeFileSync(oneKey, 'ab'.repeat(32), { mode: 0o600 });
    const { text } = await run('encryption', 'enable', '--json');
    const { id } = readEncryptionKey(oneKey);
    expect(JSON.parse(text)).toEqual({
      encrypted: true,
      changed: true,
      key_file: oneKey,
      key_id: id,
    });
    expect(await names(run)).toEqual(ALL);
  });

  it('done again says that it is done', async () => {
    const { run, dataDir } = await box();
    await run('encryption', 'enable');
    const before = stateOf(dataDir);
    const { text } = await run('encryption', 'enable', '--json');
    expect(JSON.parse(text)).toMatchObject({ encrypted: true, changed: false });
    expect(stateOf(dataDir)).toEqual(before);
  });

  it('needs the path of the key in the configuration', async () => {
    const { plain, dataDir } = await box();
    const before = stateOf(dataDir);
    const error = await rejectionOf(plain('encryption', 'enable'));
    expect(error.issues).toMatchObject([{ field: 'storage.encryption_key_file' }]);
    expect(stateOf(dataDir)).toEqual(before);
  });

  it('is refused while a daemon runs, or another process has the database open', async () => {
    const { run, plain, names, dataDir } = await box();
    const daemon = lockDataFolder(dataDir);
    expect((await rejectionOf(run('encryption', 'enable'))).message).toContain('daemon is running');
    daemon.release();
    const other = openDatabase(dataDir);
    const error = await rejectionOf(run('encryption', 'enable'));
    expect(error.message).toContain('has the database open');
    other.close();
    expect(await names(plain)).toEqual(ALL);
    expect(existsSync(join(dataDir, '.encrypting'))).toBe(false);
    expect((await run('encryption', 'enable')).exitCode).toBe(0);
  });

  it('goes over what was left by one that was killed', async () => {
    const { run, plain, names, dataDir, folder } = await box();
    const left = join(dataDir, '.encrypting');
    mkdirSync(left);
    writeFileSync(join(left, DATABASE), 'Legible-half');
    writeFileSync(join(left, 'door'), 'half');
    const witness = join(folder, 'witness');
    linkSync(join(left, DATABASE), witness);
    expect((await status(plain)).unfinished).toBe(left);
    await run('encryption', 'enable');
    expect(await names(run)).toEqual(ALL);
    expect(readFileSync(witness).every((byte) => byte === 0)).toBe(true);
    expect(filesWith(dataDir, 'Legible')).toEqual([]);
  });

  it('of nothing says that there is nothing', async () => {
    const { run } = commandLine({ storage: { encryption_key_file: 'one.key' } });
    expect((await rejectionOf(run('encryption', 'enable'))).code).toBe('not_found');
  });

  it('makes nothing of a database that is damaged', async () => {
    const { run, dataDir } = await box();
    const path = join(dataDir, DATABASE);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, bytes.length - 8 * 4_096);
    writeFileSync(path, bytes);
    await expect(run('encryption', 'enable')).rejects.toThrow();
    expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(existsSync(join(dataDir, '.encrypting'))).toBe(false);
  });
});

describe('wardbox encryption rotate', () => {
  it('encrypts with another key, and the previous one no longer opens it', async () => {
    const { run, other, names, dataDir, oneKey, twoKey } = await box();
    await run('encryption', 'enable');
    const { text } = await run('encryption', 'rotate', '--new-key-file', twoKey);
    expect(text).toContain(`set storage.encryption_key_file to ${twoKey}`);
    expect(text).toContain(`Keep ${oneKey} for the backups`);
    expect(await names(other)).toEqual(ALL);
    expect((await other('audit', 'verify')).exitCode).toBe(0);
    const [last] = JSON.parse((await other('audit', 'tail', '--json')).text).slice(-1);
    expect(last).toMatchObject({
      action: 'appliance.rekey',
      target: `key:${readEncryptionKey(twoKey).id}`,
    });
    const before = stateOf(dataDir);
    expect((await rejectionOf(run('keys', 'list'))).message).toContain('does not open');
    expect(stateOf(dataDir)).toEqual(before);
  });

  it('done again, before the configuration was changed, says what is still to be done', async () => {
    const { run, twoKey } = await box();
    await run('encryption', 'enable');
    await run('encryption', 'rotate', '--new-key-file', twoKey);
    const { text, exitCode } = await run('encryption', 'rotate', '--new-key-file', twoKey);
    expect(exitCode).toBe(0);
    expect(text).toContain('with the new key already');
    expect(text).toContain(`set storage.encryption_key_file to ${twoKey}`);
  });

  it('needs another key, and one to begin with', async () => {
    const { run, plain, oneKey, twoKey } = await box();
    const none = await rejectionOf(plain('encryption', 'rotate', '--new-key-file', twoKey));
    expect(none.message).toContain('no key to replace');
    expect(existsSync(twoKey)).toBe(false);
    await run('encryption', 'enable');
    const same = await rejectionOf(run('encryption', 'rotate', '--new-key-file', oneKey));
    expect(same.issues).toMatchObject([{ field: 'new-key-file' }]);
  });
});

describe('wardbox encryption disable', () => {
  it('brings back a database that needs no key', async () => {
    const { run, plain, names, dataDir } = await box();
    await run('encryption', 'enable');
    const { text } = await run('encryption', 'disable');
    expect(text).toContain('remove storage.encryption_key_file');
    expect(await names(plain)).toEqual(ALL);
    expect((await plain('audit', 'verify')).exitCode).toBe(0);
    expect(filesWith(dataDir, 'Legible-one')).toContain(join(dataDir, DATABASE));
    const again = await run('encryption', 'disable', '--json');
    expect(JSON.parse(again.text)).toMatchObject({ encrypted: false, changed: false });
  });
});

describe('wardbox encryption status', () => {
  it('reports whether data and key match, and exits with 3 where they do not', async () => {
    const { run, plain, other, dataDir, oneKey } = await box();
    expect(await status(plain)).toMatchObject({ exitCode: 0, database: 'plain' });
    expect(await status(run)).toMatchObject({
      exitCode: 3,
      database: 'plain',
      fault: expect.stringContaining('does not exist'),
    });
    await run('encryption', 'enable');
    const { id } = readEncryptionKey(oneKey);
    expect(await status(run)).toEqual({
      exitCode: 0,
      data_dir: dataDir,
      database: 'encrypted',
      key_file: oneKey,
      key_id: id,
    });
    expect((await run('encryption', 'status')).text).toContain('Database         encrypted');
    expect(await status(plain)).toMatchObject({
      exitCode: 3,
      fault: expect.stringContaining('names no key'),
    });
    writeFileSync(join(dataDir, '..', 'two.key'), 'ab'.repeat(32), { mode: 0o600 });
    expect(await status(other)).toMatchObject({
      exitCode: 3,
      fault: expect.stringContaining('does not open'),
    });
    chmodSync(oneKey, 0o644);
    expect(await status(run)).toMatchObject({
      exitCode: 3,
      fault: expect.stringContaining('is open to others (0644)'),
    });
  });

  it('changes nothing', async () => {
    const { run, plain, folder } = await box();
    await run('encryption', 'enable');
    const before = stateOf(folder);
    await status(run);
    await status(plain);
    expect(stateOf(folder)).toEqual(before);
  });
});

describe('every command on an encrypted appliance', () => {
  it.each([
    ['without a key', 'plain.json'],
    ['with another key', 'other.json'],
  ])('refuses %s and changes nothing', async (_, config) => {
    const { run, folder, dataDir, twoKey } = await box();
    await run('encryption', 'enable');
    writeFileSync(twoKey, 'ab'.repeat(32), { mode: 0o600 });
    const before = stateOf(dataDir);
    const backups = join(folder, 'out.wbk');
    for (const words of [
      ['keys', 'list'],
      ['keys', 'create', '--name', 'x', '--mode', 'test'],
      ['audit', 'tail'],
      ['audit', 'verify'],
      ['audit', 'checkpoint'],
      ['backup', '--out', backups],
      ['fhir', 'reindex'],
      ['encryption', 'disable'],
    ]) {
      const error = await rejectionOf(run(...words, '-c', join(folder, config)));
      expect([words, error.message]).toEqual([
        words,
        expect.stringMatching(/names no key|does not open/),
      ]);
    }
    expect(filesBelow(folder)).not.toContain(backups);
    expect(stateOf(dataDir)).toEqual(before);
  });

  it('reports a missing key', async () => {
    const { run, oneKey } = await box();
    await run('encryption', 'enable');
    rmSync(oneKey);
    expect((await rejectionOf(run('keys', 'list'))).message).toContain('does not exist');
    await rejectionOf(run('encryption', 'enable'));
    await rejectionOf(run('init'));
    expect(existsSync(oneKey)).toBe(false);
  });
});
