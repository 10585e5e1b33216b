import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareTls } from '../../src/http/tls/tls.js';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { startTokenServer } from '../support/fhir/token-server.js';
import { scratchFolder } from '../support/scratch-folder.js';

const MIB = 1_048_576;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const CLIENT = { id: 'wardbox-1', keyId: 'key-1', publicKey, scope: 'system/*.rs' };

const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Synthetic' }] };

const pulse = (id: string) =>
  `{"resourceType":"Observation","id":"${id}","status":"final","code":{"coding":[{"system":` +
  '"http://loinc.org","code":"8867-4"}]},"subject":{"reference":"Patient/p1"},' +
  '"valueQuantity":{"value":71.50,"unit":"/min","system":"http://unitsofmeasure.org","code":"/min"}}';

function started(config: Record<string, unknown> = {}): FhirBox {
  const box = startFhirBox(config);
  onTestFinished(() => box.stop());
  return box;
}

/** Two appliances: the hospital's, which has a patient, and one that asks it. */
async function open(overrides: Readonly<Record<string, unknown>> = {}) {
  const folder = scratchFolder();
  const theirs = started();
  const hospital = await startTokenServer(theirs, CLIENT);
  const live = { Authorization: theirs.key({ mode: 'live' }) };
  const give = (path: string, body: unknown) => theirs.ask('PUT', path, body, live);
  await give('/Patient/p1', patient);
  const keyFile = join(folder, 'client.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const upstream = {
    base_url: hospital.baseUrl,
    token_url: hospital.tokenUrl,
    client_id: CLIENT.id,
    key_file: keyFile,
    key_id: CLIENT.keyId,
    ca_file: hospital.caFile,
    timeout_s: 5,
    ...overrides,
  };
  const ours = started({ fhir: { upstream } });
  const headers = { Authorization: ours.key({ mode: 'live' }) };
  const ask = (path: string) => ours.ask('GET', path, undefined, headers);
  return { hospital, ours, ask, give };
}

type Told = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['ask']>>;

function expectUnavailable({ status, headers, body }: Told, code = 'transient'): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(headers.get('content-type')).toMatch(/^application\/fhir\+json/);
  expect(body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code }] });
}

describe('an appliance that reads through to the hospital', () => {
  it('shows a signed assertion, takes the patient over, and asks once', async () => {
    const { hospital, ours, ask, give } = await open();
    await give('/Observation/o1', pulse('o1'));
    const { status, body } = await ask('/Patient/p1');
    const source = `${hospital.baseUrl}/Patient/p1/_history/1`;
    expect([status, body.name, body.meta.source]).toEqual([200, patient.name, source]);
    const search = await ask('/Observation?patient=Patient/p1&code=8867-4');
    expect(search.text).toContain('"value":71.50');
    await Promise.all([ask('/Patient/p1'), ask('/Observation/o1')]);
    expect(hospital.asked).toEqual([
      'POST /token',
      'GET /v1/fhir/Patient/p1',
      'GET /v1/fhir/Observation?patient=Patient%2Fp1&code=8867-4&_count=200',
    ]);
    const actions = ours.auditEvents().map(({ action }) => action);
    expect(actions).toContain('fhir.upstream');
    const test = await ours.ask('GET', '/Patient/p1');
    expect(test.status).toBe(404);
  });

  it('reads all pages of a search', async () => {
    const { hospital, ask, give } = await open();
    const entry = Array.from({ length: 201 }, (_, index) => ({
      resource: JSON.parse(pulse(`o${index}`)),
      request: { method: 'PUT', url: `Observation/o${index}` },
    }));
    for (const { resource, request } of entry) await give(`/${request.url}`, resource);
    const { body } = await ask('/Observation?patient=p1&_summary=count');
    expect(body.total).toBe(201);
    expect(hospital.asked.filter((line) => line.includes('Observation?'))).toHaveLength(2);
  });

  it('fetches a new token when the old one is refused, once', async () => {
    const { hospital, ask } = await open();
    await ask('/Patient/p1');
    hospital.revoke();
    expect((await ask('/Patient/none')).status).toBe(404);
    const tokens = () => hospital.asked.filter((line) => line === 'POST /token').length;
    expect(tokens()).toBe(2);
    hospital.behave((_, response) => {
      response.writeHead(401).end();
      return true;
    });
    expectUnavailable(await ask('/Patient/none'));
    expect(tokens()).toBe(3);
  });

  it('is refused a token with a key that the hospital does not know', async () => {
    const { hospital, ask, ours } = await open({ key_id: 'another' });
    expectUnavailable(await ask('/Patient/p1'));
    expect(hospital.asked).toEqual(['POST /token']);
    const failed = ours.auditEvents().filter(({ outcome }) => outcome === 'failed');
    const hidden = expect.stringMatching(/^Patient\/h_[0-9a-f]{32}$/);
    expect(failed.map(({ action, target }) => [action, target])).toEqual([
      ['fhir.upstream', hidden],
      ['fhir.read', hidden],
    ]);
  });
});

