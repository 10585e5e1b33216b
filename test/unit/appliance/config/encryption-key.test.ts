import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import { configFile } from '../../../support/config-file.js';

function keyFile(storage: Record<string, unknown>, env: Record<string, string> = {}) {
  const { file, folder } = configFile({ storage });
  const loaded = loadConfig({ file, env });
  return { folder, found: loaded.storage.encryption_key_file };
}

describe('storage.encryption_key_file', () => {
  it('is none unless it is named', () => {
    expect(keyFile({}).found).toBeUndefined();
    expect(keyFile({}, { WARDBOX_ENCRYPTION_KEY_FILE: '' }).found).toBeUndefined();
  });

  it('is taken from the folder of the configuration', () => {
    const { found, folder } = keyFile({ encryption_key_file: 'a.key' });
    expect(found).toBe(join(folder, 'a.key'));
    expect(keyFile({ encryption_key_file: '/etc/a.key' }).found).toBe('/etc/a.key');
  });

  it('is overridden by that of the environment, which is relative to the working folder', () => {
    const env = { WARDBOX_ENCRYPTION_KEY_FILE: 'b.key' };
    expect(keyFile({ encryption_key_file: 'a.key' }, env).found).toBe(resolve('b.key'));
    expect(keyFile({}, { WARDBOX_ENCRYPTION_KEY_FILE: '/run/c.key' }).found).toBe('/run/c.key');
  });

  it('cannot be empty', () => {
    expect(() => keyFile({ encryption_key_file: '' })).toThrow('storage.encryption_key_file');
  });
});
