import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../../src/appliance/doctor/check.js';
import { checkSmart } from '../../../../src/appliance/doctor/smart.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const check = (smart: object) =>
  checkSmart({
    now: Date.now(),
    config: { smart: { clients: [], issuers: [], ...smart } },
  } as unknown as CheckContext);

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey;
const jwk = (key: typeof publicKey, more: object = { kid: 'a' }) => ({
  ...key.export({ format: 'jwk' }),
  ...more,
});

function client(content: string | undefined) {
  const file = join(scratchFolder(), 'keys.json');
  if (content !== undefined) writeFileSync(file, content);
  return { id: 'robot', name: 'Robot', mode: 'test', scopes: ['system/*.rs'], jwks_file: file };
}
const away = {
  issuer: 'https://login.hospital.example',
  audience: 'x',
  mode: 'test',
  scopes: ['user/*.rs'],
  jwks_url: 'http://127.0.0.1:1/keys',
  clock_skew_s: 30,
};

describe('the check of SMART on FHIR', () => {
  it('calls nobody where nothing is configured', async () => {
    expect((await check({})).message).toBe('No tokens of SMART on FHIR are accepted.');
  });

  it('is content with keys that can be used', async () => {
    const keys = JSON.stringify({ keys: [jwk(publicKey)] });
    expect(await check({ clients: [client(keys)] })).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['is not there', undefined, 'ENOENT'],
    ['is no key set', '{"keys":[]}', 'must be a JSON Web Key Set'],
    ['is no JSON', 'nothing', 'must be a JSON Web Key Set'],
    ['has a private key', JSON.stringify({ keys: [jwk(privateKey)] }), 'holds a private key'],
    ['has a secret', '{"keys":[{"kty":"oct","k":"AAAA","kid":"a"}]}', 'holds a private key'],
    ['has a weak key', JSON.stringify({ keys: [jwk(weak)] }), 'less than 2048 bits'],
    ['has a key without a name', JSON.stringify({ keys: [jwk(publicKey, {})] }), 'without kid'],
    ['has something else', '{"keys":[{"kid":"a"}]}', 'no public key'],
  ])('names a file that %s', async (_, content, reason) => {
    const { state, message } = await check({ clients: [client(content)] });
    expect(state).toBe('warning');
    expect(message).toContain('smart.clients.0.jwks_file');
    expect(message).toContain(reason);
  });

  it('names an issuer whose keys cannot be fetched', async () => {
    const { state, message } = await check({ issuers: [away] });
    expect(state).toBe('warning');
    expect(message).toMatch(/smart\.issuers\.0 cannot be verified: .*ECONNREFUSED/);
  });
});
