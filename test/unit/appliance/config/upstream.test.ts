import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import { systemClock } from '../../../../src/core/clock.js';
import { openUpstream } from '../../../../src/fhir/upstream/open.js';
import { configFile } from '../../../support/config-file.js';
import { thrownBy } from '../../../support/refusals.js';

const BASE = 'https://his.example/fhir';
const SMART = { token_url: 'https://his.example/token', client_id: 'box', key_file: 'client.pem' };

function load(upstream: Readonly<Record<string, unknown>>) {
  const { file, folder } = configFile({ fhir: { upstream } });
  return { folder, upstream: () => loadConfig({ file, env: {} }).fhir.upstream };
}

const faultsOf = (upstream: Readonly<Record<string, unknown>>) =>
  thrownBy(load(upstream).upstream).issues.map(({ field }) => field);

describe("the hospital's server in the configuration", () => {
  it('is none unless it is named, and has defaults', () => {
    const { file } = configFile({});
    expect(loadConfig({ file, env: {} }).fhir).not.toHaveProperty('upstream');
    const given = load({ base_url: BASE }).upstream();
    expect(given).toEqual({ base_url: BASE, scopes: ['system/*.rs'], timeout_s: 15 });
  });

  it('finds its files from the folder of the configuration', () => {
    const { folder, upstream } = load({ base_url: BASE, ...SMART, ca_file: '/abs/ca.crt' });
    const files = { key_file: join(folder, 'client.pem'), ca_file: '/abs/ca.crt' };
    expect(upstream()).toMatchObject(files);
  });

  it.each([
    ['http://his.example/fhir'],
    ['ftp://his.example/fhir'],
    ['https://user:secret@his.example/fhir'],
    ['https://his.example/fhir?tenant=1'],
    ['https://his.example/fhir#x'],
    ['his.example'],
  ])('is not %s', (address) => {
    expect(faultsOf({ base_url: address })).toEqual(['fhir.upstream.base_url']);
    const token = { ...SMART, token_url: address };
    expect(faultsOf({ base_url: BASE, ...token })).toEqual(['fhir.upstream.token_url']);
  });

  it.each([['http://127.0.0.1:8080/fhir'], ['http://[::1]:8080'], ['http://localhost/fhir']])(
    'may be %s, which does not leave this machine',
    (address) => {
      expect(load({ base_url: address }).upstream()?.base_url).toBe(address);
    },
  );

  it('needs all parts of a signed token request', () => {
    for (const missing of Object.keys(SMART)) {
      const { [missing as keyof typeof SMART]: _, ...rest } = SMART;
      expect(faultsOf({ base_url: BASE, ...rest })).toEqual([`fhir.upstream.${missing}`]);
    }
  });

  it('stops the start where a file cannot be read or holds no key, and does not quote it', () => {
    const parts = { clock: systemClock, newId: () => 'id' };
    const { file } = configFile('private words');
    const terms = { base_url: BASE, scopes: ['system/*.rs'], timeout_s: 1 };
    const noKey = thrownBy(() => openUpstream({ ...terms, ...SMART, key_file: file }, parts));
    expect(noKey.message).toBe('fhir.upstream.key_file: is not a private key');
    const missing = thrownBy(() => openUpstream({ ...terms, ca_file: `${file}.none` }, parts));
    expect(missing.message).toMatch(/^fhir\.upstream\.ca_file: .*ENOENT/);
  });
});
