import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

const PATIENT = {
  resourceType: 'Patient',
  active: true,
  name: [{ family: 'Invented', given: ['Ada'] }],
  gender: 'female',
  birthDate: '1950-02-01',
};

async function made(changes: object = {}): Promise<string> {
  const { status, body } = await box.ask('POST', '/Patient', { ...PATIENT, ...changes });
  expect(status).toBe(201);
  return body.id;
}

const lastEvent = () => box.auditEvents().at(-1);

describe('a resource that is created', () => {
  it('is answered with its place, version and time, and read back as it was sent', async () => {
    const answer = await box.ask('POST', '/Patient', { ...PATIENT, id: 'mine' });
    expect(answer.body).toMatchObject(PATIENT);
    expect(answer.status).toBe(201);
    const { id, meta } = answer.body;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(meta.versionId).toBe('1');
    expect(answer.headers.get('location')).toBe(
      `http://localhost/v1/fhir/Patient/${id}/_history/1`,
    );
    expect(answer.headers.get('etag')).toBe('W/"1"');
    expect(answer.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBe(
      Math.floor(Date.parse(meta.lastUpdated) / 1_000) * 1_000,
    );
    const read = await box.ask('GET', `/Patient/${id}`);
    expect(read.status).toBe(200);
    expect(read.text).toBe(answer.text);
    expect(read.headers.get('etag')).toBe('W/"1"');
  });

  it('keeps its numbers as they were written', async () => {
    const text =
      '{"resourceType":"Observation","status":"final","code":{"text":"x"},' +
      '"valueQuantity":{"value":1.50,"unit":"mg"}}';
    const { status, body } = await box.ask('POST', '/Observation', text);
    expect(status).toBe(201);
    const read = await box.ask('GET', `/Observation/${body.id}`);
    expect(read.text).toContain('"valueQuantity":{"value":1.50,"unit":"mg"}');
  });

  it('leaves one record, with digests and without a word of it', async () => {
    const id = await made();
    const event = lastEvent();
    expect(event).toMatchObject({
      action: 'fhir.create',
      outcome: 'success',
      status: 201,
      target: `Patient/${id}`,
      result_id: `Patient/${id}/_history/1`,
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      response_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(box.auditEvents())).not.toMatch(/Invented|1950/);
  });

  it('is seen under both prefixes, with links of that prefix', async () => {
    const response = await box.request('/api/v1/fhir/Patient', {
      method: 'POST',
      headers: { Authorization: box.key(), 'Content-Type': 'application/json' },
      body: JSON.stringify(PATIENT),
    });
    expect(response.headers.get('location')).toMatch(
      /^http:\/\/localhost\/api\/v1\/fhir\/Patient\/[0-9a-f-]+\/_history\/1$/,
    );
    const { id } = (await response.json()) as { id: string };
    expect((await box.ask('GET', `/Patient/${id}`)).status).toBe(200);
  });

  it.each([
    ['return=minimal', ''],
    ['return=OperationOutcome', 'OperationOutcome'],
    ['return=representation', 'Patient'],
    ['respond-async, return="minimal"; wait=1', ''],
    ['return=everything', 'Patient'],
  ])('is answered as is preferred: %s', async (prefer, type) => {
    const { status, body, headers } = await box.ask('POST', '/Patient', PATIENT, {
      Prefer: prefer,
    });
    expect(status).toBe(201);
    expect(body?.resourceType ?? '').toBe(type);
    expect(headers.get('location')).toContain('/Patient/');
    expect(headers.get('content-type') === null).toBe(type === '');
  });
});

describe('a read', () => {
  it('of the version that the client has is answered with 304', async () => {
    const id = await made();
    const first = await box.ask('GET', `/Patient/${id}`);
    const again = (headers: Record<string, string>) =>
      box.ask('GET', `/Patient/${id}`, undefined, headers);
    expect(await again({ 'If-None-Match': 'W/"1"' })).toMatchObject({ status: 304, text: '' });
    expect((await again({ 'If-None-Match': '"7", W/"1"' })).status).toBe(304);
    expect((await again({ 'If-None-Match': '*' })).status).toBe(304);
    expect((await again({ 'If-None-Match': 'W/"2"' })).status).toBe(200);
    const since = first.headers.get('last-modified') ?? '';
    expect((await again({ 'If-Modified-Since': since })).status).toBe(304);
    const before = new Date(Date.parse(since) - 1_000).toUTCString();
    expect((await again({ 'If-Modified-Since': before })).status).toBe(200);
    expect((await again({ 'If-Modified-Since': 'yesterday' })).status).toBe(200);
    // The tag goes before the time (RFC 9110, 13.2.2).
    const both = { 'If-None-Match': 'W/"2"', 'If-Modified-Since': since };
    expect((await again(both)).status).toBe(200);
    expect((await again({ 'If-None-Match': 'one' })).status).toBe(400);
  });

  it('by HEAD returns only the headers', async () => {
    const id = await made();
    const { status, text, headers } = await box.ask('HEAD', `/Patient/${id}`);
    expect(status).toBe(200);
    expect(text).toBe('');
    expect(headers.get('etag')).toBe('W/"1"');
    expect(lastEvent()).toMatchObject({ action: 'fhir.read', target: `Patient/${id}` });
  });

  it('returns a part on request', async () => {
    const id = await made({ photo: [{ url: 'http://example.org/1.png' }] });
    const part = async (query: string) =>
      Object.keys((await box.ask('GET', `/Patient/${id}?${query}`)).body).sort();
    const always = ['id', 'meta', 'resourceType'];
    expect(await part('_elements=gender,photo')).toEqual(
      [...always, 'active', 'gender', 'photo'].sort(),
    );
    expect(await part('_summary=true')).not.toContain('photo');
    expect(await part('_summary=false&_pretty=true')).toContain('photo');
    expect((await box.ask('GET', `/Patient/${id}?_summary=half`)).status).toBe(400);
  });

  it('of an old version gives it as it was', async () => {
    const id = await made();
    const first = await box.ask('GET', `/Patient/${id}`);
    await box.ask('PUT', `/Patient/${id}`, { ...PATIENT, id, gender: 'male' });
    const old = await box.ask('GET', `/Patient/${id}/_history/1`);
    expect(old.text).toBe(first.text);
    const now = await box.ask('GET', `/Patient/${id}/_history/2`);
    expect(now.body).toMatchObject({ gender: 'male', meta: { versionId: '2' } });
    expect((await box.ask('GET', `/Patient/${id}/_history/3`)).status).toBe(404);
    expect((await box.ask('GET', `/Patient/${id}/_history/x`)).status).toBe(404);
    expect(
      box
        .auditEvents()
        .filter((one) => one.action === 'fhir.vread')
        .at(-2),
    ).toMatchObject({
      target: `Patient/${id}/_history/2`,
    });
  });
});

describe('an update', () => {
  it('makes a new version; the first one under an id of the client makes it', async () => {
    const first = await box.ask('PUT', '/Patient/of-client.1', { ...PATIENT, id: 'of-client.1' });
    expect(first.status).toBe(201);
    expect(first.headers.get('location')).toContain('/Patient/of-client.1/_history/1');
    const changed = { ...PATIENT, id: 'of-client.1', active: false };
    const second = await box.ask('PUT', '/Patient/of-client.1', changed);
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ active: false, meta: { versionId: '2' } });
    expect(second.headers.get('etag')).toBe('W/"2"');
  });

  it.each([
    ['another id', { ...PATIENT, id: 'other' }],
    ['no id', PATIENT],
    ['another type', { resourceType: 'Organization', id: 'of-client.2', name: 'x' }],
  ])('with %s in the resource is refused', async (_, body) => {
    const answer = await box.ask('PUT', '/Patient/of-client.2', body);
    expect(answer.status).toBe(400);
    expect(answer.body.resourceType).toBe('OperationOutcome');
    expect((await box.ask('GET', '/Patient/of-client.2')).status).toBe(404);
  });

  it('loses no change of another client', async () => {
    const id = await made();
    const put = (ifMatch: string) =>
      box.ask('PUT', `/Patient/${id}`, { ...PATIENT, id }, { 'If-Match': ifMatch });
    expect((await put('W/"1"')).status).toBe(200);
    const lost = await put('W/"1"');
    expect(lost.status).toBe(412);
    expect(lost.body.issue[0]).toMatchObject({ code: 'conflict', expression: ['http.if-match'] });
    expect((await put('W/"one"')).status).toBe(412);
    expect((await put('2')).status).toBe(400);
    expect((await put('"2"')).status).toBe(200);
    expect((await box.ask('GET', `/Patient/${id}`)).body.meta.versionId).toBe('3');
    expect(lastEvent()).toMatchObject({ action: 'fhir.read', status: 200 });
    const none = { 'If-Match': 'W/"1"' };
    const nothing = await box.ask(
      'PUT',
      '/Patient/not-there',
      { ...PATIENT, id: 'not-there' },
      none,
    );
    expect(nothing.status).toBe(412);
    expect(lastEvent()).toMatchObject({
      action: 'fhir.update',
      outcome: 'refused',
      status: 412,
      error_code: 'precondition_failed',
      target: expect.stringMatching(/^Patient\/h_[0-9a-f]{32}$/),
    });
  });

  it('of 20 at once with the same If-Match accepts one', async () => {
    const id = await made();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        box.ask('PUT', `/Patient/${id}`, { ...PATIENT, id }, { 'If-Match': 'W/"1"' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(412)]);
  });

  it('with If-None-Match: * only makes, never replaces', async () => {
    const put = () =>
      box.ask('PUT', '/Patient/once', { ...PATIENT, id: 'once' }, { 'If-None-Match': '*' });
    expect((await put()).status).toBe(201);
    expect((await put()).status).toBe(412);
  });

  it('refuses an id that cannot be one', async () => {
    for (const id of ['a_b', 'x'.repeat(65), 'ä']) {
      const { status } = await box.ask('PUT', `/Patient/${encodeURIComponent(id)}`, {
        ...PATIENT,
        id,
      });
      expect(status).toBe(400);
    }
  });
});

