import { type KeyObject, randomUUID, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { prepareTls } from '../../../src/http/tls/tls.js';
import { scratchFolder } from '../scratch-folder.js';
import type { FhirBox } from './appliance.js';

export type Behave = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface TokenServer {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** The authority of its certificate. */
  readonly caFile: string;
  /** Method and URL of what has come, in order. */
  readonly asked: readonly string[];
  /** Takes requests for resources over, where it gives true. */
  behave(how: Behave | undefined): void;
  /** Revokes all tokens it has issued. */
  revoke(): void;
}

interface Client {
  readonly id: string;
  readonly keyId: string;
  readonly publicKey: KeyObject;
  readonly scope: string;
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const decoded = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** What is wrong with a request for a token, by the rules of SMART Backend Services. */
function faultOf(form: URLSearchParams, client: Client, audience: string, used: Set<unknown>) {
  const [header, claims, signature = ''] = (form.get('client_assertion') ?? '').split('.');
  const { alg, kid, typ } = decoded(header);
  const { iss, sub, aud, exp, jti } = decoded(claims);
  const key = { key: client.publicKey, dsaEncoding: 'ieee-p1363' as const };
  const given = Buffer.from(signature, 'base64url');
  const now = Date.now() / 1_000;
  const wants: [string, boolean][] = [
    ['grant_type', form.get('grant_type') === 'client_credentials'],
    ['client_assertion_type', form.get('client_assertion_type') === ASSERTION],
    ['scope', form.get('scope') === client.scope],
    ['header', alg === 'ES384' && kid === client.keyId && typ === 'JWT'],
    ['client', iss === client.id && sub === client.id],
    ['aud', aud === audience],
    ['exp', Number(exp) > now && Number(exp) <= now + 300],
    ['jti', typeof jti === 'string' && !used.has(jti)],
    ['signature', verify('sha384', Buffer.from(`${header}.${claims}`), key, given)],
  ];
  used.add(jti);
  return wants.find(([, holds]) => !holds)?.[0];
}

/**
 * A hospital's FHIR server over HTTPS until the test ends: another appliance, with the authorisation
 * server of SMART Backend Services in front of it.
 */
export async function startTokenServer(box: FhirBox, client: Client): Promise<TokenServer> {
  const folder = scratchFolder();
  const material = await prepareTls({ mode: 'auto', names: [] }, folder, Date.now());
  const tokens = new Set<string>();
  const used = new Set<unknown>();
  const asked: string[] = [];
  const authorization = box.key({ mode: 'live' });
  let behaviour: Behave | undefined;
  let origin = '';

  function json(response: ServerResponse, status: number, body: string): void {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request));
    const fault = faultOf(form, client, `${origin}/token`, used);
    if (fault !== undefined) {
      json(response, 400, JSON.stringify({ error: 'invalid_client', error_description: fault }));
      return;
    }
    const token = randomUUID();
    tokens.add(token);
    const given = { access_token: token, token_type: 'bearer', expires_in: 300 };
    json(response, 200, JSON.stringify({ ...given, scope: client.scope }));
  }

  async function giveResource(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (!tokens.has(token)) return json(response, 401, '{}');
    if (behaviour?.(request, response)) return;
    const told = await box.request(request.url ?? '', { headers: { authorization } });
    json(response, told.status, (await told.text()).replaceAll('http://localhost', origin));
  }

  const server = createServer({ cert: material?.cert, key: material?.key }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const give = request.url === '/token' ? giveToken : giveResource;
    give(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `${origin}/v1/fhir`,
    tokenUrl: `${origin}/token`,
    caFile: material?.caFile ?? join(folder, 'none'),
    asked,
    behave(how) {
      behaviour = how;
    },
    revoke: () => tokens.clear(),
  };
}
