import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { createClient, type HttpClient } from '../support/https-client.js';

/** What only a socket shows: lengths, bodies that there must not be, connections that are kept. */
let box: FhirBox;
let url: string;
let client: HttpClient;
let key: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  box = startFhirBox({ fhir: { resource_body_bytes: 4_096 } });
  url = await box.listen();
  client = await createClient(url, undefined, agent);
  key = box.key().slice('Bearer '.length);
});
afterAll(async () => {
  agent.destroy();
  await box.stop();
});

const TYPE = { 'content-type': 'application/fhir+json' };
const body = (changes: object = {}) =>
  JSON.stringify({ resourceType: 'Patient', id: 'wire', active: true, ...changes });

describe('on the wire', () => {
  it('a resource goes in and comes out, with links to where the client called', async () => {
    const made = await client('/v1/fhir/Patient/wire', {
      method: 'PUT',
      key,
      headers: TYPE,
      body: body({ name: [{ family: 'Müller-Ωmega 😀' }] }),
    });
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe(`${url}/v1/fhir/Patient/wire/_history/1`);
    const read = await client('/v1/fhir/Patient/wire', { key });
    expect(read.text).toBe(made.text);
    expect(Number(read.headers['content-length'])).toBe(read.bytes.byteLength);
    expect(read.json<{ name: unknown }>().name).toEqual([{ family: 'Müller-Ωmega 😀' }]);
  });

  it('content goes in and comes out as it is, and its length without it', async () => {
    const sent = new Uint8Array(2_000).map((_, at) => at % 251);
    const headers = { 'content-type': 'image/png' };
    const made = await client('/v1/fhir/Binary/wire', { method: 'PUT', key, headers, body: sent });
    expect(made.status).toBe(201);
    const bare = await client('/v1/fhir/Binary/wire', { method: 'HEAD', key });
    expect([bare.status, bare.bytes.byteLength]).toEqual([200, 0]);
    const read = await client('/v1/fhir/Binary/wire', { key });
    expect([...read.bytes]).toEqual([...sent]);
    for (const { headers: told } of [bare, read]) {
      expect([told['content-type'], told['content-length']]).toEqual(['image/png', '2000']);
    }
  });

  it('a made-up host gets into no link', async () => {
    const made = await client('/v1/fhir/Patient', {
      key,
      headers: { ...TYPE, host: 'evil.example' },
      body: body(),
    });
    expect(made.headers.location).toMatch(/^http:\/\/localhost\/v1\/fhir\/Patient\//);
  });

  it.each([
    ['HEAD', '/v1/fhir/Patient/wire', {}, 200],
    ['HEAD', '/v1/fhir/Patient/none', {}, 404],
    ['GET', '/v1/fhir/Patient/wire', { 'if-none-match': '*' }, 304],
    ['DELETE', '/v1/fhir/Patient/none', {}, 204],
  ])(
    '%s %s with %j has no body, and the connection goes on',
    async (method, path, headers, status) => {
      const bare = await client(path, { method, key, headers });
      expect(bare.status).toBe(status);
      expect(bare.bytes.byteLength).toBe(0);
      expect(bare.headers['x-request-id']).toMatch(/^req_/);
      expect((await client('/v1/fhir/Patient/wire', { key })).status).toBe(200);
    },
  );

  it('a body is not needed where it may be absent', async () => {
    const path = '/v1/fhir/Patient/wire/$validate';
    expect((await client(path, { method: 'POST', key })).status).toBe(200);
    expect((await client('/v1/fhir/Patient/_search', { method: 'POST', key })).status).toBe(200);
    const none = await client('/v1/fhir/Patient', { method: 'POST', key, headers: TYPE });
    expect(none.status).toBe(400);
  });

  it('a search may be sent as a form, beside the URL', async () => {
    const found = await client('/v1/fhir/Patient/_search?active=true', {
      key,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '_id=wire%2Cnone&_format=json',
    });
    expect(found.status).toBe(200);
    const { entry, link } = found.json<{ entry: unknown[]; link: { url: string }[] }>();
    expect(entry).toHaveLength(1);
    expect(link[0]?.url).toContain('active=true');
    expect(box.auditEvents().at(-1)).toMatchObject({ query: 'Patient?active,_id' });
  });

  it('a body of unknown length is stopped at its limit', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const outgoing = request(
        `${url}/v1/fhir/Patient`,
        { method: 'POST', headers: { ...TYPE, authorization: `Bearer ${key}` } },
        (incoming) => {
          resolve(incoming.statusCode ?? 0);
          buffer(incoming).catch(() => undefined);
        },
      );
      outgoing.once('error', reject);
      outgoing.write('{"resourceType":"Patient","active":true,"language":"');
      outgoing.write('x'.repeat(8_000));
      outgoing.end('"}');
    });
    expect(status).toBe(413);
  });
});
