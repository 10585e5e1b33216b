import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/appliance/config/load.js';
import { packageSources, storeIn, trustOf } from '../../../src/appliance/package-sources.js';
import { keyPair } from '../../support/bundles.js';
import { configFile } from '../../support/config-file.js';

function site(config: Record<string, unknown> = {}) {
  const { file, folder } = configFile(config);
  return { config: loadConfig({ file, env: {} }), folder };
}

describe('whom the configuration believes', () => {
  it('are the public keys next to it, by the names of their files', () => {
    const { config, folder } = site();
    mkdirSync(join(folder, 'trusted-keys'));
    for (const name of ['radiology.pem', 'hospital.pem', 'notes.txt']) {
      writeFileSync(join(folder, 'trusted-keys', name), keyPair().pem);
    }
    const { required, keys, releaseDir } = trustOf(config);
    expect(required).toBe(false);
    expect(keys.map(({ name }) => name)).toEqual(['hospital', 'radiology']);
    expect(releaseDir).toBe(config.models_dir);
  });

  it('are those of another folder where it names one, relative to the configuration', () => {
    const { config, folder } = site({
      models: { require_signature: true, trusted_keys_dir: 'keys' },
    });
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'keys', 'a.pem'), keyPair().pem);
    expect(trustOf(config)).toMatchObject({ required: true, keys: [{ name: 'a' }] });
  });

  it.each([
    [
      'a private key',
      () =>
        generateKeyPairSync('ed25519')
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      /private key: take it away/,
    ],
    [
      'a key of another kind',
      () =>
        generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /not an Ed25519 key/,
    ],
    ['no key at all', () => 'x', /no public key in PEM/],
  ])('are never %s', (_, content, why) => {
    const { config, folder } = site();
    mkdirSync(join(folder, 'trusted-keys'));
    writeFileSync(join(folder, 'trusted-keys', 'x.pem'), content());
    expect(() => trustOf(config)).toThrow(why);
  });
});

it('packages lie in models_dir and in a store among the data', () => {
  const { config, folder } = site({ models_dir: 'mine' });
  expect(storeIn(config)).toBe(join(folder, 'data', 'models'));
  expect(packageSources(config)).toMatchObject({ folders: [join(folder, 'mine')], installed: [] });
});
