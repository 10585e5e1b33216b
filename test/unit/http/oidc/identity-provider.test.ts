import { createHmac, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/core/clock.js';
import { createSilentLogger } from '../../../../src/core/logger.js';
import type { IdentityProvider } from '../../../../src/http/oidc/identity-provider.js';
import { openIdentityProvider } from '../../../../src/http/oidc/open.js';
import type { OidcSettings } from '../../../../src/http/oidc/settings.js';
import {
  startTestProvider,
  type TestProvider,
  type TokenResponse,
} from '../../../support/oidc/provider.js';
import {
  oidcSettings,
  REDIRECT_URI,
  respondTo,
  TRANSACTION,
} from '../../../support/oidc/sign-in.js';

const ANNA = { sub: 'anna', name: 'Anna Berg', groups: ['radiology'] };

let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider({ redirectUris: [REDIRECT_URI] });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.person = ANNA;
  provider.tamper = undefined;
  provider.behave = undefined;
});

const client = (changes: Partial<OidcSettings> = {}): IdentityProvider =>
  openIdentityProvider(oidcSettings(provider, changes), {
    clock: systemClock,
    logger: createSilentLogger(),
  });

async function signIn(identity: IdentityProvider) {
  return identity.identify(await respondTo(identity), TRANSACTION);
}

describe('a sign-in at a certified provider', () => {
  it('states who the person is', async () => {
    const identity = await signIn(client());
    expect(identity).toMatchObject({ issuer: provider.issuer, subject: 'anna' });
    expect(identity.claims).toMatchObject({ name: 'Anna Berg', groups: ['radiology'] });
    expect(identity.session).toEqual(expect.any(String));
  });
});

/** Signs an ID token again, with other claims. */
const withClaims = (changes: Record<string, unknown>) => async (response: TokenResponse) => {
  const claims = { ...decodeJwt(response.id_token ?? ''), ...changes };
  response.id_token = await provider.sign(claims);
};

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1_000);

const refusedFor = (reason: string) => expect.objectContaining({ name: 'Refusal', reason });

describe('a token that is not about this sign-in', () => {
  it.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'another client' }],
    ['for several, and authorised for another', { aud: ['wardbox', 'other'], azp: 'other' }],
    ['of another sign-in', { nonce: 'of another sign-in' }],
    ['of no sign-in', { nonce: undefined }],
    ['that has expired', { exp: seconds() - 60 }],
    ['that never expires', { exp: undefined }],
    ['about nobody', { sub: '' }],
    ['about somebody with an endless name', { sub: 'x'.repeat(256) }],
  ])('is refused: one %s', async (_, changes) => {
    const identity = client();
    provider.tamper = withClaims(changes);
    await expect(signIn(identity)).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('is refused where there is none', async () => {
    provider.tamper = (response) => {
      delete response.id_token;
    };
    await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
  });
});

