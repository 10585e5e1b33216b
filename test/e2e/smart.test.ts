import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareTls } from '../../src/http/tls/tls.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { createClient, type HttpClient } from '../support/https-client.js';

const AUDIENCE = 'https://wardbox.hospital.example/v1/fhir';

interface Signer {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly kid: string;
}

const newSigner = (): Signer => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  kid: randomUUID(),
});

let folder: string;
let origin = '';
let caFile: string | undefined;
let stopHospital = () => {};
/** What the hospital publishes; its clients may change their keys. */
const published = { client: newSigner(), issuer: newSigner() };

const jwksOf = ({ publicKey, kid }: Signer) =>
  JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] });

async function startHospital(): Promise<void> {
  const material = await prepareTls({ mode: 'auto', names: [] }, join(folder, 'tls'), Date.now());
  caFile = material?.caFile;
  const server = createServer({ cert: material?.cert, key: material?.key }, (request, response) => {
    const signer = request.url === '/client.json' ? published.client : published.issuer;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(jwksOf(signer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stopHospital = () => {
    server.closeAllConnections();
    server.close();
  };
}

const configuration = () => ({
  smart: {
    clients: [
      {
        id: 'export',
        name: 'Nightly export',
        mode: 'test',
        scopes: ['system/Patient.rs'],
        jwks_url: `${origin}/client.json`,
        ca_file: caFile,
      },
    ],
    issuers: [
      {
        issuer: origin,
        audience: AUDIENCE,
        mode: 'test',
        scopes: ['user/Patient.rs'],
        jwks_url: `${origin}/issuer.json`,
        ca_file: caFile,
      },
    ],
  },
});

const sign = (claims: Record<string, unknown>, { privateKey, kid }: Signer, typ = 'JWT') =>
  new SignJWT({ iat: Math.floor(Date.now() / 1_000), ...claims })
    .setProtectedHeader({ alg: 'ES384', kid, typ })
    .setExpirationTime('4m')
    .sign(privateKey);

const assertionFor = (endpoint: string) =>
  sign({ iss: 'export', sub: 'export', aud: endpoint, jti: randomUUID() }, published.client);

async function ask(request: HttpClient, assertion: string) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'system/*.read',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  });
  return request('/v1/fhir/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(body),
  });
}

async function endpointOf(request: HttpClient): Promise<string> {
  const found = await request('/v1/fhir/.well-known/smart-configuration');
  return found.json<{ token_endpoint: string }>().token_endpoint;
}

interface Token {
  readonly access_token: string;
  readonly scope: string;
}

let daemon: Daemon;
let request: HttpClient;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardbox-smart-e2e-'));
  dataDir = join(folder, 'data');
  await startHospital();
  daemon = await startDaemon({ config: configuration(), dataDir });
  request = await createClient(daemon.url, daemon.caFile);
});
afterAll(async () => {
  await daemon.stop();
  stopHospital();
  await rm(folder, { recursive: true, force: true });
});

describe('a client over HTTPS', () => {
  it('finds the endpoint, gets a token by its key, reads, and is on record', async () => {
    const endpoint = await endpointOf(request);
    expect(endpoint).toBe(`${daemon.url}/v1/fhir/token`);
    const answer = await ask(request, await assertionFor(endpoint));
    expect(answer.status).toBe(200);
    const { access_token: key, scope } = answer.json<Token>();
    expect(scope).toBe('system/Patient.rs');
    expect((await request('/v1/fhir/Patient', { key })).status).toBe(200);
    expect((await request('/v1/fhir/Observation', { key })).status).toBe(403);
    expect((await request('/v1/models', { key })).status).toBe(401);
  });

  it('may change its key', async () => {
    published.client = newSigner();
    const endpoint = await endpointOf(request);
    // The old keys are kept for ten seconds at least.
    await expect
      .poll(async () => (await ask(request, await assertionFor(endpoint))).status, {
        interval: 1_000,
        timeout: 240_000,
      })
      .toBe(200);
  });

  it('reads with a token of the hospital', async () => {
    const claims = { iss: origin, aud: AUDIENCE, sub: 'anna', client_id: 'app' };
    const key = await sign({ ...claims, scope: 'user/*.rs' }, published.issuer, 'at+jwt');
    expect((await request('/v1/fhir/Patient', { key })).status).toBe(200);
    expect(await daemon.cli('audit', 'tail')).toContain('app for anna');
    const wrong = await sign({ ...claims, scope: 'user/*.rs' }, newSigner(), 'at+jwt');
    expect((await request('/v1/fhir/Patient', { key: wrong })).status).toBe(401);
  });

  it('has to prove anew who it is after a restart, by another assertion', async () => {
    const endpoint = await endpointOf(request);
    const assertion = await assertionFor(endpoint);
    const { access_token: key } = (await ask(request, assertion)).json<Token>();
    const { port } = new URL(daemon.url);
    await daemon.stop('SIGKILL');
    const server = { port: Number(port) };
    daemon = await startDaemon({ config: { ...configuration(), server }, dataDir });
    request = await createClient(daemon.url, daemon.caFile);
    expect(await endpointOf(request)).toBe(endpoint);
    const repeated = await ask(request, assertion);
    expect([repeated.status, repeated.json<{ error: string }>().error]).toEqual([
      401,
      'invalid_client',
    ]);
    expect((await request('/v1/fhir/Patient', { key })).status).toBe(401);
    expect((await ask(request, await assertionFor(endpoint))).status).toBe(200);
  });
});
