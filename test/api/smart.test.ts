import { createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';

const BASE = 'http://localhost:8443/v1/fhir';
const TOKEN_URL = `${BASE}/token`;
const AUDIENCE = 'https://wardbox.hospital.example/v1/fhir';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface Signer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly alg: string;
  readonly kid: string;
}

const rsa = (kid: string, alg = 'RS384'): Signer => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  alg,
  kid,
});
const ec = (kid: string): Signer => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  alg: 'ES384',
  kid,
});
const jwksOf = (...signers: Signer[]) => ({
  keys: signers.map(({ publicKey, kid, alg }) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
    alg,
    use: 'sig',
  })),
});

const robot = ec('robot-1');
const lab = rsa('lab-1');
const gone = ec('gone-1');
const hospital = rsa('issuer-1', 'RS256');

type Claims = Record<string, unknown>;
const seconds = () => Math.floor(Date.now() / 1_000);

const sign = (claims: Claims, { privateKey, alg, kid }: Signer, header: Claims = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey);

/** As jose would never write it. */
function byHand(header: Claims, claims: Claims, secret?: string): string {
  const parts = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const text = parts.join('.');
  const signature =
    secret === undefined ? '' : createHmac('sha256', secret).update(text).digest('base64url');
  return `${text}.${signature}`;
}

const claimsOf = (id: string, changes: Claims = {}): Claims => ({
  iss: id,
  sub: id,
  aud: TOKEN_URL,
  exp: seconds() + 240,
  iat: seconds(),
  jti: randomUUID(),
  ...changes,
});
const tokenClaims = (changes: Claims = {}): Claims => ({
  iss: origin,
  aud: AUDIENCE,
  exp: seconds() + 240,
  iat: seconds(),
  sub: 'anna',
  client_id: 'growth-chart',
  scope: 'patient/*.rs launch/patient openid',
  patient: 'p1',
  ...changes,
});

let folder: string;
let server: Server;
let origin = '';
let box: TestAppliance;
const lines: string[] = [];
const asked: string[] = [];
/** What the hospital says of opaque tokens. */
const opaque = new Map<string, Claims>();

function startHospital(): Promise<void> {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/lab.json') {
      // Without `alg`: the key alone does not say by which algorithm it is used.
      return answer({ keys: jwksOf(lab).keys.map(({ alg: _, ...key }) => key) });
    }
    if (request.url === '/issuer.json') return answer(jwksOf(hospital));
    if (request.url === '/introspect') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const expected = `Basic ${Buffer.from('wardbox:a%20secret').toString('base64')}`;
        if (request.headers.authorization !== expected) return answer({}, 401);
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        answer(opaque.get(form.get('token') ?? '') ?? { active: false });
      });
      return;
    }
    answer({}, 404);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wardbox-smart-'));
  await startHospital();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const robotKeys = file('robot.json', JSON.stringify(jwksOf(robot)));
  const common = { mode: 'test', scopes: ['system/*.cruds'] };
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  box = await startTestAppliance(
    {
      server: { port: 0, tls: { mode: 'off' }, cors_origins: ['https://app.hospital.example'] },
      smart: {
        public_url: 'http://localhost:8443',
        clients: [
          { ...common, id: 'robot', name: 'Night robot', jwks_file: robotKeys },
          {
            ...common,
            id: 'lab',
            name: 'Laboratory',
            scopes: ['system/Observation.crs', 'system/Patient.rs'],
            jwks_url: `${origin}/lab.json`,
          },
          { ...common, id: 'gone', name: 'Away', jwks_url: 'http://127.0.0.1:1/keys.json' },
        ],
        issuers: [
          {
            issuer: origin,
            audience: AUDIENCE,
            mode: 'test',
            scopes: ['patient/*.rs', 'user/Observation.rs'],
            jwks_url: `${origin}/issuer.json`,
            introspection: {
              url: `${origin}/introspect`,
              client_id: 'wardbox',
              client_secret_file: file('secret', 'a secret\n'),
            },
          },
          {
            issuer: 'https://away.hospital.example',
            audience: AUDIENCE,
            mode: 'test',
            scopes: ['user/*.rs'],
            jwks_url: 'http://127.0.0.1:1/keys.json',
          },
        ],
      },
    },
    logger as unknown as Parameters<typeof startTestAppliance>[1],
  );
  const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Synthetic' }] };
  await box.appliance.app.request('/v1/fhir/Patient/p1', {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${box.defaultKey}`,
      'Content-Type': 'application/fhir+json',
    },
    body: JSON.stringify(patient),
  });
});
afterAll(async () => {
  await box.stop();
  server.close();
  rmSync(folder, { recursive: true });
});

async function post(fields: Record<string, string> | string, path = '/v1/fhir/token') {
  const response = await box.appliance.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: typeof fields === 'string' ? fields : String(new URLSearchParams(fields)),
  });
  const body = (await response.json()) as Record<string, string>;
  return { status: response.status, headers: response.headers, body };
}

const request = (client_assertion: string, changes: Record<string, string> = {}) =>
  post({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion,
    scope: 'system/*.rs',
    ...changes,
  });

async function tokenFor(id: string, signer: Signer, scope = 'system/*.rs'): Promise<string> {
  const { status, body } = await request(await sign(claimsOf(id), signer), { scope });
  expect(status).toBe(200);
  return body.access_token ?? '';
}

const get = (path: string, token: string, init: RequestInit = {}) =>
  box.appliance.app.request(path, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...init.headers },
  });
const lastEvent = () => box.auditEvents().at(-1);

describe('what clients read first', () => {
  it('is without a key what is configured', async () => {
    for (const prefix of ['/v1', '/api/v1']) {
      const path = `${prefix}/fhir/.well-known/smart-configuration`;
      const response = await box.appliance.app.request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({
        token_endpoint: `http://localhost:8443${prefix}/fhir/token`,
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
        scopes_supported: ['system/*.cruds', 'system/Observation.crs', 'system/Patient.rs'],
        capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
      });
      expect((await get(path, 'whatever')).status).toBe(200);
    }
  });

  it('stands in the CapabilityStatement too', async () => {
    const response = await box.appliance.app.request('/v1/fhir/metadata');
    const { rest } = (await response.json()) as { rest: { security: unknown }[] };
    expect(rest[0]?.security).toMatchObject({
      extension: [{ extension: [{ url: 'token', valueUri: TOKEN_URL }] }],
      service: [{ coding: [{ code: 'SMART-on-FHIR' }] }],
    });
  });
});

