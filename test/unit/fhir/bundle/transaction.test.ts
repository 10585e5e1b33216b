import { describe, expect, it } from 'vitest';
import { type Answered, BASE, openFhir } from '../../../support/fhir/ask.js';
import { revealNames } from '../../../support/reveal-names.js';

const IDENTIFIERS = 'https://hospital.test/mrn';

const patient = (family: string, more: object = {}) => ({
  resourceType: 'Patient',
  identifier: [{ system: IDENTIFIERS, value: family.toLowerCase() }],
  name: [{ family }],
  ...more,
});

const weight = (subject: string, more: object = {}) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'Weight' },
  subject: { reference: subject },
  ...more,
});

type Entry = Record<string, unknown>;

const post = (
  fullUrl: string,
  resource: { resourceType: string },
  request: object = {},
): Entry => ({
  fullUrl,
  resource,
  request: { method: 'POST', url: resource.resourceType, ...request },
});

const put = (url: string, resource: object, request: object = {}): Entry => ({
  resource,
  request: { method: 'PUT', url, ...request },
});

const remove = (url: string): Entry => ({ request: { method: 'DELETE', url } });
const get = (url: string): Entry => ({ request: { method: 'GET', url } });

const transaction = (...entry: Entry[]) => ({ resourceType: 'Bundle', type: 'transaction', entry });

const ANNA = 'urn:uuid:11111111-1111-4111-8111-111111111111';
const BEN = 'urn:uuid:22222222-2222-4222-8222-222222222222';
const OBSERVED = 'urn:uuid:33333333-3333-4333-8333-333333333333';

/** `Patient/…` of an answered entry. */
function nameOf(body: Answered, index: number): string {
  const location = body.entry?.[index]?.response?.location ?? '';
  return location.replace(`${BASE}/`, '').replace(/\/_history\/\d+$/, '');
}

const statusesOf = (body: Answered) => body.entry?.map(({ response }) => response?.status);

const referenceOf = (body: Answered) => (body.subject as { reference?: string }).reference;

