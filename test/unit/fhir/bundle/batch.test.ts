import { describe, expect, it } from 'vitest';
import { handleBundle } from '../../../../src/fhir/bundle/handle.js';
import type { FhirParts } from '../../../../src/fhir/interactions/parts.js';
import { type Answered, BASE, exchangeOf, openFhir } from '../../../support/fhir/ask.js';
import { runDecision } from '../../../support/run-decision.js';

const patient = (family: string, more: object = {}) => ({
  resourceType: 'Patient',
  name: [{ family }],
  ...more,
});

const batch = (...entry: object[]) => ({ resourceType: 'Bundle', type: 'batch', entry });
const write = (method: string, url: string, resource: object, request: object = {}) => ({
  resource,
  request: { method, url, ...request },
});
const ask_ = (method: string, url: string, request: object = {}) => ({
  request: { method, url, ...request },
});

const statusesOf = (body: Answered) => body.entry?.map(({ response }) => response?.status);

describe('a batch', () => {
  it('does each entry by itself: one that is refused leaves the others alone', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/old', { body: patient('Old', { id: 'old' }) });
    const bundle = batch(
      ask_('GET', 'Patient?_sort=family'),
      write('POST', 'Patient', patient('Anna')),
      write('POST', 'Patient', patient('Ben', { gender: 'no such gender' })),
      write('PUT', 'Patient/old', patient('Old', { id: 'old' }), { ifMatch: 'W/"9"' }),
      ask_('DELETE', 'Patient/old'),
      ask_('GET', 'Patient/none'),
      ask_('GET', 'Patient/old'),
      ask_('HEAD', 'Patient'),
      { request: { method: 'GET' } },
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.type]).toEqual([200, 'batch-response']);
    expect(statusesOf(body)).toEqual([
      '200 OK',
      '201 Created',
      '422 Unprocessable Entity',
      '412 Precondition Failed',
      '204 No Content',
      '404 Not Found',
      '410 Gone',
      '200 OK',
      '400 Bad Request',
    ]);
    const [search, , invalid, , , , gone, head, faulty] = body.entry ?? [];
    expect(search?.resource?.entry?.map(({ resource }) => resource?.name)).toEqual([
      [{ family: 'Anna' }],
    ]);
    const issue = invalid?.response?.outcome?.issue?.[0];
    expect(issue?.expression).toEqual(['Bundle.entry[2].resource.gender']);
    expect(gone?.response?.outcome?.issue?.[0]?.code).toBe('deleted');
    expect(gone?.resource).toBeUndefined();
    expect(head?.resource).toBeUndefined();
    expect(faulty?.response?.outcome?.issue?.[0]?.expression).toEqual([
      'Bundle.entry[8].request.url',
    ]);
  });

  it('refuses entries that hang on each other', async () => {
    const { ask } = openFhir();
    const fullUrl = 'urn:uuid:11111111-1111-4111-8111-111111111111';
    const observation = {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'Weight' },
      subject: { reference: fullUrl },
    };
    const bundle = batch(
      { fullUrl, ...write('POST', 'Patient', patient('Anna')) },
      write('POST', 'Observation', observation),
    );
    const { body } = await ask('POST', '', { body: bundle });
    expect(statusesOf(body)).toEqual(['201 Created', '422 Unprocessable Entity']);
  });

  it('answers an entry for which the key has no scope with 403', async () => {
    const { ask } = openFhir();
    const bundle = batch(ask_('GET', 'Patient'), write('POST', 'Patient', patient('Anna')));
    const { body } = await ask('POST', '', { body: bundle, scopes: ['fhir.read'] });
    expect(statusesOf(body)).toEqual(['200 OK', '403 Forbidden']);
    const other = await ask('POST', '', { body: bundle, scopes: ['fhir.write'] });
    expect(statusesOf(other.body)).toEqual(['403 Forbidden', '201 Created']);
  });

  it('answers 304 to a read of what the client has', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/a', { body: patient('A', { id: 'a' }) });
    const bundle = batch(
      ask_('GET', 'Patient/a', { ifNoneMatch: 'W/"1"' }),
      ask_('GET', 'Patient/a', { ifModifiedSince: '2026-03-14T12:00:00Z' }),
      ask_('GET', `${BASE}/Patient/a/_history/1`),
    );
    const { body } = await ask('POST', '', { body: bundle });
    expect(statusesOf(body)).toEqual(['304 Not Modified', '304 Not Modified', '200 OK']);
    expect(body.entry?.[2]?.resource?.id).toBe('a');
    expect(body.entry?.[2]?.response?.etag).toBe('W/"1"');
  });

  it('does one conditional create of two that are alike', async () => {
    const { ask } = openFhir();
    const one = write('POST', 'Patient', patient('Anna'), { ifNoneExist: 'family=anna' });
    const { body } = await ask('POST', '', { body: batch(one, one) });
    expect(statusesOf(body)).toEqual(['201 Created', '200 OK']);
    expect((await ask('GET', 'Patient')).body.total).toBe(1);
  });

  it('does not write read-only types', async () => {
    const { ask } = openFhir();
    const event = { resourceType: 'AuditEvent', id: 'audit-1' };
    const bundle = batch(
      write('PUT', 'AuditEvent/audit-1', event),
      write('POST', 'TestScript', { resourceType: 'TestScript' }),
      write('POST', 'Patient/$validate', patient('A')),
    );
    const { body } = await ask('POST', '', { body: bundle });
    expect(statusesOf(body)).toEqual([
      '405 Method Not Allowed',
      '404 Not Found',
      '400 Bad Request',
    ]);
  });

  it('leaves a record of each entry, also of those that were refused', async () => {
    const { ask, database } = openFhir();
    const bundle = batch(
      ask_('GET', 'Patient/none'),
      write('POST', 'Patient', patient('Anna')),
      write('PUT', 'Patient/b', patient('Ben', { id: 'b', gender: 'none' })),
    );
    await ask('POST', '', { body: bundle });
    const events = database
      .prepare<[], string>('SELECT event FROM audit ORDER BY seq')
      .pluck()
      .all()
      .map((event) => JSON.parse(event) as Record<string, unknown>);
    const hidden = expect.stringMatching(/^Patient\/h_[0-9a-f]{32}$/);
    expect(
      events.map(({ action, outcome, status, target }) => [action, outcome, status, target]),
    ).toEqual([
      ['fhir.create', 'success', 201, expect.stringMatching(/^Patient\//)],
      ['fhir.read', 'refused', 404, hidden],
      ['fhir.update', 'refused', 422, hidden],
      ['fhir.batch', 'success', 200, undefined],
    ]);
  });

  it.each(['batch', 'transaction'])('does all of many entries (%s)', async (type) => {
    const { ask } = openFhir();
    const entry = Array.from({ length: 70 }, (_, at) =>
      write('PUT', `Patient/p${at}`, patient(`Name ${at}`, { id: `p${at}` })),
    );
    const { body } = await ask('POST', '', { body: { resourceType: 'Bundle', type, entry } });
    const locations = body.entry?.map(({ response }) => response?.location);
    expect(locations).toEqual(entry.map((_, at) => `${BASE}/Patient/p${at}/_history/1`));
    expect((await ask('GET', 'Patient?_summary=count')).body.total).toBe(70);
  });

  it('survives an unforeseen fault, and logs it', async () => {
    const { store, definitions, validator } = openFhir();
    const broken = new Error('The index is broken.');
    const { decide } = await handleBundle(
      exchangeOf('POST', '', { body: batch(write('POST', 'Patient', patient('Anna'))) }),
      {
        definitions,
        validator,
        store,
        bundleEntries: 10,
        sha256: () => 'digest',
        faultOf: (thrown: unknown) => ({
          status: thrown === broken ? 500 : 400,
          code: 'internal_error',
          outcome: { resourceType: 'OperationOutcome', issue: [] },
        }),
        checkAhead: (asked: unknown) => asked,
        prepare: () => {
          throw broken;
        },
      } as unknown as FhirParts,
    );
    const reply = runDecision(decide());
    expect(reply.status ?? 200).toBe(200);
    expect(statusesOf(JSON.parse(reply.text ?? ''))).toEqual(['500 Internal Server Error']);
    expect(reply.failure).toBe(broken);
  });
});