describe('a delete', () => {
  it('leaves versions and answers 410; deleting a missing resource succeeds', async () => {
    const id = await made();
    const deleted = await box.ask('DELETE', `/Patient/${id}`);
    expect(deleted).toMatchObject({ status: 204, text: '' });
    expect(deleted.headers.get('etag')).toBe('W/"2"');
    const gone = await box.ask('GET', `/Patient/${id}`);
    expect(gone.status).toBe(410);
    expect(gone.headers.get('etag')).toBe('W/"2"');
    expect(gone.body.issue[0].code).toBe('deleted');
    expect(lastEvent()).toMatchObject({ outcome: 'refused', status: 410, error_code: 'gone' });
    expect((await box.ask('GET', `/Patient/${id}/_history/1`)).status).toBe(200);
    expect((await box.ask('GET', `/Patient/${id}/_history/2`)).status).toBe(410);
    expect((await box.ask('DELETE', `/Patient/${id}`)).status).toBe(204);
    expect((await box.ask('DELETE', '/Patient/never-was')).status).toBe(204);
  });

  it('can be undone: the versions continue', async () => {
    const id = await made();
    await box.ask('DELETE', `/Patient/${id}`);
    const again = await box.ask('PUT', `/Patient/${id}`, { ...PATIENT, id });
    expect(again.status).toBe(201);
    expect(again.body.meta.versionId).toBe('3');
  });

  it('respects If-Match', async () => {
    const id = await made();
    const remove = (tag: string) =>
      box.ask('DELETE', `/Patient/${id}`, undefined, { 'If-Match': tag });
    expect((await remove('W/"2"')).status).toBe(412);
    expect((await remove('W/"1"')).status).toBe(204);
    expect((await remove('W/"2"')).status).toBe(412);
  });
});

