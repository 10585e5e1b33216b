import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import { configFile } from '../../../support/config-file.js';
import { thrownBy } from '../../../support/refusals.js';

const GROUPS = { radiology: { roles: ['radiologist'], worlds: ['live'] } };
const OIDC = {
  issuer: 'https://login.hospital.example/realms/staff',
  client_id: 'wardbox',
  client_secret_file: 'secret',
  groups: GROUPS,
};

function load(changes: Readonly<Record<string, unknown>> = {}) {
  const { file, folder } = configFile({ sign_in: { oidc: { ...OIDC, ...changes } } });
  return { folder, oidc: () => loadConfig({ file, env: {} }).sign_in.oidc };
}

const faultsOf = (changes: Readonly<Record<string, unknown>>) =>
  thrownBy(load(changes).oidc).issues.map(({ field }) => field.replace('sign_in.oidc.', ''));

describe('an identity provider in the configuration', () => {
  it('is none unless it is named, and has defaults', () => {
    const { file } = configFile({});
    expect(loadConfig({ file, env: {} }).sign_in).not.toHaveProperty('oidc');
    const { folder, oidc } = load();
    expect(oidc()).toEqual({
      ...OIDC,
      client_secret_file: join(folder, 'secret'),
      name: 'the hospital',
      scopes: ['openid', 'profile'],
      further_origins: [],
      groups_claim: 'groups',
      required_acr: [],
      required_amr: [],
      clock_skew_s: 30,
      timeout_s: 10,
    });
  });

  it('finds its files from the folder of the configuration', () => {
    const files = { client_secret_file: undefined, key_file: 'client.pem', ca_file: '/abs/ca.crt' };
    const { folder, oidc } = load(files);
    expect(oidc()).toMatchObject({
      key_file: join(folder, 'client.pem'),
      ca_file: '/abs/ca.crt',
    });
  });

  it.each([
    ['http://login.hospital.example'],
    ['https://user:secret@login.hospital.example'],
    ['https://login.hospital.example?tenant=1'],
    ['login.hospital.example'],
  ])('is not %s', (issuer) => {
    expect(faultsOf({ issuer })).toEqual(['issuer']);
  });

  it.each([
    ['no client', { client_id: undefined }, ['client_id']],
    ['neither secret nor key', { client_secret_file: undefined }, ['client_secret_file']],
    ['secret and key', { key_file: 'k.pem' }, ['client_secret_file']],
    ['no groups', { groups: undefined }, ['groups']],
    ['not a single group', { groups: {} }, ['groups']],
    [
      'an unknown role',
      { groups: { a: { roles: ['king'], worlds: ['live'] } } },
      ['groups.a.roles.0'],
    ],
    ['no role', { groups: { a: { roles: [], worlds: ['live'] } } }, ['groups.a.roles']],
    [
      'an unknown world',
      { groups: { a: { roles: ['auditor'], worlds: ['prod'] } } },
      ['groups.a.worlds.0'],
    ],
    ['no openid', { scopes: ['profile'] }, ['scopes']],
    ['a scope with a space', { scopes: ['openid', 'a b'] }, ['scopes.1']],
    ['a path in an origin', { further_origins: ['https://a.example/x'] }, ['further_origins.0']],
    ['a path in the public address', { public_url: 'https://a.example/x' }, ['public_url']],
    ['plain HTTP', { further_origins: ['http://a.example'] }, ['further_origins.0']],
    ['a wide clock', { clock_skew_s: 3_600 }, ['clock_skew_s']],
    ['something else', { allow_any: true }, ['allow_any']],
  ])('is refused with %s', (_, changes, fields) => {
    expect(faultsOf(changes)).toEqual(fields);
  });
});