describe("a hospital's server that", () => {
  it('is down makes 503, and is left alone after three failures', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { ask } = await open({ base_url: `https://127.0.0.1:${port}/fhir` });
    for (let count = 0; count < 5; count += 1) expectUnavailable(await ask('/Patient/p1'));
    expect(connections).toBe(3);
    // What is here is answered all the same.
    expect((await ask('/Observation?code=8867-4')).status).toBe(200);
  });

  it('is slow makes 503 when the time is over', async () => {
    const { hospital, ask } = await open({ timeout_s: 1 });
    hospital.behave((_, response) => {
      // It begins to answer, and does not end.
      response.writeHead(200, { 'Content-Type': 'application/fhir+json' });
      response.write('{"resourceType":');
      return true;
    });
    const outcome = await Promise.race([ask('/Patient/p1'), pause(8_000)]);
    expect(outcome).toBeDefined();
    if (outcome) expectUnavailable(outcome);
  });

  it('has a certificate of somebody else is told nothing', async () => {
    const other = await prepareTls({ mode: 'auto', names: [] }, scratchFolder(), Date.now());
    const { hospital, ask } = await open({ ca_file: other?.caFile });
    expectUnavailable(await ask('/Patient/p1'));
    expect(hospital.asked).toEqual([]);
  });

  it.each([['told'], ['not told']])('answers with too much, its length %s', async (told) => {
    const { hospital, ask } = await open();
    hospital.behave((_, response) => {
      const length = told === 'told' ? { 'Content-Length': String(17 * MIB + 36) } : {};
      response.writeHead(200, { 'Content-Type': 'application/fhir+json', ...length });
      // A valid patient but for its length.
      response.write('{"resourceType":"Patient","id":"p1"');
      for (let part = 0; part < 17; part += 1) response.write(' '.repeat(MIB));
      response.end('}');
      return true;
    });
    expectUnavailable(await ask('/Patient/p1'), 'processing');
  });

  it('answers with what is no valid resource is not believed', async () => {
    const { hospital, ask } = await open();
    const answers = ['{"resourceType":"Patient","id":"p1","birthDate":"yesterday"}', '{', '[]', ''];
    for (const answer of answers) {
      hospital.behave((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/fhir+json' }).end(answer);
        return true;
      });
      expectUnavailable(await ask('/Patient/p1'), 'processing');
    }
    hospital.behave(undefined);
    expect((await ask('/Patient/p1')).status).toBe(200);
  });

  it('leads elsewhere is not followed', async () => {
    const { hospital, ask } = await open();
    const { hospital: elsewhere } = await open();
    hospital.behave((_, response) => {
      response.writeHead(307, { Location: `${elsewhere.baseUrl}/Patient/p1` }).end();
      return true;
    });
    expectUnavailable(await ask('/Patient/p1'));
    hospital.behave((request, response) => {
      if (!request.url?.includes('Observation?')) return false;
      const link = [{ relation: 'next', url: `${elsewhere.baseUrl}/Observation?patient=p1` }];
      const page = { resourceType: 'Bundle', type: 'searchset', link };
      const type = { 'Content-Type': 'application/json' };
      response.writeHead(200, type).end(JSON.stringify(page));
      return true;
    });
    expectUnavailable(await ask('/Observation?patient=p1'), 'processing');
    expect(elsewhere.asked).toEqual([]);
  });

  it('asks to be left alone for a while is left alone', async () => {
    const { hospital, ask } = await open();
    hospital.behave((_, response) => {
      response.writeHead(503, { 'Retry-After': '77' }).end();
      return true;
    });
    for (let count = 0; count < 2; count += 1) {
      const { headers } = await ask('/Patient/p1');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(hospital.asked.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  });
});