describe('a patch', () => {
  const patch = (id: string, operations: unknown, headers = {}) =>
    box.ask('PATCH', `/Patient/${id}`, operations, headers);

  it('changes only what it names', async () => {
    const id = await made();
    const answer = await patch(id, [
      { op: 'test', path: '/meta/versionId', value: '1' },
      { op: 'replace', path: '/name/0/family', value: 'Changed' },
      { op: 'add', path: '/name/0/given/-', value: 'Bo' },
      { op: 'remove', path: '/active' },
    ]);
    expect(answer.status).toBe(200);
    const { meta, ...rest } = answer.body;
    expect(meta.versionId).toBe('2');
    expect(rest).toEqual({
      resourceType: 'Patient',
      id,
      name: [{ family: 'Changed', given: ['Ada', 'Bo'] }],
      gender: 'female',
      birthDate: '1950-02-01',
    });
    expect((await box.ask('GET', `/Patient/${id}`)).text).toBe(answer.text);
  });

  it('that cannot be done wholly, or makes nonsense, changes nothing', async () => {
    const id = await made();
    const before = await box.ask('GET', `/Patient/${id}`);
    const refused = async (operations: unknown, status: number) =>
      expect((await patch(id, operations)).status).toBe(status);
    await refused(
      [
        { op: 'remove', path: '/active' },
        { op: 'remove', path: '/photo' },
      ],
      422,
    );
    await refused([{ op: 'test', path: '/active', value: false }], 422);
    await refused([{ op: 'add', path: '/gender', value: 'unheard-of' }], 422);
    await refused([{ op: 'add', path: '/colour', value: 'green' }], 422);
    await refused([{ op: 'replace', path: '/id', value: 'other' }], 422);
    await refused([{ op: 'replace', path: '/resourceType', value: 'Group' }], 422);
    await refused([{ op: 'replace', path: '', value: [] }], 422);
    await refused([{ op: 'fly', path: '/active' }], 400);
    await refused({ active: false }, 400);
    expect((await box.ask('GET', `/Patient/${id}`)).text).toBe(before.text);
  });

  it('respects If-Match, and needs an existing resource', async () => {
    const id = await made();
    const change = [{ op: 'replace', path: '/active', value: false }];
    expect((await patch(id, change, { 'If-Match': 'W/"2"' })).status).toBe(412);
    expect((await patch(id, change, { 'If-Match': 'W/"1"' })).status).toBe(200);
    expect((await patch('not-there', change)).status).toBe(404);
    await box.ask('DELETE', `/Patient/${id}`);
    expect((await patch(id, change)).status).toBe(410);
  });

  it('is a JSON Patch or nothing', async () => {
    const id = await made();
    for (const type of [
      'application/fhir+json',
      'application/json',
      'application/merge-patch+json',
    ]) {
      const answer = await patch(id, [], { 'Content-Type': type });
      expect(answer.status).toBe(415);
      expect(answer.body.issue[0].code).toBe('not-supported');
    }
  });
});
