import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import { createValidator } from '../../src/fhir/validation/create-validator.js';
import { type FhirBox, startFhirBox, type Told } from '../support/fhir/appliance.js';

const validator = createValidator(openDefinitions());
let box: FhirBox;
beforeAll(() => {
  box = startFhirBox({ fhir: { resource_body_bytes: 10_000, bundle_body_bytes: 20_000 } });
});
afterAll(() => box.stop());

const PATIENT = { resourceType: 'Patient', active: true };

/** Every refusal is an OperationOutcome of R4, whatever it is that refuses. */
function refused({ status, headers, body }: Told, code: string): number {
  expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(headers.get('cache-control')).toBe('no-store');
  const faults = validator
    .validate(body, { type: 'OperationOutcome' })
    .filter(({ severity }) => severity === 'error');
  expect(faults).toEqual([]);
  expect(body.issue[0].severity).toBe('error');
  expect(body.issue[0].code).toBe(code);
  return status;
}

describe('who may not', () => {
  it.each([
    ['no key', {}],
    ['an unknown key', { Authorization: `Bearer sk_test_${'A'.repeat(43)}` }],
    ['another scheme', { Authorization: 'Basic YTpi' }],
  ])('has %s', async (_, headers) => {
    const statement = 'Authorization' in headers ? ['/api/v1/fhir/metadata'] : [];
    for (const path of ['/v1/fhir/Patient/1', '/v1/fhir', '/v1/fhir/x/y', ...statement]) {
      const response = await box.request(path, { headers });
      const told = { status: response.status, headers: response.headers, text: '' };
      expect(refused({ ...told, body: await response.json() }, 'login')).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it.each([
    ['GET', '/Patient/1', 'fhir.write'],
    ['GET', '/Patient', 'fhir.write'],
    ['POST', '/Patient/_search', 'fhir.write'],
    ['GET', '/Patient/1/_history', 'fhir.write'],
    ['GET', '/Patient/1/_history/1', 'fhir.write'],
    ['POST', '/Patient/$validate', 'fhir.write'],
    ['GET', '/Patient/1/$everything', 'fhir.write'],
    ['GET', '/AuditEvent', 'fhir.write'],
    ['POST', '/Patient', 'fhir.read'],
    ['PUT', '/Patient/1', 'fhir.read'],
    ['PUT', '/Patient?active=true', 'fhir.read'],
    ['PATCH', '/Patient/1', 'fhir.read'],
    ['DELETE', '/Patient/1', 'fhir.read'],
    ['DELETE', '/Patient?active=true', 'fhir.read'],
    ['POST', '', 'risk'],
  ])('%s %s with the scope %s', async (method, path, scope) => {
    const Authorization = box.key({ scopes: [scope] });
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const answer = await box.ask(method, path, body, { Authorization });
    expect(refused(answer, 'forbidden')).toBe(403);
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: expect.stringMatching(/^fhir\./),
      outcome: 'refused',
      status: 403,
      error_code: 'insufficient_scope',
    });
  });

  it.each(['/v1/fhir/metadata', '/api/v1/fhir/metadata/', '/v1/fhir/metadata?_format=json'])(
    'may read %s without a key, which leaves no record',
    async (path) => {
      const before = box.auditEvents().length;
      const response = await box.request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
      expect(await response.json()).toMatchObject({ resourceType: 'CapabilityStatement' });
      expect(box.auditEvents()).toHaveLength(before);
      const head = await box.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  it('may read the statement with a key of any scope, and only as JSON without one', async () => {
    const Authorization = box.key({ scopes: ['risk'] });
    expect((await box.ask('GET', '/metadata', undefined, { Authorization })).status).toBe(200);
    const xml = await box.request('/v1/fhir/metadata?_format=xml');
    expect(xml.status).toBe(406);
    expect((await box.request('/v1/fhir/metadata', { method: 'POST' })).status).toBe(401);
  });

  it('exceeds the rate limit', async () => {
    const Authorization = box.key({ rate: 1 });
    expect((await box.ask('GET', '/metadata', undefined, { Authorization })).status).toBe(200);
    const answer = await box.ask('GET', '/metadata', undefined, { Authorization });
    expect(refused(answer, 'throttled')).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('uses a key of the other mode', async () => {
    const Authorization = box.key({ mode: 'live' });
    const { body } = await box.ask('POST', '/Patient', PATIENT);
    for (const path of [`/Patient/${body.id}`, `/Patient/${body.id}/_history/1`]) {
      const answer = await box.ask('GET', path, undefined, { Authorization });
      expect(refused(answer, 'not-found')).toBe(404);
    }
    const own = { ...PATIENT, id: body.id, active: false };
    const live = await box.ask('PUT', `/Patient/${body.id}`, own, { Authorization });
    expect(live.status).toBe(201);
    expect((await box.ask('GET', `/Patient/${body.id}`)).body.active).toBe(true);
    await box.ask('DELETE', `/Patient/${body.id}`, undefined, { Authorization });
    expect((await box.ask('GET', `/Patient/${body.id}`)).status).toBe(200);
  });
});

describe('something that does not exist', () => {
  it.each([
    ['/Patient/not-there', 'not-found'],
    ['/Patient/Jane%20Doe', 'not-found'],
    ['/Patient/1/_history/1', 'not-found'],
    ['/Unicorn', 'not-supported'],
    ['/Unicorn/1', 'not-supported'],
    ['/patient/1', 'not-supported'],
    ['/Patient/1/unicorn', 'not-found'],
    ['/Patient/1/_history/1/2', 'not-found'],
    ['/Patient/1/$unicorn', 'not-found'],
    ['/Observation/1/$everything', 'not-found'],
    ['/AuditEvent/audit-1/_history', 'not-supported'],
  ])('%s', async (path, code) => {
    expect(refused(await box.ask('GET', path), code)).toBe(404);
    expect(JSON.stringify(box.auditEvents().at(-1))).not.toMatch(/Jane|nicorn/);
  });

  it('a path that cannot be decoded', async () => {
    expect(refused(await box.ask('GET', '/Patient/%E0%A4%A'), 'invalid')).toBe(400);
  });
});

describe('a method that is not offered', () => {
  it.each([
    ['GET', '', 'POST'],
    ['DELETE', '', 'POST'],
    ['POST', '/metadata', 'GET, HEAD'],
    ['POST', '/Patient/1', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['GET', '/Patient/_search', 'POST'],
    ['DELETE', '/Patient/1/_history', 'GET, HEAD'],
    ['PUT', '/Patient/1/_history/1', 'GET, HEAD'],
    ['POST', '/AuditEvent', 'GET, HEAD'],
    ['PUT', '/AuditEvent/audit-1', 'GET, HEAD'],
    ['DELETE', '/AuditEvent/audit-1', 'GET, HEAD'],
    ['OPTIONS', '/Patient', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await box.ask(method, path);
    expect(refused(answer, 'not-supported')).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });
});

describe('a body that is not taken', () => {
  it.each([
    ['application/xml', 415],
    ['application/fhir+xml', 415],
    ['text/plain', 415],
    ['application/json-patch+json', 415],
    ['application/fhir+json; charset=latin1', 415],
    ['application/fhir+json; fhirVersion=3.0', 415],
    ['', 415],
    ['application/fhir+json; charset=UTF-8; fhirVersion=4.0', 201],
    ['application/json', 201],
    ['application/fhir+json; fhirVersion=4.0; x=y', 201],
    ['application/fhir+json; profile="http://example.org/a;b,c"; charset="utf-8"', 201],
    ['application/fhir+json; x=y; charset=utf-16', 415],
    ['Application/FHIR+JSON', 201],
  ])('by its type %s: %i', async (type, status) => {
    const answer = await box.ask('POST', '/Patient', PATIENT, { 'Content-Type': type });
    if (status === 415) expect(refused(answer, 'not-supported')).toBe(415);
    else expect(answer.status).toBe(status);
  });

  it.each([
    ['nothing', '', 'structure'],
    ['no JSON', '{"resourceType":"Patient",}', 'structure'],
    ['a list', '[]', 'structure'],
    ['a word', 'null', 'structure'],
    ['no type', '{}', 'structure'],
    ['a member twice', '{"resourceType":"Patient","active":true,"active":false}', 'structure'],
    ['the maker of objects', '{"resourceType":"Patient","__proto__":{"active":true}}', 'invalid'],
    [
      'great depth',
      `{"resourceType":"Patient","extension":${'['.repeat(99)}${']'.repeat(99)}}`,
      'too-costly',
    ],
  ])('for it holds %s', async (_, body, code) => {
    expect(refused(await box.ask('POST', '/Patient', body), code)).toBe(400);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip'])(
    'for it is compressed: %s',
    async (coding) => {
      for (const [method, path] of [
        ['POST', '/Patient'],
        ['PUT', '/Patient/1'],
        ['PATCH', '/Patient/1'],
        ['POST', ''],
        ['POST', '/Patient/_search'],
        ['POST', '/Patient/$validate'],
      ] as const) {
        const answer = await box.ask(method, path, PATIENT, { 'Content-Encoding': coding });
        expect(refused(answer, 'not-supported')).toBe(415);
        expect(answer.text).toContain('Content-Encoding');
        expect(answer.headers.get('accept-encoding')).toBe('identity');
      }
    },
  );

  it('but for what is not: identity', async () => {
    const answer = await box.ask('POST', '/Patient', PATIENT, { 'Content-Encoding': 'identity' });
    expect(answer.status).toBe(201);
  });

  it('for it is to be created, and the URL has search parameters', async () => {
    const count = async () => (await box.ask('GET', '/Patient?_summary=count')).body.total;
    const before = await count();
    for (const [query, named] of [
      ['name=x', 'name'],
      ['_format=json&family:exact=x', 'family:exact'],
      ['Jane%20Doe=x', 'a parameter'],
    ]) {
      const answer = await box.ask('POST', `/Patient?${query}`, PATIENT);
      expect(refused(answer, 'not-supported')).toBe(400);
      expect(answer.text).toContain(`but ${named} was given`);
      expect(answer.text).not.toContain('Jane');
    }
    expect(await count()).toBe(before);
    const made = await box.ask('POST', '/Patient?_format=json&_pretty=true', PATIENT);
    expect(made.status).toBe(201);
  });

  it('for it is not UTF-8', async () => {
    const response = await box.request('/v1/fhir/Patient', {
      method: 'POST',
      headers: { Authorization: box.key(), 'Content-Type': 'application/fhir+json' },
      body: Buffer.from('{"resourceType":"Patient","name":[{"family":"M\xfcller"}]}', 'latin1'),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toMatch(/ller/);
  });

  it('for its size, with and without a stated length', async () => {
    const large = { ...PATIENT, text: { status: 'generated', div: 'x'.repeat(10_000) } };
    const answer = await box.ask('POST', '/Patient', large);
    expect(refused(answer, 'too-long')).toBe(413);
    expect((await box.ask('PUT', '/Patient/1', large)).status).toBe(413);
    const bundle = {
      resourceType: 'Bundle',
      type: 'batch',
      entry: [],
      signature: 'x'.repeat(20_000),
    };
    expect((await box.ask('POST', '', bundle)).status).toBe(413);
  });

  it('with all that is wrong with it, and no word of it', async () => {
    const answer = await box.ask('POST', '/Patient', {
      resourceType: 'Patient',
      gender: 'Jane Doe',
      birthDate: '1950-13-45',
      name: { family: 'Jane Doe' },
      colour: 'Jane Doe',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.issue.length).toBeGreaterThanOrEqual(4);
    expect(answer.text).not.toMatch(/Jane|1950/);
    const places = answer.body.issue.flatMap((one: { expression?: string[] }) => one.expression);
    expect(places).toEqual(
      expect.arrayContaining(['Patient.gender', 'Patient.birthDate', 'Patient.name', 'Patient']),
    );
  });

  it('that breaks a rule is distinguished from a malformed one', async () => {
    const answer = await box.ask('POST', '/Patient', { ...PATIENT, gender: 'unheard-of' });
    expect(answer.status).toBe(422);
    expect(answer.body.issue[0]).toMatchObject({
      code: 'code-invalid',
      expression: ['Patient.gender'],
    });
  });

  it('of another type than the URL', async () => {
    const answer = await box.ask('POST', '/Organization', PATIENT);
    expect(answer.status).toBe(400);
    expect(answer.body.resourceType).toBe('OperationOutcome');
  });
});

describe('an answer that the client takes', () => {
  it.each([
    ['application/fhir+json', 200],
    ['application/json', 200],
    ['text/html, application/xhtml+xml, */*;q=0.8', 200],
    ['application/fhir+json; fhirVersion=4.0', 200],
    ['application/fhir+json; fhirVersion=4.0; x=y', 200],
    ['application/fhir+json; x="a,b;c"', 200],
    ['application/fhir+json; x=y; fhirVersion=3.0', 406],
    ['application/fhir+xml', 406],
    ['application/fhir+json; fhirVersion=5.0', 406],
    ['text/turtle, application/fhir+json;q=0', 406],
  ])('by Accept: %s', async (accept, status) => {
    const answer = await box.ask('GET', '/metadata', undefined, { Accept: accept });
    if (status === 406) expect(refused(answer, 'not-supported')).toBe(406);
    else expect(answer.status).toBe(status);
  });

  it.each([
    ['json', 200],
    ['application/fhir%2Bjson', 200],
    ['application/fhir+json', 200],
    ['text/json', 200],
    ['xml', 406],
    ['application/fhir%2Bxml', 406],
    ['ttl', 406],
  ])('by _format=%s', async (format, status) => {
    const told = { Accept: status === 200 ? 'application/xml' : 'application/json' };
    const answer = await box.ask('GET', `/metadata?_format=${format}`, undefined, told);
    expect(answer.status).toBe(status);
  });

  it('is refused before anything is written', async () => {
    const answer = await box.ask(
      'PUT',
      '/Patient/never',
      { ...PATIENT, id: 'never' },
      {
        Accept: 'application/fhir+xml',
      },
    );
    expect(answer.status).toBe(406);
    expect((await box.ask('GET', '/Patient/never')).status).toBe(404);
  });
});
