import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { grantsOf } from '../support/fhir/grants.js';

const LIMIT = 4_096;

let box: FhirBox;
let key: string;
beforeAll(async () => {
  box = startFhirBox({ fhir: { resource_body_bytes: LIMIT } });
  key = box.key();
  for (const id of ['anna', 'bela']) {
    await box.ask('PUT', `/Patient/${id}`, { resourceType: 'Patient', id });
    const subject = { reference: `Patient/${id}` };
    const body = { resourceType: 'Observation', status: 'final', code: { text: 'x' }, subject };
    await box.ask('PUT', `/Observation/of-${id}`, { ...body, id: `of-${id}` });
  }
});
afterAll(() => box.stop());

const FHIR = { Accept: 'application/fhir+json' };
const CONTENT = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x0a]);

function send(
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const init = { method, headers: { Authorization: key, ...headers }, body };
  return box.request(`/v1/fhir${path}`, init);
}
const put = (
  id: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
) => send('PUT', `/Binary/${id}`, body, headers);
const get = (path: string, headers: Readonly<Record<string, string>> = {}, authorization = key) =>
  box.request(`/v1/fhir${path}`, { headers: { Authorization: authorization, ...headers } });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
const code = async (answer: Response) =>
  ((await answer.json()) as { issue: { code: string; expression?: string[] }[] }).issue[0];

