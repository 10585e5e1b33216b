import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox, type Told } from '../support/fhir/appliance.js';
import { grantsOf } from '../support/fhir/grants.js';
import { rounds } from '../support/rounds.js';

const ASYNC = { Prefer: 'respond-async' };

interface Listed {
  readonly type: string;
  readonly url: string;
  readonly count: number;
}

interface Manifest {
  readonly transactionTime: string;
  readonly request: string;
  readonly output: readonly Listed[];
  readonly error: readonly Listed[];
  readonly deleted: readonly Listed[];
}

let box: FhirBox;
beforeAll(async () => {
  box = startFhirBox();
  for (const id of ['anna', 'bela', 'cora']) {
    const gender = id === 'bela' ? 'male' : 'female';
    const name = [{ family: `Invented${id}` }];
    await box.ask('PUT', `/Patient/${id}`, { resourceType: 'Patient', id, gender, name });
    const subject = { reference: `Patient/${id}` };
    const code = { text: id === 'bela' ? 'weight' : 'pulse' };
    const body = { resourceType: 'Observation', status: 'final', code, subject };
    await box.ask('PUT', `/Observation/of-${id}`, { ...body, id: `of-${id}` });
  }
  await box.ask('PUT', '/Location/ward', { resourceType: 'Location', id: 'ward', name: 'Ward' });
  await box.ask('PUT', '/Observation/of-ward', {
    resourceType: 'Observation',
    id: 'of-ward',
    status: 'final',
    code: { text: 'temperature' },
    subject: { reference: 'Location/ward' },
  });
  await box.ask('PUT', '/Group/some', {
    resourceType: 'Group',
    id: 'some',
    type: 'person',
    actual: true,
    member: [
      { entity: { reference: 'Patient/anna' } },
      { entity: { reference: 'Patient/bela' }, inactive: true },
    ],
  });
});
afterAll(() => box.stop());

const below = (url: unknown) => String(url).replace(/^.*\/v1\/fhir/, '');
const begin = (path: string, headers = {}) =>
  box.ask('GET', path, undefined, { ...ASYNC, ...headers });

