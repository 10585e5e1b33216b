import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../src/store/backup/archive.js';
import { makeEncryptionKey, readEncryptionKey } from '../../../src/store/encryption/key.js';
import { commandLine } from '../../support/command-line.js';
import { filesWith } from '../../support/encryption.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** What must not stand in an encrypted backup: a key's name, tables, private keys, settings. */
const SECRETS = ['Legible', 'CREATE TABLE', 'PRIVATE KEY', 'wardbox-checkpoint', '"storage"'];

/** A box whose data are encrypted, with a checkpoint, and where its backups go. */
async function box() {
  const line = commandLine({ storage: { encryption_key_file: 'one.key' } });
  await line.run('init', '--key-name', 'Legible');
  await line.run('audit', 'checkpoint');
  const keyFile = join(line.folder, 'one.key');
  const backups = join(line.folder, 'out');
  mkdirSync(backups);
  const file = join(backups, 'one.wbk');
  const backUp = async () => JSON.parse((await line.run('backup', '--out', file, '--json')).text);
  const restored = join(line.folder, 'restored');
  const restore = (...words: string[]) =>
    line.run('restore', file, '--data-dir', restored, ...words);
  const verify = (...words: string[]) => line.run('backup', 'verify', file, ...words);
  return { ...line, keyFile, backups, file, backUp, restored, restore, verify };
}

describe('the backup of an encrypted appliance', () => {
  it('has nothing legible in it but what it says of itself, and names the key', async () => {
    const { run, backUp, backups, keyFile, file } = await box();
    const made = await backUp();
    const key = readEncryptionKey(keyFile);
    expect(made).toMatchObject({
      format: 2,
      encryption: { cipher: 'sqlcipher-4', key_id: key.id },
      audit: { records: 2 },
    });
    expect(made.parts).toEqual(
      expect.arrayContaining(['tls/ca.pem', 'audit/signing-key.pem', 'appliance.config.json']),
    );
    expect(filesWith(backups, ...SECRETS, key.secret().slice(2, -1))).toEqual([]);
    expect(readdirSync(backups)).toEqual(['one.wbk']);
    const archive = await openArchive(file);
    const folder = scratchFolder();
    await archive.extract(folder);
    await archive.close();
    expect(filesWith(folder, ...SECRETS)).toEqual([]);
    const { text } = await run('backup', '--out', backups);
    expect(text).toContain(`Encrypted        with the key ${key.id}`);
  });

  it('comes back whole with its key', async () => {
    const { backUp, restore, verify, restored, keyFile, folder } = await box();
    const made = await backUp();
    const verified = await verify('--key-file', keyFile, '--json');
    expect(JSON.parse(verified.text)).toMatchObject({ sound: true, sha256: made.sha256 });
    const { text } = await restore('--key-file', keyFile);
    expect(text).toContain('storage.encryption_key_file must name its file');
    const same = (name: string) =>
      expect(readFileSync(join(restored, name)).equals(readFileSync(join(folder, 'data', name))));
    same('tls/ca.pem').toBe(true);
    same('audit/signing-key.pem').toBe(true);
    expect(filesWith(restored, 'Legible')).toEqual([]);
    const environment = { WARDBOX_DATA_DIR: restored, WARDBOX_ENCRYPTION_KEY_FILE: keyFile };
    const other = commandLine({}, environment);
    expect(JSON.parse((await other.run('keys', 'list', '--json')).text)).toMatchObject([
      { name: 'Legible' },
    ]);
    expect((await other.run('audit', 'verify')).exitCode).toBe(0);
  });

  it('takes the key of the environment, too', async () => {
    const { backUp, file, keyFile } = await box();
    await backUp();
    const other = commandLine({}, { WARDBOX_ENCRYPTION_KEY_FILE: keyFile });
    const { text, exitCode } = await other.run('backup', 'verify', file);
    expect({ exitCode, sound: text.includes('can be restored') }).toEqual({
      exitCode: 0,
      sound: true,
    });
  });

  it('needs its own key, and says which; nothing is written without it', async () => {
    const { backUp, restore, verify, restored, folder, keyFile } = await box();
    await backUp();
    const { id } = readEncryptionKey(keyFile);
    const wrong = makeEncryptionKey(join(folder, 'wrong.key'));
    for (const command of [verify, restore]) {
      const none = await rejectionOf(command());
      expect(none.message).toContain(`with the key ${id}: name its file, --key-file`);
      const other = await rejectionOf(command('--key-file', wrong.file));
      expect(other.message).toContain(`${wrong.file} is the key ${wrong.id}`);
      const away = await rejectionOf(command('--key-file', join(folder, 'away')));
      expect(away.message).toContain('does not exist');
    }
    expect(existsSync(restored)).toBe(false);
  });

  it('is refused with any part changed', async () => {
    const { backUp, file, verify, keyFile } = await box();
    await backUp();
    const whole = readFileSync(file);
    for (let at = 700; at < whole.length; at += Math.floor(whole.length / 23)) {
      const changed = Buffer.from(whole);
      // Longer than the filling between parts, which says nothing.
      for (let next = at; next < Math.min(at + 512, whole.length); next += 1) {
        changed[next] = changed[next]! ^ 1;
      }
      writeFileSync(file, changed);
      const { exitCode } = await verify('--key-file', keyFile);
      expect([at, exitCode]).toEqual([at, 3]);
    }
  });

  it('is the key file itself not part of', async () => {
    const { backUp } = await box();
    const { parts } = await backUp();
    expect(parts.filter((name: string) => name.endsWith('.key'))).toEqual([]);
  });
});

describe('the backup of an unencrypted appliance', () => {
  it('takes no key', async () => {
    const { run, folder } = commandLine();
    await run('init');
    const file = join(folder, 'one.wbk');
    await run('backup', '--out', file);
    const key = makeEncryptionKey(join(folder, 'a.key'));
    const error = await rejectionOf(run('backup', 'verify', file, '--key-file', key.file));
    expect(error.message).toContain('is not encrypted');
    expect((await run('backup', 'verify', file)).exitCode).toBe(0);
  });
});
