import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

/** A person whom the provider knows. */
export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface RegisteredAddresses {
  /** Where the appliance takes responses. */
  readonly redirectUris: readonly string[];
  /** Where browsers go after they have signed out. */
  readonly signedOutUris?: readonly string[];
}

export interface TestProviderOptions extends RegisteredAddresses {
  /** Further settings of the client. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** PEM; without it the provider speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly configuration?: Configuration;
}

/** What the token endpoint answers. */
export type TokenResponse = Record<string, unknown> & { id_token?: string };

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who signs in next; undefined cancels. */
  person: Person | undefined;
  /** Changes the answer of the token endpoint. */
  tamper: ((response: TokenResponse) => void | Promise<void>) | undefined;
  /** Takes a request over where it gives true: a fault of the provider. */
  behave: ((path: string) => { status: number; body: string } | undefined) | undefined;
  /** Method and path of the requests, in order. */
  readonly requests: string[];
  /** Requests that the provider makes: for back-channel logout. */
  outgoing: (url: string, init: RequestInit) => Promise<Response>;
  /** Sends browsers back to other addresses from now on. */
  register(addresses: RegisteredAddresses): void;
  /** Signs from now on with a new key, and publishes that alone. */
  rotateKeys(): void;
  /** A token by the current key of the provider. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Stops to answer, and answers again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const CLIENT_ID = 'wardbox';
const CLIENT_SECRET = 'a secret of forty characters or more, for tests';

/** Where it announces that a session has ended; `outgoing` receives it. */
export const BACK_CHANNEL_URI = 'https://wardbox.example/console/oidc/back-channel-sign-out';

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly jwk: JsonWebKey & { kid: string; alg: string; use: string };
}

function newKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = privateKey.export({ format: 'jwk' });
  return { privateKey, jwk: { ...jwk, kid: randomUUID(), alg: 'RS256', use: 'sig' } };
}

/** Claims that the tests give people, besides those of the standard. */
const CLAIMS = {
  openid: ['sub', 'sid', 'acr', 'amr', 'groups', 'hasgroups', '_claim_names', 'realm_access'],
  profile: ['name', 'preferred_username'],
  email: ['email'],
};

/** oidc-provider, certified by the OpenID Foundation, with people who sign in without a page. */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const { tls } = options;
  let addresses: RegisteredAddresses = options;
  let key = newKey();
  let provider: Provider;

  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;

  const test: TestProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: undefined,
    tamper: undefined,
    behave: undefined,
    requests: [],
    outgoing: () => Promise.reject(new Error('The test expects no request of the provider.')),
    register(registered) {
      addresses = registered;
      provider = createProvider();
    },
    rotateKeys() {
      key = newKey();
      provider = createProvider();
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid, ...header })
        .sign(key.privateKey),
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
    start: () => listen(port),
  };

  function createProvider(): Provider {
    const made = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [...addresses.redirectUris],
          post_logout_redirect_uris: [...(addresses.signedOutUris ?? [])],
          id_token_signed_response_alg: 'RS256',
          backchannel_logout_uri: BACK_CHANNEL_URI,
          backchannel_logout_session_required: true,
          ...options.client,
        },
      ],
      jwks: { keys: [key.jwk] } as NonNullable<Configuration['jwks']>,
      cookies: { keys: ['for tests'] },
      claims: CLAIMS,
      scopes: ['openid', 'profile', 'email'],
      // As most hospitals' providers do, it puts what it knows into the ID token.
      conformIdTokenClaims: false,
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true, ...withoutQuestion },
        backchannelLogout: { enabled: true },
        userinfo: { enabled: true },
      },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ ...test.person, sub }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new made.Grant({
          clientId: CLIENT_ID,
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
      fetch: (url: URL | string, init: RequestInit) => test.outgoing(String(url), init),
      ttl: { Interaction: 60, Session: 600, Grant: 600, IdToken: 300, AccessToken: 300 },
      ...options.configuration,
    } as Configuration);
    made.use(async (context, next) => {
      const { pathname } = new URL(context.url, issuer);
      if (!pathname.startsWith('/interaction/')) {
        await next();
        const body = context.body as TokenResponse | undefined;
        if (pathname === '/token' && context.status === 200 && body) await test.tamper?.(body);
        return;
      }
      const { person } = test;
      const result =
        person === undefined
          ? { error: 'access_denied', error_description: 'token=secret of somebody' }
          : { login: { accountId: person.sub, acr: person.acr, amr: person.amr } };
      await made.interactionFinished(context.req, context.res, result as never);
      context.respond = false;
    });
    return made;
  }

  provider = createProvider();
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    test.requests.push(`${request.method} ${pathname}`);
    const fault = test.behave?.(pathname);
    if (fault === undefined) return void provider.callback()(request, response);
    response.writeHead(fault.status, { 'Content-Type': 'application/json' }).end(fault.body);
  });
  return test;
}

/** Ends the session without asking the person. */
const withoutQuestion = {
  logoutSource(context: { body: unknown }, form: string) {
    context.body = form;
  },
};
