import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../../src/appliance/doctor/check.js';
import { checkSignIn, judgeProvider } from '../../../../src/appliance/doctor/sign-in.js';
import { probeProvider } from '../../../../src/http/oidc/probe.js';
import type { OidcSettings } from '../../../../src/http/oidc/settings.js';
import { startTestProvider, type TestProvider } from '../../../support/oidc/provider.js';
import { oidcSettings, REDIRECT_URI } from '../../../support/oidc/sign-in.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider({ redirectUris: [REDIRECT_URI] });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.behave = undefined;
});

const check = (oidc: OidcSettings | undefined) =>
  checkSignIn({ config: { sign_in: { oidc } } } as unknown as CheckContext);

describe('the check of sign-in', () => {
  it('calls nobody where no provider is configured', async () => {
    expect(await check(undefined)).toEqual({
      state: 'ok',
      message: 'No identity provider is configured: people sign in here.',
    });
  });

  it('is content with a provider that knows this client', async () => {
    expect(await check(oidcSettings(provider))).toEqual({
      state: 'ok',
      message: `${provider.issuer} answers, knows this client and publishes 1 key.`,
    });
  });

  it('finds a wrong secret before anybody signs in', async () => {
    const file = join(scratchFolder(), 'secret');
    writeFileSync(file, 'another secret');
    const found = await check(oidcSettings(provider, { client_secret_file: file }));
    expect(found).toMatchObject({
      state: 'failed',
      message: `${provider.issuer} refuses this client.`,
      remedy: expect.stringContaining('client_id'),
    });
  });

  it.each([
    [
      'no secret',
      { client_secret_file: '/nonexistent' },
      'sign_in.oidc.client_secret_file: ENOENT',
    ],
    ['nobody there', { issuer: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
  ])('names %s', async (_, changes, words) => {
    const found = await check(oidcSettings(provider, changes));
    expect(found).toMatchObject({ state: 'failed', remedy: expect.any(String) });
    expect(found.message).toContain(words);
  });

  it.each([
    ['fails', 500, '{}', 'does not answer as it should'],
    ['is a web page', 200, '<html>', 'does not answer as it should'],
    ['describes another', 200, '{"issuer":"https://evil.example"}', 'cannot be used'],
  ])('names a provider that %s', async (_, status, body, words) => {
    provider.behave = () => ({ status, body });
    const found = await check(oidcSettings(provider));
    expect(found).toMatchObject({ state: 'failed', remedy: expect.any(String) });
    expect(found.message).toContain(words);
  });

  it('names a provider that keeps its keys to itself', async () => {
    provider.behave = (path) => (path === '/jwks' ? { status: 500, body: '{}' } : undefined);
    expect(await check(oidcSettings(provider))).toMatchObject({ state: 'failed' });
    provider.behave = (path) =>
      path === '/jwks' ? { status: 200, body: '{"keys":[]}' } : undefined;
    expect((await check(oidcSettings(provider))).message).toContain('publishes no keys');
  });
});

describe('the clock of the provider', () => {
  it('is read from its responses', async () => {
    const settings = oidcSettings(provider);
    const now = Date.now();
    const { aheadMs } = await probeProvider(settings, () => now - 600_000);
    expect(Math.abs((aheadMs ?? 0) - 600_000)).toBeLessThan(120_000);
  });

  const settings = { ...({} as OidcSettings), issuer: 'https://idp', clock_skew_s: 30 };
  const probe = { keys: 2, knowsClient: true, endsSessions: true };

  it.each([
    [0, 'ok', 'publishes 2 keys'],
    [-10_000, 'ok', 'publishes 2 keys'],
    [20_000, 'warning', '20 seconds ahead of this one.'],
    [-20_000, 'warning', '20 seconds behind this one.'],
    [40_000, 'failed', '40 seconds ahead of this one: tokens are refused'],
    [-3_600_000, 'failed', '60 minutes behind this one: tokens are refused'],
    [undefined, 'ok', 'publishes 2 keys'],
  ])('%j ms: %s', (aheadMs, state, words) => {
    const found = judgeProvider(settings, { ...probe, aheadMs });
    expect(found).toMatchObject({ state, message: expect.stringContaining(words) });
    expect(found.remedy === undefined).toBe(state === 'ok');
  });

  it('is not all: a session that cannot be ended there is named', () => {
    const found = judgeProvider(settings, { ...probe, aheadMs: 0, endsSessions: false });
    expect(found).toMatchObject({ state: 'warning', message: expect.stringContaining('no page') });
  });
});