describe('the content of a Binary', () => {
  it('comes back as it was sent, with its type, version and context', async () => {
    const headers = { 'Content-Type': 'application/pdf', 'X-Security-Context': 'Patient/anna' };
    const made = await put('letter', CONTENT, headers);
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({
      resourceType: 'Binary',
      id: 'letter',
      contentType: 'application/pdf',
      securityContext: { reference: 'Patient/anna' },
      data: Buffer.from(CONTENT).toString('base64'),
    });
    const read = await get('/Binary/letter');
    expect(await bytesOf(read)).toEqual(CONTENT);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(CONTENT.byteLength),
      etag: 'W/"1"',
      'x-security-context': 'Patient/anna',
      'x-content-type-options': 'nosniff',
    });
    const unchanged = await get('/Binary/letter', { 'If-None-Match': 'W/"1"' });
    expect(unchanged.status).toBe(304);
  });

  it('is kept in each of its versions', async () => {
    await put('notes', 'first', { 'Content-Type': 'text/plain' });
    const second = await put('notes', 'zweite ü', {
      'Content-Type': 'text/markdown; charset=utf-8',
    });
    expect([second.status, second.headers.get('etag')]).toEqual([200, 'W/"2"']);
    expect(await (await get('/Binary/notes/_history/1')).text()).toBe('first');
    const current = await get('/Binary/notes');
    expect(await current.text()).toBe('zweite ü');
    expect(current.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const { body: history } = await box.ask('GET', '/Binary/notes/_history');
    expect(history.total).toBe(2);
    expect((await box.ask('DELETE', '/Binary/notes')).status).toBe(204);
    expect((await get('/Binary/notes')).status).toBe(410);
    expect(await (await get('/Binary/notes/_history/2')).text()).toBe('zweite ü');
  });

  it('is created under a new id', async () => {
    const made = await send('POST', '/Binary', CONTENT, { 'Content-Type': 'image/png' });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect(await bytesOf(await get(`/Binary/${id}`))).toEqual(CONTENT);
  });

  it.each([
    ['application/fhir+json', 'resource'],
    ['application/json', 'resource'],
    ['application/fhir+json, */*', 'resource'],
    ['application/fhir+json;q=0.5, application/pdf', 'content'],
    ['application/pdf', 'content'],
    ['application/*', 'content'],
    ['text/html, */*;q=0.8', 'content'],
    ['text/html', 'refused'],
    ['application/pdf;q=0', 'refused'],
    ['application/fhir+json;fhirVersion=3.0', 'refused'],
  ])('is answered to Accept: %s as %s', async (accept, kind) => {
    await put('asked', CONTENT, { 'Content-Type': 'application/pdf' });
    const told = await get('/Binary/asked', { Accept: accept });
    const type = told.headers.get('content-type');
    if (kind === 'refused') {
      expect([told.status, (await code(told))?.code]).toEqual([406, 'not-supported']);
    } else if (kind === 'content') expect([told.status, type]).toEqual([200, 'application/pdf']);
    else expect([told.status, type]).toEqual([200, 'application/fhir+json; charset=utf-8']);
  });

  it('is JSON itself where it was sent so, and the resource by its own name or by _format', async () => {
    const data = Buffer.from('{"a":1}').toString('base64');
    const resource = { resourceType: 'Binary', id: 'json', contentType: 'application/json', data };
    expect((await box.ask('PUT', '/Binary/json', resource)).status).toBe(201);
    const plain = { Accept: 'application/json' };
    expect(await (await get('/Binary/json', plain)).text()).toBe('{"a":1}');
    expect(await (await get('/Binary/json', FHIR)).json()).toMatchObject({ data });
    const shown = await get('/Binary/json?_format=json&_elements=contentType', plain);
    expect(await shown.json()).toMatchObject({ contentType: 'application/json' });
    expect((await get('/Binary/json?_format=xml')).status).toBe(406);
  });

  it('may be empty, and has a type', async () => {
    const sent = { resourceType: 'Binary', id: 'empty', contentType: 'text/plain' };
    expect((await box.ask('PUT', '/Binary/empty', sent)).status).toBe(201);
    const read = await get('/Binary/empty');
    expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([
      200,
      'text/plain',
      '',
    ]);
    const untyped = { ...sent, contentType: 'no type' };
    expect((await box.ask('PUT', '/Binary/empty', untyped)).status).toBe(422);
  });

  it('does nothing in the name of who opens it', async () => {
    await put('page', '<script>alert(1)</script>', { 'Content-Type': 'text/html' });
    const read = await get('/Binary/page');
    expect(read.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is the resource in a Bundle and in a search', async () => {
    await put('listed', CONTENT, { 'Content-Type': 'application/pdf' });
    const entry = [{ request: { method: 'GET', url: 'Binary/listed' } }];
    const batch = await box.ask('POST', '', { resourceType: 'Bundle', type: 'batch', entry });
    expect(batch.body.entry[0].resource.contentType).toBe('application/pdf');
    const found = await box.ask('GET', '/Binary?_id=listed');
    expect(found.body.entry[0].resource.id).toBe('listed');
  });

  it('is not longer than a resource of it may be', async () => {
    const longest = ((LIMIT - 1_024) / 4) * 3;
    const type = { 'Content-Type': 'application/octet-stream' };
    expect((await put('long', new Uint8Array(longest), type)).status).toBe(201);
    expect((await put('long', new Uint8Array(longest + 1), type)).status).toBe(413);
  });

  it.each([
    [{ 'Content-Type': 'pdf' }, 'http.content-type'],
    [{ 'Content-Type': `text/${'x'.repeat(300)}` }, 'http.content-type'],
    [{ 'Content-Type': 'text/plain', 'X-Security-Context': 'urn:x' }, 'http.x-security-context'],
  ])('is refused with %j', async (headers, field) => {
    const refused = await put('faulty', 'x', headers);
    expect(refused.status).toBe(400);
    expect((await code(refused))?.expression).toEqual([field]);
  });

  it('is not taken in place of another resource, nor compressed', async () => {
    const text = { 'Content-Type': 'text/plain' };
    expect((await send('PUT', '/Patient/x', 'x', text)).status).toBe(415);
    expect((await put('packed', 'x', { ...text, 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it('leaves a record with its sum', async () => {
    await put('told', 'told', { 'Content-Type': 'text/plain' });
    await (await get('/Binary/told')).text();
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: 'fhir.read',
      target: 'Binary/told',
      status: 200,
      response_sha256: createHash('sha256').update('told').digest('hex'),
    });
  });
});

describe('a Binary and a token of one patient', () => {
  const CONTEXTS: Readonly<Record<string, string | undefined>> = {
    'by-patient': 'Patient/anna',
    'by-record': 'Observation/of-anna',
    'by-other': 'Patient/bela',
    'by-other-record': 'Observation/of-bela',
    'by-nobody': undefined,
    'by-absent': 'Observation/none',
    'by-binary': 'Binary/by-patient',
    'by-itself': 'Binary/by-itself',
  };
  beforeAll(async () => {
    for (const [id, context] of Object.entries(CONTEXTS)) {
      const headers = { 'Content-Type': 'text/plain' };
      const more = context === undefined ? {} : { 'X-Security-Context': context };
      expect((await put(id, id, { ...headers, ...more })).status).toBe(201);
    }
  });

  const seenBy = async (scopes: string) => {
    const token = box.token(grantsOf(scopes));
    const seen: string[] = [];
    for (const id of Object.keys(CONTEXTS)) {
      const statuses: number[] = [];
      for (const path of [`/Binary/${id}`, `/Binary/${id}/_history/1`, `/Binary/${id}/_history`]) {
        for (const headers of path.endsWith('_history') ? [FHIR] : [{}, FHIR]) {
          const told = await get(path, headers, token);
          if (told.status !== 200) expect(await told.text()).not.toContain(id);
          statuses.push(told.status);
        }
      }
      expect(new Set(statuses).size).toBe(1);
      if (statuses[0] === 200) seen.push(id);
      else expect(statuses[0]).toBe(404);
    }
    return seen;
  };

  it('that may read its context', async () => {
    expect(await seenBy('patient/*.rs')).toEqual(['by-patient', 'by-record']);
    expect(await seenBy('patient/Binary.r patient/Patient.r')).toEqual(['by-patient']);
    expect(await seenBy('patient/Binary.r patient/Observation.r')).toEqual(['by-record']);
    expect(await seenBy('patient/Binary.r')).toEqual([]);
    expect(await seenBy('patient/Binary.r user/*.r?_lastUpdated=lt2000')).toEqual([]);
  });

  it('that may read the context of another by another scope', async () => {
    expect(await seenBy('patient/Binary.r user/Patient.r user/Observation.r')).toEqual([
      'by-patient',
      'by-record',
    ]);
  });

  it('that may read all, or some without a context', async () => {
    expect(await seenBy('user/Binary.r')).toEqual(Object.keys(CONTEXTS));
    expect(await seenBy('user/Binary.r?_lastUpdated=ge2000 user/Patient.r')).toEqual([
      'by-patient',
      'by-other',
      'by-nobody',
    ]);
  });

  it('that has no grant, or that would search or write', async () => {
    const Authorization = box.token(grantsOf('patient/*.cruds'));
    const resource = { resourceType: 'Binary', id: 'by-patient', contentType: 'text/plain' };
    const tries = [
      await box.ask('GET', '/Binary', undefined, { Authorization }),
      await box.ask('GET', '/Binary/_history', undefined, { Authorization }),
      await box.ask('PUT', '/Binary/by-patient', resource, { Authorization }),
      await box.ask('POST', '/Binary', { ...resource, id: undefined }, { Authorization }),
      await box.ask('DELETE', '/Binary/by-patient', undefined, { Authorization }),
    ];
    for (const { status, body, text } of tries) {
      expect([status, body.issue[0].code]).toEqual([403, 'forbidden']);
      expect(text).not.toContain('patient/Binary');
    }
    const other = box.token(grantsOf('patient/Patient.rs'));
    expect((await get('/Binary/by-patient', {}, other)).status).toBe(403);
    // The context is not looked at in a search.
    const some = box.token(grantsOf('user/Binary.rs?_lastUpdated=ge2000'));
    const found = await box.ask('GET', '/Binary', undefined, { Authorization: some });
    expect(found.status).toBe(403);
  });

  it('that a Bundle reads', async () => {
    const Authorization = box.token(grantsOf('patient/*.rs'));
    const entry = Object.keys(CONTEXTS).map((id) => ({
      request: { method: 'GET', url: `Binary/${id}` },
    }));
    const sent = { resourceType: 'Bundle', type: 'batch', entry };
    const { body } = await box.ask('POST', '', sent, { Authorization });
    const ids = body.entry.flatMap(({ resource }: { resource?: { id?: string } }) =>
      resource?.id === undefined ? [] : [resource.id],
    );
    expect(ids).toEqual(['by-patient', 'by-record']);
  });

  it('that lost its context', async () => {
    const Authorization = box.token(grantsOf('patient/*.rs'));
    const text = { 'Content-Type': 'text/plain' };
    await put('moved', 'one', { ...text, 'X-Security-Context': 'Patient/anna' });
    expect((await get('/Binary/moved', {}, Authorization)).status).toBe(200);
    await put('moved', 'two', text);
    for (const path of ['/Binary/moved', '/Binary/moved/_history/1', '/Binary/moved/_history']) {
      expect((await get(path, FHIR, Authorization)).status).toBe(404);
    }
  });
});