describe('a transaction', () => {
  it('makes resources that refer to each other, whatever their order', async () => {
    const { ask } = openFhir();
    const bundle = transaction(
      post(OBSERVED, weight(ANNA)),
      post(ANNA, patient('Anna', { link: [{ other: { reference: BEN }, type: 'seealso' }] })),
      post(BEN, patient('Ben', { link: [{ other: { reference: ANNA }, type: 'seealso' }] })),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect(status).toBe(200);
    expect(body.type).toBe('transaction-response');
    expect(statusesOf(body)).toEqual(['201 Created', '201 Created', '201 Created']);
    expect(body.entry?.[0]?.response?.etag).toBe('W/"1"');
    expect(body.entry?.[0]?.response?.lastModified).toBe('2026-03-14T12:00:00.000Z');
    expect(body.entry?.[0]?.resource).toBeUndefined();
    const [observation, anna, ben] = [0, 1, 2].map((index) => nameOf(body, index));
    expect(observation).toMatch(/^Observation\/[0-9a-f-]{36}$/);
    expect(referenceOf((await ask('GET', observation ?? '')).body)).toBe(anna);
    const links = async (name = '') =>
      ((await ask('GET', name)).body.link as unknown as { other: { reference: string } }[])[0]
        ?.other.reference;
    expect(await links(anna)).toBe(ben);
    expect(await links(ben)).toBe(anna);
    const found = await ask('GET', `Observation?subject=${anna}`);
    expect(found.body.total).toBe(1);
  });

  it('rewrites links wherever they may stand and leaves all else as it was written', async () => {
    const { ask } = openFhir();
    const text = `{"resourceType":"Bundle","type":"transaction","entry":[
      {"fullUrl":"${ANNA}","resource":{"resourceType":"Patient"},
       "request":{"method":"POST","url":"Patient"}},
      {"fullUrl":"${OBSERVED}","resource":{"resourceType":"Observation","status":"final",
        "code":{"text":"named \\"${ANNA}\\""},
        "text":{"status":"generated","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\"><a href=\\"${ANNA}\\">A</a></div>"},
        "contained":[{"resourceType":"Device","id":"d","patient":{"reference":"${ANNA}"}}],
        "extension":[{"url":"https://x.test/a","valueReference":{"reference":"${ANNA}"}},
          {"url":"https://x.test/b","valueUri":"${ANNA}"},
          {"url":"https://x.test/c","valueCanonical":"${ANNA}"},
          {"url":"https://x.test/d","valueString":"${ANNA}"}],
        "_status":{"extension":[{"url":"https://x.test/e","valueUrl":"${ANNA}"}]},
        "subject":{"reference":"${ANNA}"},"focus":[{"reference":"${ANNA}/_history/7"}],
        "device":{"reference":"#d"},
        "valueQuantity":{"value":1.50,"unit":"kg"}},
       "request":{"method":"POST","url":"Observation"}}]}`;
    const { status, body } = await ask('POST', '', { text });
    expect([status, body.issue]).toEqual([200, undefined]);
    const anna = nameOf(body, 0);
    const observation = await ask('GET', nameOf(body, 1));
    const at = (path: string) => observation.text.split(path).length - 1;
    expect(at(`{"reference":"${anna}"}`)).toBe(3);
    expect(observation.text).toContain(`"focus":[{"reference":"${anna}/_history/1"}]`);
    expect(observation.text).toContain(`<a href=\\"${anna}\\">`);
    expect(observation.text).toContain(`"valueUri":"${anna}"`);
    expect(observation.text).toContain(`"valueUrl":"${anna}"`);
    expect(observation.text).toContain(`"valueCanonical":"${ANNA}"`);
    expect(observation.text).toContain(`"valueString":"${ANNA}"`);
    expect(observation.text).toContain(`"text":"named \\"${ANNA}\\""`);
    expect(observation.text).toContain('"value":1.50');
  });

  it('understands references that are relative to the URL of their entry', async () => {
    const { ask } = openFhir();
    const bundle = transaction(
      post('https://old.test/fhir/Patient/7', patient('Anna')),
      post('https://old.test/fhir/Observation/8', weight('Patient/7')),
      post('https://other.test/fhir/Observation/9', weight('Patient/7')),
    );
    const { body } = await ask('POST', '', { body: bundle });
    expect(referenceOf((await ask('GET', nameOf(body, 1))).body)).toBe(nameOf(body, 0));
    expect(referenceOf((await ask('GET', nameOf(body, 2))).body)).toBe('Patient/7');
  });

  it('goes by the order of the standard and answers in that of the entries', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/old', { body: patient('Old', { id: 'old' }) });
    const bundle = transaction(
      get(`Patient?identifier=${IDENTIFIERS}|`),
      put('Patient/new', patient('New', { id: 'new' })),
      post(ANNA, patient('Anna')),
      remove('Patient/old'),
    );
    const { body } = await ask('POST', '', { body: bundle });
    expect(statusesOf(body)).toEqual(['200 OK', '201 Created', '201 Created', '204 No Content']);
    const found = body.entry?.[0]?.resource;
    expect(found?.total).toBe(2);
    const families = found?.entry?.map(({ resource }) => resource?.name);
    expect(families).toEqual(expect.arrayContaining([[{ family: 'Anna' }], [{ family: 'New' }]]));
    expect((await ask('GET', 'Patient/old')).status).toBe(410);
  });

  it('patches, and answers with what the client prefers', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/a', { body: patient('Old', { id: 'a' }) });
    const data = Buffer.from('[{"op":"replace","path":"/name/0/family","value":"New"}]');
    const binary = {
      resourceType: 'Binary',
      contentType: 'application/json-patch+json; charset=utf-8; x=y',
      data: data.toString('base64'),
    };
    const bundle = transaction({
      resource: binary,
      request: { method: 'PATCH', url: 'Patient/a' },
    });
    const prefer = (what: string) => ({ headers: { prefer: `return=${what}` }, body: bundle });
    const whole = await ask('POST', '', prefer('representation'));
    expect(whole.body.entry?.[0]?.resource?.name).toEqual([{ family: 'New' }]);
    expect(whole.body.entry?.[0]?.fullUrl).toBe(`${BASE}/Patient/a`);
    expect(whole.body.entry?.[0]?.response?.etag).toBe('W/"2"');
    const outcome = await ask('POST', '', prefer('OperationOutcome'));
    expect(outcome.body.entry?.[0]?.resource).toBeUndefined();
    expect(outcome.body.entry?.[0]?.response?.outcome?.resourceType).toBe('OperationOutcome');
  });

  it('is taken when it has no entries', async () => {
    const { ask } = openFhir();
    const { status, body } = await ask('POST', '', { body: transaction() });
    expect(status).toBe(200);
    expect(body).toEqual({
      resourceType: 'Bundle',
      type: 'transaction-response',
      entry: undefined,
    });
  });
});