describe('the OpenAPI document', () => {
  it('has the endpoints where they are configured', async () => {
    const { paths } = (await (await box.appliance.app.request('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security: unknown }>>;
    };
    expect(paths['/fhir/token']?.post?.security).toEqual([]);
    expect(paths['/fhir/{type}']?.get?.security).toContainEqual({ token: [] });
  });
});

describe('a client that proves who it is', () => {
  it.each([
    ['robot', robot],
    ['lab', lab],
  ])('%s gets a token for what it asks and may', async (id, signer) => {
    const scope = 'system/Patient.rs system/Observation.cruds openid';
    const answer = await request(await sign(claimsOf(id), signer), { scope });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 300,
      scope:
        id === 'robot'
          ? 'system/Patient.rs system/Observation.cruds'
          : 'system/Patient.rs system/Observation.crs',
    });
    expect(lastEvent()).toMatchObject({
      action: 'token.create',
      outcome: 'success',
      actor: { type: 'client', id, mode: 'test' },
    });
    const read = await get('/v1/fhir/Patient/p1', answer.body.access_token ?? '');
    expect(read.status).toBe(200);
    expect(lastEvent()).toMatchObject({
      action: 'fhir.read',
      actor: { type: 'client', id, mode: 'test' },
      target: 'Patient/p1',
    });
    expect(lines.some((line) => line.includes('"client_id"'))).toBe(true);
  });

  it('may not write with a token for reading', async () => {
    const token = await tokenFor('robot', robot);
    const response = await get('/v1/fhir/Patient', token, {
      method: 'POST',
      headers: { 'Content-Type': 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Patient' }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('insufficient_scope');
    expect(lastEvent()).toMatchObject({ outcome: 'refused', actor: { id: 'robot' } });
  });

  it('is granted nothing beyond the configuration', async () => {
    const scopes = [
      'system/Condition.rs',
      'patient/*.rs',
      'user/*.rs',
      'openid',
      '',
      'system/*.sr',
    ];
    for (const scope of scopes) {
      const { status, body } = await request(await sign(claimsOf('lab'), lab), { scope });
      expect([scope, status, body.error]).toEqual([scope, 400, 'invalid_scope']);
    }
    expect(lastEvent()).toMatchObject({
      action: 'token.create',
      outcome: 'refused',
      error_code: 'invalid_scope',
      actor: { type: 'client', id: 'lab' },
    });
  });
});

describe('a client assertion', () => {
  const attacks: [string, () => Promise<string> | string][] = [
    [
      'of no algorithm',
      () => byHand({ alg: 'none', kid: 'robot-1', typ: 'JWT' }, claimsOf('robot')),
    ],
    [
      'signed by HMAC with the public key',
      () =>
        byHand(
          { alg: 'HS256', kid: 'robot-1', typ: 'JWT' },
          claimsOf('robot'),
          String(robot.publicKey.export({ type: 'spki', format: 'pem' })),
        ),
    ],
    ['of another algorithm', () => sign(claimsOf('lab'), { ...lab, alg: 'RS256' })],
    ['that has expired', () => sign(claimsOf('robot', { exp: seconds() - 60 }), robot)],
    ['without an end', () => sign(claimsOf('robot', { exp: undefined }), robot)],
    ['that lasts too long', () => sign(claimsOf('robot', { exp: seconds() + 3_600 }), robot)],
    ['from the future', () => sign(claimsOf('robot', { iat: seconds() + 200 }), robot)],
    ['that is not valid yet', () => sign(claimsOf('robot', { nbf: seconds() + 200 }), robot)],
    [
      'for another server',
      () => sign(claimsOf('robot', { aud: 'https://other.example/token' }), robot),
    ],
    [
      'for several servers',
      () => sign(claimsOf('robot', { aud: [TOKEN_URL, 'https://x.example'] }), robot),
    ],
    ['for the base', () => sign(claimsOf('robot', { aud: BASE }), robot)],
    ['without an id', () => sign(claimsOf('robot', { jti: undefined }), robot)],
    ['with an id that is no text', () => sign(claimsOf('robot', { jti: 7 }), robot)],
    ['of another subject', () => sign(claimsOf('robot', { sub: 'lab' }), robot)],
    ['by the key of another client', () => sign(claimsOf('robot'), lab)],
    ['by that key under the right name', () => sign(claimsOf('robot'), { ...ec('robot-1') })],
    ['by an unknown key', () => sign(claimsOf('lab'), { ...lab, kid: 'lab-2' })],
    ['by a key without a name', () => sign(claimsOf('robot'), robot, { kid: undefined })],
    [
      'with keys elsewhere',
      () => sign(claimsOf('robot'), robot, { jku: 'https://evil.example/k' }),
    ],
    ['of another type', () => sign(claimsOf('robot'), robot, { typ: 'at+jwt' })],
    ['of an unknown client', () => sign(claimsOf('nobody'), robot)],
    ['that is none', () => 'x.y.z'],
    ['that is huge', () => `${'a'.repeat(40_000)}.b.c`],
  ];
  it.each(attacks)('%s is refused', async (_, make) => {
    const { status, body, headers } = await request(await make());
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(body.access_token).toBeUndefined();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is accepted once', async () => {
    const assertion = await sign(claimsOf('robot'), robot);
    expect((await request(assertion)).status).toBe(200);
    expect(await request(assertion)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  it('is accepted once of two at the same time', async () => {
    const assertion = await sign(claimsOf('robot'), robot);
    const answers = await Promise.all([request(assertion), request(assertion)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('is not read while the keys of its client cannot be had', async () => {
    const { status, headers, body } = await request(await sign(claimsOf('gone'), gone));
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('never reaches the log', async () => {
    const assertion = await sign(claimsOf('robot'), robot);
    const { body } = await request(assertion);
    await get('/v1/fhir/Patient/p1', body.access_token ?? '');
    const text = lines.join('');
    expect(text).toMatch(/"client_id":"robot".*"it was used before".*client refused/);
    for (const secret of [assertion, body.access_token ?? '', 'eyJ']) {
      expect(text.includes(secret)).toBe(false);
    }
  });
});

describe('a request for a token', () => {
  it.each([
    ['password', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another type of assertion', { client_assertion_type: 'x' }, 401, 'invalid_client'],
    ['a secret beside it', { client_secret: 'x' }, 401, 'invalid_client'],
    ['the name of another client', { client_id: 'lab' }, 401, 'invalid_client'],
  ])('by %s is refused', async (_, changes, status, error) => {
    const answer = await request(await sign(claimsOf('robot'), robot), changes);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('is refused as OAuth has it, whatever is wrong', async () => {
    expect(await post('')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await post('grant_type=a&grant_type=b')).toMatchObject({
      body: { error: 'invalid_request' },
    });
    const { app } = box.appliance;
    const read = await app.request('/v1/fhir/token');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    const json = await app.request('/v1/fhir/token', { method: 'POST', body: '{}' });
    expect(await json.json()).toMatchObject({ error: 'invalid_request' });
  });
});

describe('a token', () => {
  it('opens nothing but FHIR', async () => {
    const token = await tokenFor('robot', robot, 'system/*.cruds');
    const paths = [
      '/v1/models',
      '/v1/jobs',
      '/v1/keys',
      '/v1/dicomweb/studies',
      '/metrics',
      '/v1/fhirx',
    ];
    for (const path of paths) expect([path, (await get(path, token)).status]).toEqual([path, 401]);
    const jwt = await sign(tokenClaims(), hospital);
    for (const path of paths) expect([path, (await get(path, jwt)).status]).toEqual([path, 401]);
    const analyze = await get('/v1/analyze', token, { method: 'POST', body: '{}' });
    expect(analyze.status).toBe(401);
  });

  it('gives only resources that match its criteria, and none by criteria that cannot be applied', async () => {
    const foundBy = async (criteria: string) => {
      const token = await tokenFor('robot', robot, `system/Patient.rs?${criteria}`);
      const read = await get('/v1/fhir/Patient/p1', token);
      const search = await get('/v1/fhir/Patient?_id=p1', token);
      const { total = 0 } = (await search.json()) as { total?: number };
      return [read.status, total];
    };
    expect(await foundBy('family=Synthetic')).toEqual([200, 1]);
    for (const criteria of ['family=Other', 'no-such=1', 'family:no-such=Synthetic']) {
      const [status, total] = await foundBy(criteria);
      expect([criteria, status === 200, total]).toEqual([criteria, false, 0]);
    }
  });

  it('that was never issued is refused, and counted', async () => {
    const response = await get('/v1/fhir/Patient/p1', 'A'.repeat(43));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="wardbox", error="invalid_token"',
    );
    expect(await response.json()).toMatchObject({ resourceType: 'OperationOutcome' });
  });

  it('has no part in the answers of another caller', async () => {
    const create = async (token: string) => {
      const response = await get('/v1/fhir/Patient', token, {
        method: 'POST',
        headers: { 'Content-Type': 'application/fhir+json', 'Idempotency-Key': 'the-same' },
        body: JSON.stringify({ resourceType: 'Patient' }),
      });
      return response.headers.get('location');
    };
    const first = await create(await tokenFor('robot', robot, 'system/*.cruds'));
    expect(await create(await tokenFor('robot', robot, 'system/*.cruds'))).toBe(first);
    expect(await create(await tokenFor('robot', robot, 'system/Patient.cruds'))).not.toBe(first);
  });
});

describe('a token of the hospital', () => {
  it('gives its client and its person what it says, within the configuration', async () => {
    const token = await sign(tokenClaims(), hospital, { typ: 'at+jwt' });
    expect((await get('/v1/fhir/Patient/p1', token)).status).toBe(200);
    expect(lastEvent()).toMatchObject({
      action: 'fhir.read',
      actor: { type: 'client', id: 'growth-chart', mode: 'test', issuer: origin, user: 'anna' },
    });
    const write = await get('/v1/fhir/Patient/p1', token, { method: 'DELETE' });
    expect(write.status).toBe(403);
  });

  const useless: [string, Claims][] = [
    ['only of what is not configured', { scope: 'user/Patient.rs patient/*.cud openid' }],
    ['for clients of this server', { scope: 'system/*.rs' }],
    ['of a patient who is not named', { patient: undefined }],
    ['of a patient who is no id', { patient: 'p1/../p2' }],
    ['of nothing', { scope: undefined }],
  ];
  it.each(useless)('with scopes %s gives nothing', async (_, changes) => {
    const token = await sign(tokenClaims(changes), hospital);
    expect((await get('/v1/fhir/Patient/p1', token)).status).toBe(403);
  });

  const attacks: [string, () => Promise<string> | string][] = [
    ['of no algorithm', () => byHand({ alg: 'none', typ: 'at+jwt' }, tokenClaims())],
    [
      'signed by HMAC with the public key',
      () =>
        byHand(
          { alg: 'HS256', kid: 'issuer-1', typ: 'at+jwt' },
          tokenClaims(),
          String(hospital.publicKey.export({ type: 'spki', format: 'pem' })),
        ),
    ],
    ['that has expired', () => sign(tokenClaims({ exp: seconds() - 60 }), hospital)],
    ['without an end', () => sign(tokenClaims({ exp: undefined }), hospital)],
    ['from the future', () => sign(tokenClaims({ iat: seconds() + 600 }), hospital)],
    ['that is not valid yet', () => sign(tokenClaims({ nbf: seconds() + 600 }), hospital)],
    ['for another server', () => sign(tokenClaims({ aud: 'https://x.example' }), hospital)],
    ['for no server', () => sign(tokenClaims({ aud: undefined }), hospital)],
    ['of another issuer', () => sign(tokenClaims({ iss: 'https://x.example' }), hospital)],
    ['of an issuer written differently', () => sign(tokenClaims({ iss: `${origin}/` }), hospital)],
    ['of no issuer', () => sign(tokenClaims({ iss: undefined }), hospital)],
    ['by an unknown key', () => sign(tokenClaims(), { ...hospital, kid: 'issuer-2' })],
    ['by a key of its own', () => sign(tokenClaims(), rsa('issuer-1', 'RS256'))],
    ['for another use', () => sign(tokenClaims(), hospital, { typ: 'logout+jwt' })],
    ['that is an ID token', () => sign(tokenClaims({ typ: 'ID' }), hospital)],
    ['that is bound to a key', () => sign(tokenClaims({ cnf: { jkt: 'x' } }), hospital)],
    ['of no client', () => sign(tokenClaims({ client_id: undefined }), hospital)],
    ['that is huge', () => 'a'.repeat(20_000)],
    ['that is none', () => 'a.b.c'],
  ];
  it.each(attacks)('%s is refused', async (_, make) => {
    const response = await get('/v1/fhir/Patient/p1', await make());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('cannot be read while its issuer does not answer', async () => {
    const token = await sign(tokenClaims({ iss: 'https://away.hospital.example' }), hospital);
    const response = await get('/v1/fhir/Patient/p1', token);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('that only its issuer can read is shown to it, once', async () => {
    const { iss, ...claims } = tokenClaims();
    opaque.set('opaque-1', { active: true, ...claims });
    const before = asked.length;
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await get('/v1/fhir/Patient/p1', 'opaque-1')).status).toBe(200);
    }
    expect(asked.slice(before)).toEqual(['POST /introspect']);
    expect(lastEvent()).toMatchObject({ actor: { id: 'growth-chart', issuer: iss, user: 'anna' } });
  });

  it('is shown to nobody when it is huge or malformed', async () => {
    const before = asked.length;
    for (const token of ['b'.repeat(20_000), 'a{b}', 'a,b', '=']) {
      expect((await get('/v1/fhir/Patient/p1', token)).status).toBe(401);
    }
    expect(asked.length).toBe(before);
  });

  it.each([
    ['is not active', { active: false }],
    ['is for another server', { aud: 'https://x.example' }],
    ['says nothing of its server', { aud: undefined }],
    ['is of another issuer', { iss: 'https://x.example' }],
    ['has ended', { exp: seconds() - 600 }],
    ['is bound to a key', { cnf: { jkt: 'x' } }],
  ])('that %s is refused', async (name, changes) => {
    const token = `opaque-${name.replaceAll(' ', '-')}`;
    opaque.set(token, { active: true, ...tokenClaims(), ...changes });
    expect((await get('/v1/fhir/Patient/p1', token)).status).toBe(401);
  });
});

describe('a page of another origin', () => {
  const preflight = (path: string, from: string) =>
    box.appliance.app.request(path, {
      method: 'OPTIONS',
      headers: {
        Origin: from,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,if-match',
      },
    });
  const APP = 'https://app.hospital.example';

  it('that is configured may call the interface, without cookies', async () => {
    const asked = await preflight('/v1/fhir/Patient/p1', APP);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(APP);
    expect(asked.headers.get('access-control-allow-headers')).toContain('If-Match');
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
    const token = await sign(tokenClaims(), hospital);
    for (const given of [token, 'nothing']) {
      const read = await get('/v1/fhir/Patient/p1', given, { headers: { Origin: APP } });
      expect(read.headers.get('access-control-allow-origin')).toBe(APP);
      expect(read.headers.get('access-control-expose-headers')).toContain('ETag');
      expect(read.headers.get('vary')).toContain('Origin');
      expect(read.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('that is not configured may not', async () => {
    for (const from of [
      'https://evil.example',
      'null',
      `${APP}.evil.example`,
      'http://app.hospital.example',
    ]) {
      const asked = await preflight('/v1/fhir/Patient/p1', from);
      expect(asked.headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('may never call the console', async () => {
    for (const path of ['/console/', '/console/api/session', '/healthz', '/openapi.json']) {
      const asked = await preflight(path, APP);
      expect(asked.headers.has('access-control-allow-origin')).toBe(false);
      const read = await box.appliance.app.request(path, { headers: { Origin: APP } });
      expect(read.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});
