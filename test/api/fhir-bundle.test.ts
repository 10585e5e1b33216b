import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox({ fhir: { bundle_entries: 40, bundle_body_bytes: 100_000 } });
});
afterAll(() => box.stop());

const MRN = 'https://hospital.test/mrn';
const URN = 'urn:uuid:11111111-1111-4111-8111-111111111111';

const patient = (value: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: MRN, value }],
});

const post = (resource: { resourceType: string }, more: object = {}) => ({
  resource,
  request: { method: 'POST', url: resource.resourceType, ...more },
});

const bundle = (type: 'batch' | 'transaction', ...entry: object[]) => ({
  resourceType: 'Bundle',
  type,
  entry,
});

const weight = (reference: string) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'Weight' },
  subject: { reference },
});

const count = async (query: string) => (await box.ask('GET', `/Patient?${query}`)).body.total;

describe('a bundle that is sent to the base', () => {
  it('is a transaction: all of it is there, by both prefixes', async () => {
    const sent = bundle(
      'transaction',
      { fullUrl: URN, ...post(patient('t-1')) },
      post(weight(URN)),
    );
    const { status, headers, body } = await box.ask('POST', '', sent);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    expect(body).toMatchObject({ resourceType: 'Bundle', type: 'transaction-response' });
    const [first, second] = body.entry.map(
      ({ response }: { response: { location: string } }) => response.location,
    );
    expect(first).toMatch(/^http:\/\/localhost\/v1\/fhir\/Patient\/[0-9a-f-]{36}\/_history\/1$/);
    const path = new globalThis.URL(second).pathname.replace('/v1/', '/api/v1/');
    const read = await box.request(path, { headers: { Authorization: box.key() } });
    const { subject } = (await read.json()) as { subject: { reference: string } };
    expect(first).toContain(subject.reference);
    const events = box.auditEvents().filter(({ action }) => /create|transaction/.test(action));
    expect(events.map(({ action, status: told }) => [action, told])).toEqual([
      ['fhir.create', 201],
      ['fhir.create', 201],
      ['fhir.transaction', 200],
    ]);
    expect(new Set(events.map(({ request_id: id }) => id)).size).toBe(1);
  });

  it('is refused as a whole, with one record of it', async () => {
    const before = box.auditEvents().length;
    const bad = { ...weight('Patient/a'), status: 'nonsense' };
    const { status, body } = await box.ask(
      'POST',
      '',
      bundle('transaction', post(patient('t-2')), post(bad)),
    );
    expect([status, body.resourceType]).toEqual([422, 'OperationOutcome']);
    expect(body.issue[0].expression).toEqual(['Bundle.entry[1].resource.status']);
    expect(await count(`identifier=${MRN}|t-2`)).toBe(0);
    const events = box.auditEvents().slice(before);
    expect(events.map(({ outcome, status: told }) => [outcome, told])).toEqual([
      ['refused', 422],
      ['success', 200],
    ]);
  });

  it('is a batch: what is good is done', async () => {
    const { status, body } = await box.ask(
      'POST',
      '',
      bundle('batch', post(patient('b-1')), { request: { method: 'GET', url: 'Patient/none' } }),
    );
    expect(status).toBe(200);
    const told = body.entry.map(
      ({ response }: { response: { status: string } }) => response.status,
    );
    expect(told).toEqual(['201 Created', '404 Not Found']);
  });

  it('makes one patient of many that are sent at once with the same condition', async () => {
    const one = bundle(
      'transaction',
      { fullUrl: URN, ...post(patient('race'), { ifNoneExist: `identifier=${MRN}|race` }) },
      post(weight(URN)),
    );
    const answers = await Promise.all(Array.from({ length: 16 }, () => box.ask('POST', '', one)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    const made = answers.filter(({ body }) => body.entry[0].response.status === '201 Created');
    expect(made).toHaveLength(1);
    expect(await count(`identifier=${MRN}|race`)).toBe(1);
    const found = await box.ask('GET', `/Observation?patient.identifier=${MRN}|race`);
    expect(found.body.total).toBe(16);
  });

  it.each([
    ['too many entries', () => bundle('batch', ...Array(41).fill(post(patient('m')))), 413],
    ['another kind of bundle', () => ({ resourceType: 'Bundle', type: 'document' }), 400],
    ['a resource', () => patient('x'), 400],
    ['no JSON', () => '{"resourceType":', 400],
    ['too long a body', () => `"${'x'.repeat(100_001)}"`, 413],
  ])('is refused for %s', async (_, made, status) => {
    const { status: told, body } = await box.ask('POST', '', made());
    expect([told, body.resourceType]).toEqual([status, 'OperationOutcome']);
  });

  it('needs a key, and its scopes', async () => {
    const sent = bundle('transaction', post(patient('s-1')));
    const as = (Authorization: string) => box.ask('POST', '', sent, { Authorization });
    expect((await as('Bearer sk_test_nonsense')).status).toBe(401);
    expect((await as(box.key({ scopes: ['fhir.read'] }))).status).toBe(403);
    expect((await as(box.key({ scopes: ['analyze'] }))).status).toBe(403);
    expect(await count(`identifier=${MRN}|s-1`)).toBe(0);
    expect((await as(box.key({ scopes: ['fhir.write'] }))).status).toBe(200);
  });

  it('is kept apart by the mode of the key', async () => {
    const live = { Authorization: box.key({ mode: 'live' }) };
    await box.ask('POST', '', bundle('transaction', post(patient('live'))), live);
    expect(await count(`identifier=${MRN}|live`)).toBe(0);
    const found = await box.ask('GET', `/Patient?identifier=${MRN}|live`, undefined, live);
    expect(found.body.total).toBe(1);
  });

  it('says nothing of a patient when it is refused', async () => {
    const secret = { ...patient('x'), name: [{ family: 'Secretname' }], gender: 'Secretgender' };
    const { text } = await box.ask('POST', '', bundle('transaction', post(secret)));
    expect(text).not.toMatch(/secret/i);
    expect(JSON.stringify(box.auditEvents())).not.toMatch(/secret/i);
  });
});