/** The status of an export once it has ended. */
async function ended(told: Told, headers = {}): Promise<Told> {
  expect([told.status, told.text]).toEqual([202, '']);
  const place = below(told.headers.get('content-location'));
  for (;;) {
    const state = await box.ask('GET', place, undefined, headers);
    if (state.status !== 202) return state;
    expect(state.headers.get('retry-after')).toBe('5');
    expect(state.headers.get('x-progress')).toMatch(/^(waiting|\d+ resources, at \w+)$/);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function fileOf(url: string, headers: Record<string, string>) {
  const response = await box.request(new URL(url).pathname, { headers });
  return { status: response.status, type: response.headers.get('content-type'), response };
}

/** The lines of all files. */
async function linesOf(files: readonly Listed[], Authorization: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { url, count } of files) {
    const { status, type, response } = await fileOf(url, { Authorization });
    expect([status, type]).toEqual([200, 'application/fhir+ndjson']);
    const own = (await response.text()).split('\n');
    expect(own.pop()).toBe('');
    expect(own.length).toBe(count);
    lines.push(...own);
  }
  return lines;
}

/** All that an export has, which is deleted then. */
async function exported(path: string, Authorization = box.key()) {
  const told = await begin(path, { Authorization });
  const state = await ended(told, { Authorization });
  expect([state.status, state.text]).toEqual([200, expect.any(String)]);
  const manifest: Manifest = state.body;
  const lines = await linesOf(manifest.output, Authorization);
  const names = lines.map((line) => {
    const { resourceType, id } = JSON.parse(line);
    return `${resourceType}/${id}`;
  });
  const deleted = await linesOf(manifest.deleted, Authorization);
  const place = below(told.headers.get('content-location'));
  await box.ask('DELETE', place, undefined, { Authorization });
  return { manifest, lines, names: names.toSorted(), deleted, headers: state.headers };
}

const observations = (...ids: string[]) => ids.map((id) => `Observation/of-${id}`);
const patients = (...ids: string[]) => ids.map((id) => `Patient/${id}`);

describe('an export', () => {
  it('has a manifest, and files that the same key may fetch until they expire', async () => {
    const path = '/$export?_type=Patient,Observation&_outputFormat=application/fhir%2Bndjson';
    const { manifest, names, headers } = await exported(path);
    expect(manifest).toEqual({
      transactionTime: expect.stringMatching(/^\d{4}-.*Z$/),
      request: expect.stringMatching(/^http:\/\/localhost\/v1\/fhir\/\$export\?_type=/),
      requiresAccessToken: true,
      output: [
        { type: 'Observation', url: expect.stringContaining('/$export-file/'), count: 4 },
        { type: 'Patient', url: expect.stringContaining('/$export-file/'), count: 3 },
      ],
      deleted: [],
      error: [],
    });
    expect(names).toEqual([
      ...observations('anna', 'bela', 'cora', 'ward'),
      ...patients('anna', 'bela', 'cora'),
    ]);
    expect(headers.get('content-type')).toContain('application/json');
    expect(Date.parse(String(headers.get('expires')))).toBeGreaterThan(Date.now());
  });

  it('of patients has their compartments, of a group those of its active members', async () => {
    const all = await exported('/Patient/$export');
    expect(all.names).toEqual([
      'Group/some',
      ...observations('anna', 'bela', 'cora'),
      ...patients('anna', 'bela', 'cora'),
    ]);
    const some = await exported('/Group/some/$export');
    expect(some.names).toEqual(['Group/some', ...observations('anna'), ...patients('anna')]);
    expect((await begin('/Group/none/$export')).status).toBe(404);
    expect((await begin('/Observation/$export')).status).toBe(404);
  });

  it('is narrowed by search parameters and elements', async () => {
    const filter = encodeURIComponent('Patient?gender=male');
    const more = encodeURIComponent('Patient?family=Inventedcora');
    const types = '/$export?_type=Patient,Location';
    const one = await exported(`${types}&_typeFilter=${filter}`);
    expect(one.names).toEqual(['Location/ward', 'Patient/bela']);
    const either = await exported(`${types}&_typeFilter=${filter},${more}`);
    expect(either.names).toEqual(['Location/ward', 'Patient/bela', 'Patient/cora']);
    const { lines } = await exported('/$export?_type=Patient&_elements=Patient.gender');
    expect(lines.map((line) => Object.keys(JSON.parse(line)).toSorted())).toEqual(
      Array(3).fill(['gender', 'id', 'meta', 'resourceType']),
    );
  });

  it('has a line for each resource, however its text was sent', async () => {
    const sent = { resourceType: 'Organization', id: 'lines', name: 'Two\nlines', active: true };
    for (const text of [JSON.stringify(sent, null, 2), JSON.stringify(sent, null, '\r\n\t')]) {
      await box.ask('PUT', '/Organization/lines', text);
      const { lines } = await exported('/$export?_type=Organization');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([sent]);
    }
    await box.ask('DELETE', '/Organization/lines');
  });

  it('has what was changed and what was deleted since another one', async () => {
    const first = await exported('/$export?_type=Location');
    for (const id of ['old', 'new']) {
      await box.ask('PUT', `/Location/${id}`, { resourceType: 'Location', id, name: 'Room' });
    }
    await box.ask('DELETE', '/Location/old');
    const since = encodeURIComponent(first.manifest.transactionTime);
    const next = await exported(`/$export?_type=Location&_since=${since}`);
    expect(next.names).toEqual(['Location/new']);
    expect(next.manifest.deleted).toEqual([
      { type: 'Bundle', url: expect.stringContaining('/deleted-Location-1.ndjson'), count: 1 },
    ]);
    expect(next.deleted.map((line) => JSON.parse(line))).toEqual([
      {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [{ request: { method: 'DELETE', url: 'Location/old' } }],
      },
    ]);
    await box.ask('DELETE', '/Location/new');
  });

  it.each([
    ['/$export?_since=yesterday', 'http._since'],
    ['/$export?_type=Patient,,', 'http._type'],
    ['/$export?_type=Unicorn', 'http._type'],
    ['/$export?_type=AuditEvent', 'http._type'],
    ['/Patient/$export?_type=Location', 'http._type'],
    ['/$export?_outputFormat=text/csv', 'http._outputFormat'],
    ['/$export?_typeFilter=gender', 'http._typeFilter'],
    ['/$export?_type=Location&_typeFilter=Patient%3Fgender%3Dmale', 'http._typeFilter'],
    ['/$export?_typeFilter=Observation%3Fsubject:Patient.gender%3Dmale', 'http._typeFilter'],
    ['/$export?_typeFilter=Patient%3F_has:Observation:subject:code%3Dx', 'http._typeFilter'],
    ['/$export?_typeFilter=Patient%3Funknown%3D1', 'http.unknown'],
    ['/$export?_elements=Patient.unknown', 'http._elements'],
    ['/$export?includeAssociatedData=LatestProvenanceResources', 'http.includeAssociatedData'],
    ['/$export?organizeOutputBy=Patient', 'http'],
  ])('is refused for %s', async (path, expression) => {
    const { status, body } = await begin(path);
    expect([status, body.issue[0].expression]).toEqual([400, [expression]]);
  });

  it('needs the preference of a later answer', async () => {
    const { status, body } = await box.ask('GET', '/$export');
    expect([status, body.issue[0].expression]).toEqual([400, ['http.prefer']]);
    expect((await begin('/$export', { Accept: 'text/csv' })).status).toBe(406);
    expect((await box.ask('POST', '/$export', {}, ASYNC)).status).toBe(400);
    expect((await box.ask('HEAD', '/$export', undefined, ASYNC)).status).toBe(405);
  });

  it('is refused where others are running', async () => {
    const begun = await Promise.all([1, 2, 3].map(() => begin('/$export')));
    expect(begun.map(({ status }) => status).toSorted()).toEqual([202, 202, 429]);
    const refused = begun.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
    for (const one of begun.filter(({ status }) => status === 202)) {
      const place = below(one.headers.get('content-location'));
      expect((await box.ask('DELETE', place)).status).toBe(202);
      expect((await box.ask('GET', place)).status).toBe(404);
    }
    expect(readdirSync(join(box.folder, 'fhir-exports'))).toEqual([]);
  });

  it('leaves records without names of patients', async () => {
    const from = box.auditEvents().length;
    const filter = encodeURIComponent('Patient?family=Inventedanna');
    await exported(`/$export?_type=Patient&_typeFilter=${filter}`);
    const events = box.auditEvents().slice(from);
    const told = events.filter(({ action }) => action !== 'fhir.export_status');
    expect(told.map(({ action, query, count }) => [action, query, count])).toEqual([
      ['fhir.export', '$export?_type,_typeFilter', undefined],
      ['fhir.export_end', '$export?_type,_typeFilter', 1],
      ['fhir.export_file', 'Patient', 1],
      ['fhir.export_delete', undefined, undefined],
    ]);
    expect(new Set(events.map(({ result_id: id }) => id)).size).toBe(1);
    expect(JSON.stringify(events)).not.toContain('Inventedanna');
  });

  describe('with the Provenances of what is exported', () => {
    const PARAMETER = 'includeAssociatedData=RelevantProvenanceResources';
    beforeAll(async () => {
      for (const target of ['Observation/of-anna', 'Observation/of-bela', 'Patient/cora']) {
        const id = `by-${target.split('/')[1]}`;
        await box.ask('PUT', `/Provenance/${id}`, {
          ...{ resourceType: 'Provenance', id, recorded: '2026-06-01T12:00:00Z' },
          target: [{ reference: `${target}/_history/1` }],
          agent: [{ who: { display: 'Somebody' } }],
        });
      }
    });
    afterAll(async () => {
      for (const id of ['by-of-anna', 'by-of-bela', 'by-cora']) {
        await box.ask('DELETE', `/Provenance/${id}`);
      }
    });

    it.each([
      [`_type=Observation&_typeFilter=Observation?code:text=pulse`, ['by-of-anna']],
      ['_type=Patient', ['by-cora']],
      ['_type=Patient,Provenance', ['by-cora']],
      ['_since=2999-01-01T00:00:00Z', []],
    ])('Patient/$export?%s', async (query, provenances) => {
      const { names } = await exported(`/Patient/$export?${query}&${PARAMETER}`);
      const found = names.flatMap((name) => name.split('Provenance/')[1] ?? []);
      expect(found).toEqual(provenances);
    });

    it('has each of them once', async () => {
      const { names } = await exported(`/$export?_type=Observation,Provenance&${PARAMETER}`);
      const found = names.filter((name) => name.startsWith('Provenance/'));
      expect(found).toEqual([
        'Provenance/by-cora',
        'Provenance/by-of-anna',
        'Provenance/by-of-bela',
      ]);
    });

    it('needs a token that shows them', async () => {
      const Authorization = box.token(grantsOf('user/Patient.rs'));
      const refused = await begin(`/$export?${PARAMETER}&_type=Patient`, { Authorization });
      expect(refused.status).toBe(403);
    });
  });

  describe('that is begun by POST', () => {
    const parameter = (name: string, value: object) => ({ name, ...value });
    const ofPatient = (id: string) =>
      parameter('patient', { valueReference: { reference: `Patient/${id}` } });
    const post = (path: string, sent: readonly object[], Authorization = box.key()) =>
      box.ask(...(['POST', path, { resourceType: 'Parameters', parameter: sent }] as const), {
        ...ASYNC,
        Authorization,
      });
    const namesOf = async (path: string, sent: readonly object[]) => {
      const Authorization = box.key();
      const { body } = await ended(await post(path, sent, Authorization), { Authorization });
      const lines = await linesOf(body.output, Authorization);
      expect(body.request).toBe(`http://localhost/v1/fhir${path}`);
      return lines.map((line) => JSON.parse(line).id).toSorted();
    };

    it('takes its parameters from the body', async () => {
      const female = parameter('_typeFilter', { valueString: 'Patient?gender=female' });
      const type = parameter('_type', { valueString: 'Patient' });
      expect(await namesOf('/$export', [type, female])).toEqual(['anna', 'cora']);
      const since = parameter('_since', { valueInstant: '2999-01-01T00:00:00Z' });
      expect(await namesOf('/Patient/$export', [since])).toEqual([]);
    });

    it('is of the patients who are named', async () => {
      const of = ['anna', 'of-anna', 'some'];
      expect(await namesOf('/Patient/$export', [ofPatient('anna')])).toEqual(of);
      expect(await namesOf('/Group/some/$export', [ofPatient('anna')])).toEqual(of);
      const two = [ofPatient('bela'), ofPatient('cora')];
      expect(await namesOf('/Patient/$export', two)).toEqual([
        'bela',
        'cora',
        'of-bela',
        'of-cora',
        'some',
      ]);
    });

    it.each([
      ['/Patient/$export', [ofPatient('nobody')], 404, "where(name='patient')"],
      ['/Group/some/$export', [ofPatient('bela')], 400, "where(name='patient')"],
      ['/$export', [ofPatient('anna')], 400, "where(name='patient')"],
      ['/Patient/$export', [{ name: 'patient', valueString: 'anna' }], 400, 'parameter[0]'],
      ['/$export', [{ name: '_type' }], 400, 'parameter[0]'],
      ['/$export', [{ valueString: 'Patient' }], 400, 'parameter[0]'],
      ['/$export', [null], 400, 'parameter[0]'],
      ['/$export', [{ name: 'foo', valueString: 'x' }], 400, 'http'],
      ['/$export', [{ name: '_type', valueString: 'Unicorn' }], 400, 'http._type'],
    ])('%s with %j is refused', async (path, sent, status, place) => {
      const { body, ...told } = await post(path, sent as object[]);
      expect([told.status, body.issue[0].expression[0]]).toEqual([
        status,
        expect.stringContaining(place),
      ]);
    });

    it('names no patient whom the token does not show', async () => {
      const Authorization = box.token(grantsOf('user/Patient.rs?gender=female'));
      const told = await post('/Patient/$export', [ofPatient('bela')], Authorization);
      expect(told.status).toBe(404);
    });
  });

  it('is in the statement', async () => {
    const { body } = await box.ask('GET', '/metadata');
    expect(body.instantiates).toEqual([
      'http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data',
    ]);
    expect(body.rest[0].operation).toEqual([
      {
        name: 'export',
        definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export',
      },
      expect.objectContaining({ name: 'import' }),
    ]);
    for (const [type, name] of [
      ['Patient', 'patient-export'],
      ['Group', 'group-export'],
    ]) {
      const found = body.rest[0].resource.find((one: { type: string }) => one.type === type);
      expect(found.operation.map((one: { name: string }) => one.name)).toContain(name);
    }
  });
});

describe('the files of an export', () => {
  it('have, all together, what is stored', async () => {
    const own = startFhirBox();
    const outer = box;
    box = own;
    const step = fc.record({
      type: fc.constantFrom('Patient', 'Location', 'Organization'),
      id: fc.integer({ min: 0, max: 40 }).map((number) => `r${number}`),
      isDeleted: fc.boolean(),
    });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
          for (const { type, id, isDeleted } of steps) {
            const method = isDeleted ? 'DELETE' : 'PUT';
            const body = isDeleted ? undefined : { resourceType: type, id, language: 'de' };
            const named = type === 'Organization' ? { ...body, name: 'Invented' } : body;
            await own.ask(method, `/${type}/${id}`, isDeleted ? undefined : named);
          }
          const stored: string[] = [];
          for (const type of ['Patient', 'Location', 'Organization']) {
            const { body } = await own.ask('GET', `/${type}?_count=1000`);
            for (const { resource } of body.entry ?? []) stored.push(JSON.stringify(resource));
          }
          const { lines } = await exported('/$export', own.key());
          expect(lines.toSorted()).toEqual(stored.toSorted());
        }),
        { numRuns: rounds({ short: 8, long: 100 }) },
      );
    } finally {
      box = outer;
      await own.stop();
    }
  });
});

