import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../support/command-line.js';
import { filesWith } from '../../support/encryption.js';

const fileMode = (path: string) => statSync(path).mode & 0o777;

describe('wardbox init', () => {
  it('makes configuration, data folder, certificate and a key that is in force', async () => {
    const { run, folder } = commandLine();
    const file = join(folder, 'etc', 'appliance.config.json');
    const dataDir = join(folder, 'box');
    const words = ['--data-dir', dataDir, '--port', '9443', '--tls-name', 'wardbox.example'];
    const { text } = await run('init', '-c', file, ...words, '--json');
    const made = JSON.parse(text) as Record<string, string>;

    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version: 1,
      data_dir: dataDir,
      server: { host: '127.0.0.1', port: 9443, tls: { names: ['wardbox.example'] } },
    });
    expect(made).toMatchObject({
      config: file,
      data_dir: dataDir,
      ca_file: join(dataDir, 'tls', 'ca.crt'),
      urls: ['https://127.0.0.1:9443'],
    });
    expect(made.key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(existsSync(made.ca_file!)).toBe(true);
    expect(fileMode(dataDir)).toBe(0o700);
    expect(fileMode(join(dataDir, 'tls', 'server.pem'))).toBe(0o600);
    const keys = JSON.parse((await run('keys', 'list', '-c', file, '--json')).text);
    expect(keys).toMatchObject([{ key_id: made.key_id, name: 'first key', mode: 'live' }]);
    const log = JSON.parse((await run('audit', 'tail', '-c', file, '--json')).text);
    expect(log).toMatchObject([{ action: 'appliance.init', target: made.key_id }]);
  });

  it('prints the key once, and the next step', async () => {
    const { run, folder } = commandLine();
    const { text } = await run('init', '-c', join(folder, 'new.json'), '--mode', 'test');
    expect(text).toMatch(/\n {2}sk_test_[0-9A-Za-z]{43}\n/);
    expect(text).toContain('Next: wardbox serve');
  });

  it('shows and makes no key where none is wanted', async () => {
    const { run, folder } = commandLine();
    const { text } = await run('init', '--no-key');
    expect(text).not.toContain('sk_');
    expect(existsSync(join(folder, 'data', 'tls', 'ca.crt'))).toBe(true);
    expect(JSON.parse((await run('keys', 'list', '--json')).text)).toEqual([]);
    const log = JSON.parse((await run('audit', 'tail', '--json')).text);
    expect(log).toMatchObject([{ action: 'appliance.init' }]);
    expect((await run('init', '--no-key', '--json')).text).not.toContain('"key"');
  });

  it('takes a configuration that is there as it is', async () => {
    const { run, file, folder } = commandLine();
    const before = readFileSync(file, 'utf8');
    const { text } = await run('init', '--json');
    expect(JSON.parse(text)).toMatchObject({ config: file, data_dir: join(folder, 'data') });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('does not change a configuration that is there', async () => {
    const { run, file } = commandLine();
    await expect(run('init', '--port', '9443')).rejects.toThrow(`${file} already exists`);
  });

  it('makes no second first key', async () => {
    const { run } = commandLine();
    await run('init');
    await expect(run('init')).rejects.toThrow('is set up already');
    expect(JSON.parse((await run('keys', 'list', '--json')).text)).toHaveLength(1);
  });

  it.each([
    [['--port', '99999'], 'server.port'],
    [['--port', 'x'], 'port'],
    [['--mode', 'prod'], 'mode'],
    [['--key-name', ' '], 'name'],
  ])('refuses %j and leaves no file', async (words, field) => {
    const { run, folder } = commandLine();
    const file = join(folder, 'new.json');
    const refused = run('init', '-c', file, '--data-dir', join(folder, 'box'), ...words);
    await expect(refused).rejects.toMatchObject({ issues: [{ field }] });
    expect(existsSync(file)).toBe(false);
  });

  it('encrypts from the beginning with a key beside the configuration, and says so loudly', async () => {
    const { run, folder } = commandLine();
    const file = join(folder, 'etc', 'box.json');
    const { text } = await run('init', '-c', file, '--encrypt', '--key-name', 'Legible');
    const keyFile = join(folder, 'etc', 'encryption.key');
    expect(JSON.parse(readFileSync(file, 'utf8')).storage.encryption_key_file).toBe(
      'encryption.key',
    );
    expect(fileMode(keyFile)).toBe(0o600);
    expect(text).toContain(`Encryption key   ${keyFile}`);
    expect(text).toContain('WITHOUT THIS KEY NOBODY CAN READ THE DATA');
    const [row] = JSON.parse((await run('keys', 'list', '-c', file, '--json')).text);
    expect(row).toMatchObject({ name: 'Legible' });
    const dataDir = JSON.parse((await run('config', 'show', '-c', file, '--json')).text).data_dir;
    expect(filesWith(dataDir, 'Legible', 'CREATE TABLE')).toEqual([]);
  });

  it('takes the key that an earlier try has made', async () => {
    const { run, folder } = commandLine();
    const words = ['init', '-c', join(folder, 'box.json'), '--encrypt', '--json'];
    await expect(run(...words, '--port', '99999')).rejects.toThrow();
    writeFileSync(join(folder, 'encryption.key'), 'ab'.repeat(32), { mode: 0o600 });
    const made = JSON.parse((await run(...words)).text);
    expect(made.encryption.key_file).toBe(join(folder, 'encryption.key'));
    expect(readFileSync(made.encryption.key_file, 'utf8')).toBe('ab'.repeat(32));
  });
});
