import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/clock.js';
import { AppError } from '../../../../src/core/errors.js';
import { createSilentLogger } from '../../../../src/core/logger.js';
import { openIdentityProvider } from '../../../../src/http/oidc/open.js';
import { prepareTls } from '../../../../src/http/tls/tls.js';
import type { TestProvider } from '../../../support/oidc/provider.js';
import { startTestProvider } from '../../../support/oidc/provider.js';
import {
  oidcSettings,
  REDIRECT_URI,
  respondTo,
  TRANSACTION,
} from '../../../support/oidc/sign-in.js';

const folder = mkdtempSync(join(tmpdir(), 'wardbox-unit-'));
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let provider: TestProvider;
let caFile: string;

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  String(key.export({ type: 'pkcs8', format: 'pem' }));

beforeAll(async () => {
  const material = await prepareTls({ mode: 'auto', names: [] }, folder, Date.now());
  if (material?.caFile === undefined) throw new Error('There is no certificate.');
  caFile = material.caFile;
  const publicKey = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'wardbox-1', use: 'sig' };
  provider = await startTestProvider({
    redirectUris: [REDIRECT_URI],
    tls: material,
    client: {
      client_secret: undefined,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [publicKey] },
    },
  });
  provider.person = { sub: 'anna', groups: ['radiology'] };
});
afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true });
});

const parts = { clock: systemClock, logger: createSilentLogger() };

function client(changes: object) {
  const settings = oidcSettings(provider, { client_secret_file: undefined, ca_file: caFile });
  return openIdentityProvider({ ...settings, ...changes }, parts);
}

describe('a provider over HTTPS with an authority of the hospital', () => {
  const key = () => file('client.pem', pem(pair.privateKey));

  it('accepts the key of this client', async () => {
    const identity = client({ key_file: key(), key_id: 'wardbox-1' });
    // A browser that trusts the authority is not needed for the code: it is fetched by the test.
    const response = await respondTo(identity, caFile);
    const { subject, claims } = await identity.identify(response, TRANSACTION);
    expect(subject).toBe('anna');
    expect(claims.groups).toEqual(['radiology']);
  });

  it('takes the key id from a JWK', async () => {
    const jwk = { ...pair.privateKey.export({ format: 'jwk' }), kid: 'wardbox-1' };
    const identity = client({ key_file: file('client.jwk', JSON.stringify(jwk)) });
    const response = await respondTo(identity, caFile);
    expect((await identity.identify(response, TRANSACTION)).subject).toBe('anna');
  });

  it('refuses another key, which is a fault of the installation and not of the person', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const identity = client({ key_file: file('other.pem', pem(other.privateKey)) });
    const response = await respondTo(identity, caFile);
    await expect(identity.identify(response, TRANSACTION)).rejects.toMatchObject({
      reason: 'provider_unusable',
      detail: 'invalid_client',
    });
  });

  it('is not trusted without that authority', async () => {
    const identity = client({ key_file: key(), ca_file: undefined });
    await expect(identity.authorizationUrl(TRANSACTION)).rejects.toMatchObject({
      reason: 'provider_unavailable',
      detail: expect.stringMatching(/^The connection failed \(.*(CERT|SIGNATURE|ISSUER).*\)\.$/),
    });
  });
});

describe('files that cannot be used', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const ed = generateKeyPairSync('ed25519');

  it.each([
    ['a missing key', 'key_file', () => join(folder, 'none'), /ENOENT/],
    ['no key', 'key_file', () => file('no.pem', 'SECRET TEXT'), /is not a private key/],
    ['a short key', 'key_file', () => file('weak.pem', pem(weak.privateKey)), /2048 bits/],
    ['a key of another kind', 'key_file', () => file('ed.pem', pem(ed.privateKey)), /2048 bits/],
    ['a missing secret', 'client_secret_file', () => join(folder, 'none'), /ENOENT/],
    ['an empty secret', 'client_secret_file', () => file('empty', ' \n'), /is empty/],
    ['a missing authority', 'ca_file', () => join(folder, 'none'), /ENOENT/],
  ])('%s: the field is named when the appliance starts', (_, field, path, issue) => {
    const secret = field === 'key_file' ? {} : { client_secret_file: file('secret', 'x') };
    const open = () => client({ ...secret, [field]: path() });
    expect(open).toThrow(AppError);
    expect(open).toThrow(new RegExp(`sign_in\\.oidc\\.${field}: `));
    expect(open).toThrow(issue);
    expect(open).not.toThrow(/SECRET/);
  });
});