describe('conditions in a transaction', () => {
  it('creates what is not there, and refers to what is', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const once = (name: string) => ({ ifNoneExist: `identifier=${IDENTIFIERS}|${name}` });
    const bundle = transaction(
      post(ANNA, patient('Anna'), once('anna')),
      post(BEN, patient('Ben'), once('ben')),
      post('urn:uuid:44444444-4444-4444-8444-444444444444', patient('Ben'), once('ben')),
      post(OBSERVED, weight(ANNA, { performer: [{ reference: BEN }] })),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.issue]).toEqual([200, undefined]);
    expect(statusesOf(body)).toEqual(['200 OK', '201 Created', '200 OK', '201 Created']);
    expect(nameOf(body, 0)).toBe('Patient/anna');
    expect(nameOf(body, 2)).toBe(nameOf(body, 1));
    const observation = await ask('GET', nameOf(body, 3));
    expect(referenceOf(observation.body)).toBe('Patient/anna');
    expect(observation.body.performer).toEqual([{ reference: nameOf(body, 1) }]);
    expect((await ask('GET', 'Patient')).body.total).toBe(2);
    // No two entries of an answer may have one URL.
    const whole = { body: bundle, headers: { prefer: 'return=representation' } };
    const told = (await ask('POST', '', whole)).body.entry ?? [];
    expect(told.map(({ resource }) => resource?.id)).toHaveLength(4);
    const urls = told.flatMap(({ fullUrl }) => fullUrl ?? []);
    expect([urls.length, new Set(urls).size]).toEqual([3, 3]);
  });

  it('updates and deletes what meets the criteria', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    await ask('PUT', 'Patient/ben', { body: patient('Ben', { id: 'ben' }) });
    const bundle = transaction(
      {
        fullUrl: ANNA,
        ...put(`Patient?identifier=${IDENTIFIERS}|anna`, patient('Anna', { active: true })),
      },
      put(`Patient?identifier=${IDENTIFIERS}|cleo`, patient('Cleo', { id: 'cleo' })),
      { fullUrl: BEN, ...put(`Patient?identifier=${IDENTIFIERS}|dan`, patient('Dan')) },
      remove(`Patient?identifier=${IDENTIFIERS}|ben`),
      post(OBSERVED, weight(ANNA, { performer: [{ reference: BEN }] })),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.issue]).toEqual([200, undefined]);
    expect(nameOf(body, 0)).toBe('Patient/anna');
    expect(body.entry?.[0]?.response?.etag).toBe('W/"2"');
    expect(nameOf(body, 1)).toBe('Patient/cleo');
    expect((await ask('GET', 'Patient/ben')).status).toBe(410);
    const observation = await ask('GET', nameOf(body, 4));
    expect(referenceOf(observation.body)).toBe('Patient/anna');
    expect(observation.body.performer).toEqual([{ reference: nameOf(body, 2) }]);
    expect((await ask('GET', nameOf(body, 2))).body.name).toEqual([{ family: 'Dan' }]);
  });

  it('does not let a conditional update take over another resource by its id', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const bundle = transaction(
      put(`Patient?identifier=${IDENTIFIERS}|nobody`, patient('Thief', { id: 'anna' })),
    );
    const { status } = await ask('POST', '', { body: bundle });
    expect(status).toBe(409);
    expect((await ask('GET', 'Patient/anna')).body.name).toEqual([{ family: 'Anna' }]);
  });

  it('resolves references that are searches, also to what it makes itself', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const bundle = transaction(
      post(OBSERVED, weight(`Patient?identifier=${IDENTIFIERS}|anna`)),
      post('urn:uuid:44444444-4444-4444-8444-444444444444', {
        ...weight(`Patient?identifier=${IDENTIFIERS}|ben`),
        hasMember: [{ reference: OBSERVED }],
      } as { resourceType: string }),
      post(BEN, patient('Ben')),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.issue]).toEqual([200, undefined]);
    expect(referenceOf((await ask('GET', nameOf(body, 0))).body)).toBe('Patient/anna');
    const second = await ask('GET', nameOf(body, 1));
    expect(referenceOf(second.body)).toBe(nameOf(body, 2));
    expect(second.body.hasMember).toEqual([{ reference: nameOf(body, 0) }]);
  });

  it('resolves such references one after the other where they hang on each other', async () => {
    const { ask } = openFhir();
    const chain = (own: string, next: string) => ({
      ...weight('Patient/none'),
      identifier: [{ system: IDENTIFIERS, value: own }],
      hasMember: [{ reference: `Observation?identifier=${IDENTIFIERS}|${next}` }],
    });
    const last = { ...weight('Patient/none'), identifier: [{ system: IDENTIFIERS, value: 'o3' }] };
    const bundle = transaction(
      post('urn:uuid:00000000-0000-4000-8000-000000000001', chain('o1', 'o2')),
      post('urn:uuid:00000000-0000-4000-8000-000000000002', chain('o2', 'o3')),
      post('urn:uuid:00000000-0000-4000-8000-000000000003', last),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.issue]).toEqual([200, undefined]);
    const first = await ask('GET', nameOf(body, 0));
    expect(first.body.hasMember).toEqual([{ reference: nameOf(body, 1) }]);
  });

  it('is refused when such a search finds nothing or too much', async () => {
    const { ask } = openFhir();
    const none = transaction(post(OBSERVED, weight(`Patient?identifier=${IDENTIFIERS}|anna`)));
    const nothing = await ask('POST', '', { body: none });
    expect(nothing.status).toBe(412);
    expect(nothing.body.issue?.[0]?.expression).toEqual(['Bundle.entry[0]']);
    for (const id of ['a', 'b']) {
      await ask('PUT', `Patient/${id}`, { body: patient('Anna', { id }) });
    }
    expect((await ask('POST', '', { body: none })).body.issue?.[0]?.code).toBe('multiple-matches');
    const everyone = transaction(post(OBSERVED, weight('Patient?nonsense=1')));
    expect((await ask('POST', '', { body: everyone })).status).toBe(400);
    expect((await ask('GET', 'Observation')).body.total).toBe(0);
  });
});