describe('a signature', () => {
  const forged = (header: object, sign: (input: string) => string) => (response: TokenResponse) => {
    const input = `${base64(header)}.${base64(decodeJwt(response.id_token ?? ''))}`;
    response.id_token = `${input}.${sign(input)}`;
  };

  it('must be there', async () => {
    provider.tamper = forged({ alg: 'none' }, () => '');
    await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('is not made with the secret of the client', async () => {
    const hmac = (input: string) =>
      createHmac('sha256', provider.clientSecret).update(input).digest('base64url');
    provider.tamper = forged({ alg: 'HS256' }, hmac);
    await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('is not made with the secret of the client, even where the provider says so', async () => {
    const address = `${provider.issuer}/.well-known/openid-configuration`;
    const truth = (await (await fetch(address)).json()) as Record<string, unknown>;
    const algorithms = { id_token_signing_alg_values_supported: ['HS256', 'RS256', 'none'] };
    const body = JSON.stringify({ ...truth, ...algorithms });
    provider.behave = (path) =>
      path === new URL(address).pathname ? { status: 200, body } : undefined;
    const secrets = [
      provider.clientSecret,
      JSON.stringify(await (await fetch(`${provider.issuer}/jwks`)).json()),
    ];
    for (const secret of secrets) {
      const hmac = (input: string) =>
        createHmac('sha256', secret).update(input).digest('base64url');
      provider.tamper = forged({ alg: 'HS256' }, hmac);
      await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
    }
    provider.tamper = forged({ alg: 'none' }, () => '');
    await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('is made with a key of the provider', async () => {
    provider.tamper = (response) => {
      const [header, claims, signature = ''] = (response.id_token ?? '').split('.');
      response.id_token = `${header}.${claims}.${'A'.repeat(signature.length)}`;
    };
    await expect(signIn(client())).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('by a new key of the provider is accepted at once', async () => {
    const identity = client();
    expect((await signIn(identity)).subject).toBe('anna');
    const before = provider.requests.filter((one) => one === 'GET /jwks').length;
    expect((await signIn(identity)).subject).toBe('anna');
    provider.rotateKeys();
    expect((await signIn(identity)).subject).toBe('anna');
    const after = provider.requests.filter((one) => one === 'GET /jwks').length;
    expect(after - before).toBe(1);
  });

  it('by a key that the provider has withdrawn is refused', async () => {
    const identity = client();
    await signIn(identity);
    const old = provider.sign;
    provider.tamper = async (response) => {
      response.id_token = await old(decodeJwt(response.id_token ?? ''), { kid: 'withdrawn' });
    };
    await expect(signIn(identity)).rejects.toEqual(refusedFor('invalid_token'));
  });
});

describe('clocks that differ', () => {
  it.each([
    ['within the tolerance', { exp: seconds() - 20 }, 'accepted'],
    ['beyond it', { exp: seconds() - 600 }, 'refused'],
    ['the other way, beyond it', { nbf: seconds() + 600 }, 'refused'],
  ])('%s', async (_, changes, outcome) => {
    const identity = client({ clock_skew_s: 120 });
    provider.tamper = withClaims(changes);
    const outcomes = { accepted: { subject: 'anna' }, refused: refusedFor('invalid_token') };
    const result = await signIn(identity).catch((error: unknown) => error);
    expect(result).toMatchObject(outcomes[outcome as 'accepted' | 'refused']);
  });
});

describe('a response', () => {
  it('of another provider is refused before its code is sent anywhere', async () => {
    const identity = client();
    const response = await respondTo(identity);
    response.set('iss', 'https://evil.example');
    provider.requests.length = 0;
    await expect(identity.identify(response, TRANSACTION)).rejects.toEqual(
      refusedFor('invalid_response'),
    );
    expect(provider.requests).toEqual([]);
  });

  it('that does not name its provider is refused where this one always does', async () => {
    const identity = client();
    const response = await respondTo(identity);
    response.delete('iss');
    await expect(identity.identify(response, TRANSACTION)).rejects.toEqual(
      refusedFor('invalid_response'),
    );
  });

  it('with another state is refused', async () => {
    const identity = client();
    const response = await respondTo(identity);
    const other = { ...TRANSACTION, state: 'of another sign-in' };
    await expect(identity.identify(response, other)).rejects.toMatchObject({ name: 'Refusal' });
  });

  it('is redeemed once', async () => {
    const identity = client();
    const response = await respondTo(identity);
    await identity.identify(response, TRANSACTION);
    await expect(identity.identify(response, TRANSACTION)).rejects.toEqual(
      refusedFor('code_refused'),
    );
  });

  it('is worthless without the verifier of its sign-in', async () => {
    const identity = client();
    const response = await respondTo(identity);
    const stolen = { ...TRANSACTION, codeVerifier: 'w'.repeat(43) };
    await expect(identity.identify(response, stolen)).rejects.toEqual(refusedFor('code_refused'));
  });

  it('that says no is told without what the provider says beside it', async () => {
    provider.person = undefined;
    const identity = client();
    const failure = await signIn(identity).catch((error: unknown) => error);
    expect(failure).toEqual(refusedFor('provider_refused'));
    expect(String(failure)).toBe('Refusal: provider_refused: access_denied');
  });
});

describe('a provider that is not there', () => {
  it('is discovered when it comes back, and its absence is not asked about again and again', async () => {
    const identity = client();
    provider.behave = () => ({ status: 500, body: '{}' });
    provider.requests.length = 0;
    await expect(identity.authorizationUrl(TRANSACTION)).rejects.toEqual(
      refusedFor('provider_unavailable'),
    );
    await expect(identity.authorizationUrl(TRANSACTION)).rejects.toEqual(
      refusedFor('provider_unavailable'),
    );
    expect(provider.requests).toHaveLength(1);
    provider.behave = undefined;
    expect((await signIn(client())).subject).toBe('anna');
  });

  it('does not answer at all', async () => {
    const identity = client({ issuer: 'http://127.0.0.1:9' });
    await expect(identity.authorizationUrl(TRANSACTION)).rejects.toEqual(
      expect.objectContaining({
        reason: 'provider_unavailable',
        detail: 'The connection failed (ECONNREFUSED).',
      }),
    );
  });

  it.each([
    ['fails at the token endpoint', '/token', 502, 'provider_unavailable'],
    ['refuses this client', '/token', 401, 'provider_unusable'],
    ['keeps its keys to itself', '/jwks', 500, 'provider_unavailable'],
  ])('%s', async (_, path, status, reason) => {
    const identity = client();
    const response = await respondTo(identity);
    const body = JSON.stringify({ error: 'invalid_client', error_description: 'secret' });
    provider.behave = (asked) => (asked === path ? { status, body } : undefined);
    const failure = await identity.identify(response, TRANSACTION).catch((error: unknown) => error);
    expect(failure).toEqual(refusedFor(reason));
    expect(String(failure)).not.toContain('secret');
  });
});

describe('a provider whose description does not fit', () => {
  const describes = async (changes: Record<string, unknown>, settings = {}) => {
    const address = `${provider.issuer}/.well-known/openid-configuration`;
    const truth = (await (await fetch(address)).json()) as Record<string, unknown>;
    const body = JSON.stringify({ ...truth, ...changes });
    provider.behave = (path) =>
      path === '/.well-known/openid-configuration' ? { status: 200, body } : undefined;
    return client(settings)
      .authorizationUrl(TRANSACTION)
      .catch((error: unknown) => error);
  };

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a token endpoint elsewhere', { token_endpoint: 'https://evil.example/token' }],
    ['keys elsewhere', { jwks_uri: 'https://evil.example/jwks' }],
    ['only plain PKCE', { code_challenge_methods_supported: ['plain'] }],
    ['only unsigned tokens', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
  ])('has %s', async (_, changes) => {
    expect(await describes(changes)).toEqual(refusedFor('provider_unusable'));
  });

  it('may have endpoints elsewhere where the configuration names them', async () => {
    const changes = { token_endpoint: 'https://token.hospital.example/token' };
    const settings = { further_origins: ['https://token.hospital.example'] };
    expect(await describes(changes, settings)).toBeInstanceOf(URL);
  });
});

describe('groups', () => {
  it('are asked of the provider where the token has none', async () => {
    provider.tamper = withClaims({ groups: undefined });
    provider.requests.length = 0;
    const { claims } = await signIn(client());
    expect(claims.groups).toEqual(['radiology']);
    expect(provider.requests).toContain('GET /me');
  });

  it('are not asked for where the token has them', async () => {
    provider.requests.length = 0;
    await signIn(client());
    expect(provider.requests).not.toContain('GET /me');
  });

  it('of somebody else are not accepted', async () => {
    provider.tamper = withClaims({ groups: undefined });
    const body = JSON.stringify({ sub: 'somebody else', groups: ['administrators'] });
    provider.behave = (path) => (path === '/me' ? { status: 200, body } : undefined);
    await expect(signIn(client())).rejects.toMatchObject({ name: 'Refusal' });
  });
});

describe('the request to sign in', () => {
  it('has a challenge, a state and a nonce, and what the configuration requires', async () => {
    const identity = client({ required_acr: ['urn:strong', 'urn:stronger'] });
    const { searchParams } = await identity.authorizationUrl(TRANSACTION);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'wardbox',
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile',
      state: TRANSACTION.state,
      nonce: TRANSACTION.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      acr_values: 'urn:strong urn:stronger',
    });
  });
});

describe('a logout token', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = (changes: Record<string, unknown> = {}) => ({
    iss: provider.issuer,
    aud: 'wardbox',
    iat: seconds(),
    exp: seconds() + 120,
    jti: randomUUID(),
    events: EVENT,
    sub: 'anna',
    sid: 'session of anna',
    ...changes,
  });

  it('names a person, a session and itself, by the id that the provider gave it', async () => {
    const identity = client();
    const said = claims();
    const read = await identity.readLogoutToken(await provider.sign(said, { typ: 'logout+jwt' }));
    expect(read).toEqual({
      issuer: provider.issuer,
      subject: 'anna',
      session: 'session of anna',
      token: { hash: expect.any(Buffer), expiresAt: expect.any(Number) },
    });
    expect(read.token.expiresAt).toBeGreaterThan(Date.now());
    const again = await identity.readLogoutToken(await provider.sign(said));
    expect(again.token.hash).toEqual(read.token.hash);
    const other = await identity.readLogoutToken(await provider.sign(claims()));
    expect(other.token.hash).not.toEqual(read.token.hash);
  });

  it.each([
    ['without a type of its own, as of older providers', {}, undefined],
    ['about a person', { sid: undefined }, 'logout+jwt'],
    ['about a session', { sub: undefined }, 'logout+jwt'],
    ['for several clients', { aud: ['other', 'wardbox'] }, 'logout+jwt'],
    ['from a clock that is ahead a little', { iat: seconds() + 20 }, 'logout+jwt'],
  ])('is accepted %s', async (_, changes, typ) => {
    const token = await provider.sign(claims(changes), typ === undefined ? {} : { typ });
    expect(await client().readLogoutToken(token)).toMatchObject({ issuer: provider.issuer });
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.example' }, {}],
    ['for another client', { aud: 'other' }, {}],
    ['for nobody', { aud: undefined }, {}],
    ['that is old', { iat: seconds() - 400 }, {}],
    ['of no time', { iat: undefined }, {}],
    ['of the future', { iat: seconds() + 600 }, {}],
    ['that has expired', { exp: seconds() - 60 }, {}],
    ['without a number', { jti: undefined }, {}],
    ['with a number that is none', { jti: 7 }, {}],
    ['with a nonce, as an ID token', { nonce: 'n' }, {}],
    ['about nothing', { events: undefined }, {}],
    ['about something else', { events: { 'http://example/event': {} } }, {}],
    ['about an event that is no object', { events: { [Object.keys(EVENT)[0]!]: true } }, {}],
    ['about nobody', { sub: undefined, sid: undefined }, {}],
    ['of another type', {}, { typ: 'at+jwt' }],
    ['of an unknown key', {}, { kid: 'unknown' }],
  ])('is refused: one %s', async (_, changes, header) => {
    const token = await provider.sign(claims(changes), { typ: 'logout+jwt', ...header });
    await expect(client().readLogoutToken(token)).rejects.toEqual(refusedFor('invalid_token'));
  });

  it.each([
    ['nothing', () => ''],
    ['no token', () => 'a.b.c'],
    ['an unsigned one', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
    [
      'one signed with the secret of the client',
      () => {
        const input = `${base64({ alg: 'HS256' })}.${base64(claims())}`;
        const hmac = createHmac('sha256', provider.clientSecret).update(input);
        return `${input}.${hmac.digest('base64url')}`;
      },
    ],
  ])('is refused: %s', async (_, token) => {
    await expect(client().readLogoutToken(token())).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('is not an ID token, which the browser could have', async () => {
    let idToken = '';
    provider.tamper = (response) => {
      idToken = response.id_token ?? '';
    };
    const identity = client();
    await signIn(identity);
    await expect(identity.readLogoutToken(idToken)).rejects.toEqual(refusedFor('invalid_token'));
  });

  it('with unknown keys makes the keys be fetched once, not each time', async () => {
    const identity = client();
    await identity.readLogoutToken(await provider.sign(claims()));
    provider.requests.length = 0;
    for (let count = 0; count < 5; count += 1) {
      const token = await provider.sign(claims(), { kid: `unknown ${count}` });
      await expect(identity.readLogoutToken(token)).rejects.toEqual(refusedFor('invalid_token'));
    }
    expect(provider.requests).toEqual([]);
  });
});

describe('requests to the provider', () => {
  it('are made by the client of the appliance alone', async () => {
    const identity = client();
    const response = await respondTo(identity);
    const own = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('another way out'));
    try {
      provider.tamper = withClaims({ groups: undefined });
      const { claims } = await identity.identify(response, TRANSACTION);
      expect(claims.groups).toEqual(['radiology']);
      expect(own).not.toHaveBeenCalled();
    } finally {
      own.mockRestore();
    }
  });
});

describe('the end of the session at the provider', () => {
  it('is at a page of the provider, which is given no token', async () => {
    const url = await client().endSessionUrl('http://localhost:8443/console/');
    expect(url?.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      client_id: 'wardbox',
      post_logout_redirect_uri: 'http://localhost:8443/console/',
    });
  });
});