describe('what a caller may export', () => {
  const token = (scopes: string) => box.token(grantsOf(scopes));
  const statusOf = async (path: string, Authorization: string) =>
    (await begin(path, { Authorization })).status;

  it('needs a key with the scope to read', async () => {
    expect(await statusOf('/$export', box.key({ scopes: ['fhir.write'] }))).toBe(403);
    expect(await statusOf('/$export', 'Bearer nothing')).toBe(401);
  });

  it('is nothing with a token of a patient', async () => {
    expect(await statusOf('/$export', token('patient/*.rs'))).toBe(403);
    expect(await statusOf('/Patient/$export', token('user/*.rs patient/Patient.r'))).toBe(403);
  });

  it('says of which types it has nothing for want of a scope', async () => {
    const Authorization = token('user/Location.rs');
    const begun = await begin('/$export', { Authorization });
    const { body } = await ended(begun, { Authorization });
    const outcomes = await linesOf(body.error, Authorization);
    expect(outcomes.filter((line) => line.includes('Location'))).toEqual([]);
    expect(outcomes.filter((line) => line.includes('Patient was left out'))).toHaveLength(1);
  });

  it('is what its scopes cover', async () => {
    const both = await exported('/$export', token('user/Patient.rs user/Observation.rs?code=x'));
    expect(both.names).toEqual(patients('anna', 'bela', 'cora'));
    const male = await exported('/$export', token('user/Patient.rs?gender=male'));
    expect(male.names).toEqual(['Patient/bela']);
    const group = token('user/Patient.rs user/Group.r');
    expect((await exported('/Group/some/$export', group)).names).toEqual(['Patient/anna']);
    expect(await statusOf('/Group/some/$export', token('user/Patient.rs'))).toBe(404);
    expect(await statusOf('/$export', token('user/Patient.r'))).toBe(403);
  });

  it('cannot be widened by its parameters', async () => {
    const only = token('user/Observation.rs user/Patient.rs?gender=male');
    expect(await statusOf('/$export?_type=Observation,Location', only)).toBe(403);
    expect(await statusOf('/$export?_typeFilter=Location%3Fname%3DWard', only)).toBe(403);
    const other = await exported('/$export?_typeFilter=Patient%3Fgender%3Dfemale', only);
    expect(other.names.filter((name) => name.startsWith('Patient'))).toEqual([]);
  });

  it('does not show a deleted resource that its scopes do not cover', async () => {
    for (const [id, gender] of [
      ['gone-m', 'male'],
      ['gone-f', 'female'],
    ] as const) {
      await box.ask('PUT', `/Patient/${id}`, { resourceType: 'Patient', id, gender });
      await box.ask('DELETE', `/Patient/${id}`);
    }
    const path = '/$export?_since=2020-01-01';
    const { deleted } = await exported(path, token('user/Patient.rs?gender=male'));
    expect(deleted.join()).toContain('Patient/gone-m');
    expect(deleted.join()).not.toContain('Patient/gone-f');
  });

  it('is shown to nobody else', async () => {
    const Authorization = box.key();
    const begun = await begin('/$export?_type=Patient', { Authorization });
    const place = below(begun.headers.get('content-location'));
    const { body } = await ended(begun, { Authorization });
    const [file] = (body as Manifest).output;
    const url = String(file?.url);
    for (const other of [box.key(), box.key({ mode: 'live' }), token('user/*.rs')]) {
      const headers = { Authorization: other };
      expect((await box.ask('GET', place, undefined, headers)).status).toBe(404);
      expect((await box.ask('DELETE', place, undefined, headers)).status).toBe(404);
      expect((await fileOf(url, headers)).status).toBe(404);
    }
    expect((await fileOf(url, { Authorization })).status).toBe(200);
    expect((await fileOf(`${url}x`, { Authorization })).status).toBe(404);
    expect((await box.ask('DELETE', place, undefined, { Authorization })).status).toBe(202);
    expect((await fileOf(url, { Authorization })).status).toBe(404);
  });

  it('is not read with another token of the client that allows less', async () => {
    const Authorization = token('user/Patient.rs user/Observation.rs');
    const begun = await begin('/$export', { Authorization });
    const { body } = await ended(begun, { Authorization });
    const urls = (body as Manifest).output.map(({ url }) => url);
    const readBy = (scopes: string) =>
      Promise.all(
        urls.map(async (url) => (await fileOf(url, { Authorization: token(scopes) })).status),
      );
    expect(await readBy('user/Patient.rs user/Observation.rs')).toEqual([200, 200]);
    expect(await readBy('user/*.cruds')).toEqual([200, 200]);
    expect(await readBy('user/Patient.rs')).toEqual([403, 200]);
    expect(await readBy('user/Patient.rs?gender=male')).toEqual([403, 403]);
    expect(await readBy('patient/*.rs')).toEqual([403, 403]);
  });

  it('is of test or of live data', async () => {
    const live = await exported('/$export', box.key({ mode: 'live' }));
    expect(live.names).toEqual([]);
  });
});