describe('a transaction that is refused', () => {
  it('writes nothing, and says what is wrong with every entry', async () => {
    const { ask, database } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const before = database.prepare('SELECT count(*) FROM audit').pluck().get();
    const bundle = transaction(
      post(ANNA, patient('Ben')),
      put('Patient/anna', patient('Anna', { id: 'anna', active: true })),
      post(OBSERVED, weight(ANNA, { status: 'no such status' })),
      post(BEN, patient('Cleo', { gender: 'no such gender' })),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect(status).toBe(422);
    const places = body.issue
      ?.filter(({ severity }) => severity === 'error')
      .map(({ expression }) => expression?.[0]);
    expect(places).toEqual(['Bundle.entry[2].resource.status', 'Bundle.entry[3].resource.gender']);
    expect((await ask('GET', 'Patient')).body.total).toBe(1);
    expect((await ask('GET', 'Patient/anna')).headers.ETag).toBe('W/"1"');
    const records = database.prepare('SELECT event FROM audit WHERE seq > ?').pluck().all(before);
    expect(records.filter((event) => /create|update/.test(String(event)))).toEqual([]);
  });

  it('undoes what it had begun when a condition fails in the middle', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const bundle = transaction(
      remove('Patient/anna'),
      post(ANNA, patient('Ben')),
      put('Patient/cleo', patient('Cleo', { id: 'cleo' }), { ifMatch: 'W/"5"' }),
    );
    const { status, body } = await ask('POST', '', { body: bundle });
    expect(status).toBe(412);
    expect(body.issue?.[0]?.expression).toEqual(['Bundle.entry[2].request.ifMatch']);
    expect((await ask('GET', 'Patient/anna')).status).toBe(200);
    const all = await ask('GET', 'Patient');
    expect(all.body.entry?.map(({ resource }) => resource?.id)).toEqual(['anna']);
    // What was undone is not found by the index either.
    expect((await ask('GET', `Patient?identifier=${IDENTIFIERS}|ben`)).body.total).toBe(0);
  });

  it.each([
    ['one URL twice', [post(ANNA, patient('A')), post(ANNA, patient('B'))], 400],
    ['one id twice', [put('Patient/a', patient('A', { id: 'a' })), remove('Patient/a')], 400],
    ['a read of what is not there', [get('Patient/none')], 404],
    ['a path that is not offered', [get('Patient/a/b/c/d')], 404],
    ['a posted operation', [post(ANNA, patient('A'), { url: 'Patient/$validate' })], 400],
    ['another server', [get('https://elsewhere.test/Patient/1')], 400],
    ['another method', [{ request: { method: 'OPTIONS', url: 'Patient' } }], 400],
    ['no request', [{ resource: patient('A') }], 400],
    ['no resource', [{ request: { method: 'POST', url: 'Patient' } }], 400],
    ['another type', [put('Observation/a', patient('A', { id: 'a' }))], 400],
    ['another id', [put('Patient/b', patient('A', { id: 'a' }))], 400],
    ['a member that R4 does not know', [{ ...get('Patient'), nonsense: 1 }], 400],
    ['a type that is not served', [post(ANNA, { resourceType: 'TestScript' })], 404],
    ['a record of the appliance', [post(ANNA, { resourceType: 'AuditEvent' })], 405],
  ])('is refused for %s', async (_, entries, status) => {
    const { ask } = openFhir();
    const told = await ask('POST', '', { body: transaction(...entries) });
    expect(told.status).toBe(status);
    expect(told.body.issue?.[0]?.expression?.[0]).toMatch(/^Bundle\.entry\[[01]\]/);
    expect((await ask('GET', 'Patient')).body.total).toBe(0);
  });

  it('is refused when the store leads two entries to one resource', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }) });
    const bundle = transaction(
      put('Patient/anna', patient('Anna', { id: 'anna', active: true })),
      put(`Patient?identifier=${IDENTIFIERS}|anna`, patient('Anna', { active: false })),
    );
    expect((await ask('POST', '', { body: bundle })).status).toBe(409);
    expect((await ask('GET', 'Patient/anna')).headers.ETag).toBe('W/"1"');
  });

  it('is refused when it has too many entries', async () => {
    const { ask } = openFhir(undefined, 2);
    const bundle = transaction(get('Patient'), get('Patient'), get('Patient'));
    const { status, body } = await ask('POST', '', { body: bundle });
    expect([status, body.issue?.[0]?.code]).toEqual([413, 'too-costly']);
  });

  it.each([
    [{ resourceType: 'Bundle', type: 'collection' }],
    [{ resourceType: 'Bundle' }],
    [{ resourceType: 'Patient' }],
    [{ resourceType: 'Bundle', type: 'transaction', entry: {} }],
    [{ resourceType: 'Bundle', type: 'batch', nonsense: true }],
    [[]],
  ])('is refused when the body is %j', async (body) => {
    const { ask } = openFhir();
    expect((await ask('POST', '', { body })).status).toBe(400);
  });

  it('is refused where a member stands twice', async () => {
    const { ask } = openFhir();
    const entry = '{"request":{"method":"DELETE","url":"Patient/1","method":"GET"}}';
    const text = `{"resourceType":"Bundle","type":"transaction","entry":[${entry}]}`;
    const { status, body } = await ask('POST', '', { text });
    expect([status, body.issue?.[0]?.code]).toEqual([400, 'structure']);
  });
});

