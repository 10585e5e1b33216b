import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorReport } from '../../../../src/cli/doctor.js';
import { makeEncryptionKey, readEncryptionKey } from '../../../../src/store/encryption/key.js';
import { commandLine } from '../../../support/command-line.js';
import { FIXTURE_MODELS } from '../../../support/fixture-models.js';

/** A file system of its own, as a second disk is. */
const MEMORY = '/dev/shm';
const isApart = statSync(MEMORY, { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev;

async function box(storage: Record<string, unknown>, ...words: string[]) {
  const line = commandLine({ storage, server: { port: 1 }, models_dir: FIXTURE_MODELS });
  await line.run('init', ...words);
  const look = async () => {
    const { checks } = JSON.parse((await line.run('doctor', '--json')).text) as DoctorReport;
    return checks.find(({ check }) => check === 'encryption')!;
  };
  return { ...line, look, keyFile: join(line.folder, 'one.key') };
}

const encrypted = () => box({ encryption_key_file: 'one.key' });

describe('what doctor says of the encryption', () => {
  it('is ok where none is configured', async () => {
    const { look } = await box({});
    expect(await look()).toMatchObject({ state: 'ok', found: expect.stringContaining('not encr') });
  });

  it('warns of a key that lies on the disk of the data', async () => {
    const { look, keyFile } = await encrypted();
    const { state, found, remedy } = await look();
    expect(state).toBe('warning');
    expect(found).toContain(`Encrypted with the key ${readEncryptionKey(keyFile).id}`);
    expect(remedy).toContain('docs/encryption.md');
  });

  it.skipIf(!isApart)('is ok with a key on another disk', async () => {
    const folder = mkdtempSync(join(MEMORY, 'wardbox-key-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { file, id } = makeEncryptionKey(join(folder, 'a.key'));
    const { look } = await box({ encryption_key_file: file });
    expect(await look()).toMatchObject({ state: 'ok', found: expect.stringContaining(id) });
  });

  it.each([
    ['open to others', (file: string) => chmodSync(file, 0o644), 'is open to others (0644)'],
    ['missing', (file: string) => rmSync(file), 'does not exist'],
    ['another one', (file: string) => writeFileSync(file, 'ab'.repeat(32)), 'does not open'],
    ['of a wrong form', (file: string) => writeFileSync(file, 'secret'), 'wrong form'],
  ])('fails with a key that is %s', async (_, change, why) => {
    const { look, keyFile } = await encrypted();
    change(keyFile);
    expect(await look()).toMatchObject({ state: 'failed', found: expect.stringContaining(why) });
  });

  it('fails with a database that is not as configured', async () => {
    const { look, file, keyFile } = await box({});
    makeEncryptionKey(keyFile);
    const storage = { encryption_key_file: 'one.key' };
    writeFileSync(file, JSON.stringify({ storage, models_dir: FIXTURE_MODELS }));
    expect(await look()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('is not encrypted, but a key is given'),
    });
  });

  it('warns of what a command has left that was killed', async () => {
    const { look, folder } = await encrypted();
    mkdirSync(join(folder, 'data', '.encrypting'), { mode: 0o700 });
    expect(await look()).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('.encrypting was left'),
    });
  });
});