describe('who sends a transaction', () => {
  it('needs the scope of each entry', async () => {
    const { ask } = openFhir();
    const reads = transaction(get('Patient'));
    const writes = transaction(post(ANNA, patient('Anna')));
    const with_ = (scope: string, body: object) => ask('POST', '', { body, scopes: [scope] });
    expect((await with_('fhir.read', reads)).status).toBe(200);
    expect((await with_('fhir.write', reads)).status).toBe(403);
    expect((await with_('fhir.write', writes)).status).toBe(200);
    expect((await with_('fhir.read', writes)).status).toBe(403);
  });

  it('meets nothing of the other mode', async () => {
    const { ask } = openFhir();
    await ask('PUT', 'Patient/anna', { body: patient('Anna', { id: 'anna' }), mode: 'live' });
    const bundle = transaction(
      post(ANNA, patient('Anna'), { ifNoneExist: `identifier=${IDENTIFIERS}|anna` }),
      remove('Patient/anna'),
      get('Patient'),
    );
    const { body } = await ask('POST', '', { body: bundle, mode: 'test' });
    expect(statusesOf(body)).toEqual(['201 Created', '204 No Content', '200 OK']);
    expect(body.entry?.[2]?.resource?.total).toBe(1);
    expect((await ask('GET', 'Patient/anna', { mode: 'live' })).status).toBe(200);
  });

  it('leaves a record of each entry and one of the whole', async () => {
    const { ask, database } = openFhir();
    const bundle = transaction(post(ANNA, patient('Anna')), get('Patient/none?_format=json'), {
      request: { method: 'GET', url: 'Patient?family=anna' },
    });
    const good = { ...bundle, entry: [bundle.entry[0], bundle.entry[2]] };
    const { body } = await ask('POST', '', { body: good });
    const events = database
      .prepare<[], string>('SELECT event FROM audit ORDER BY seq')
      .pluck()
      .all()
      .map(revealNames(database))
      .map((event) => JSON.parse(event) as Record<string, unknown>);
    expect(events.map(({ action }) => action)).toEqual([
      'fhir.create',
      'fhir.search',
      'fhir.transaction',
    ]);
    expect(events[0]).toMatchObject({ target: nameOf(body, 0), status: 201, request_id: 'req_1' });
    expect(events[1]).toMatchObject({ query: 'Patient?family', count: 1, status: 200 });
    expect(events[2]).toMatchObject({ count: 2, status: 200 });
    expect(events[2]?.request_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(events[2]?.response_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(events)).not.toMatch(/anna/i);
  });
});
