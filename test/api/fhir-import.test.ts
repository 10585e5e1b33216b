import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox, type Told } from '../support/fhir/appliance.js';
import { grantsOf } from '../support/fhir/grants.js';

const NDJSON = 'application/fhir+ndjson';
const SYSTEM = 'urn:oid:2.999.7';

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

const below = (url: unknown) => String(url).replace(/^.*\/v1\/fhir/, '');
const ndjson = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

const patient = (id: string, more: object = {}) => ({ resourceType: 'Patient', id, ...more });
const doctor = (id: string, value: string) => ({
  resourceType: 'Practitioner',
  id,
  identifier: [{ system: SYSTEM, value }],
});
const observation = (id: string, more: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { text: 'pulse' },
  ...more,
});
const byDoctor = (id: string, value: string) =>
  observation(id, { performer: [{ reference: `Practitioner?identifier=${SYSTEM}|${value}` }] });

interface Sent {
  readonly body: string | Buffer;
  readonly Authorization?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send({ body, Authorization = box.key(), type = NDJSON, headers = {} }: Sent) {
  const response = await box.request('/v1/fhir/$import', {
    method: 'POST',
    headers: { Authorization, 'Content-Type': type, Prefer: 'respond-async', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** What became of an import, when it has ended. */
async function imported(sent: Sent) {
  const Authorization = sent.Authorization ?? box.key();
  const begun = await send({ ...sent, Authorization });
  expect([begun.status, begun.text]).toEqual([202, '']);
  const place = below(begun.headers.get('content-location'));
  for (;;) {
    const state: Told = await box.ask('GET', place, undefined, { Authorization });
    if (state.status !== 202) return { state, place, Authorization };
    expect(state.headers.get('x-progress')).toMatch(/^(waiting|\d+ resources, at file \d+)$/);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function refusals({ state, Authorization }: Awaited<ReturnType<typeof imported>>) {
  const [file] = state.body.error;
  const response = await box.request(new URL(file.url).pathname, { headers: { Authorization } });
  expect(response.headers.get('content-type')).toBe(NDJSON);
  const lines = (await response.text()).trim().split('\n');
  expect(lines.length).toBe(file.count);
  return lines.map((line) => JSON.parse(line));
}

const related = (files: readonly string[]) => ({
  type: `multipart/related; type="${NDJSON}"; boundary=cut`,
  body: `${files.map((file) => `--cut\r\nContent-Type: ${NDJSON}\r\n\r\n${file}\r\n`).join('')}--cut--\r\n`,
});

describe('an import', () => {
  it('stores each line of its files, and leads references by search to what is found', async () => {
    const first = ndjson([patient('a1'), byDoctor('a-o1', 'A1'), observation('a-o2')]);
    const second = ndjson([doctor('a-d1', 'A1')]);
    const { state, Authorization } = await imported(related([first, second]));
    expect(state.status).toBe(200);
    expect(state.body).toEqual({
      transactionTime: expect.stringMatching(/^\d{4}-/),
      request: 'http://localhost/v1/fhir/$import',
      requiresAccessToken: true,
      output: [],
      imported: [
        {
          ...{ file: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
          ...{ created: 3, updated: 0, unchanged: 0, removed: 0, refused: 0 },
        },
        {
          ...{ file: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
          ...{ created: 1, updated: 0, unchanged: 0, removed: 0, refused: 0 },
        },
      ],
      error: [],
    });
    const { body } = await box.ask('GET', '/Observation/a-o1');
    expect(body.performer).toEqual([{ reference: 'Practitioner/a-d1' }]);
    const again = await imported({ body: first, Authorization });
    expect(again.state.body.imported).toMatchObject([{ created: 0, updated: 0, unchanged: 3 }]);
  });

  it('says of each line that is refused why, without its content', async () => {
    const body = `${ndjson([patient('b1'), observation('b2', { status: 'Erfundenes' })])}{"resourceType":"Pati\n${ndjson(
      [byDoctor('b3', 'secret-number'), patient('b4')],
    )}`;
    const done = await imported({ body });
    expect(done.state.body.imported).toMatchObject([{ created: 2, refused: 3 }]);
    const told = await refusals(done);
    expect(told.map(({ id, issue: [{ code, expression }] }) => [id, code, expression])).toEqual([
      ['file-1-line-2', 'code-invalid', ['Observation.status']],
      ['file-1-line-3', 'structure', undefined],
      ['file-1-line-4', 'not-found', ['Observation.performer[0].reference']],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Erfunden|secret/);
    expect((await box.ask('GET', '/Patient/b4')).status).toBe(200);
  });

  it('keeps Bundles as Bundles', async () => {
    const entry = [{ resource: patient('c1'), request: { method: 'PUT', url: 'Patient/c1' } }];
    const bundles = ['collection', 'transaction'].map((type) => ({
      ...{ resourceType: 'Bundle', id: `c-${type}`, type },
      entry: type === 'transaction' ? entry : [{ resource: patient('c1') }],
    }));
    const { state } = await imported({ body: ndjson(bundles) });
    expect(state.body.imported).toMatchObject([{ created: 2, refused: 0 }]);
    expect((await box.ask('GET', '/Bundle/c-transaction')).body.type).toBe('transaction');
    expect((await box.ask('GET', '/Patient/c1')).status).toBe(404);
  });

  it('takes gzip, gives what has no id one, and nothing twice', async () => {
    const body = gzipSync(ndjson([{ resourceType: 'Device' }, { resourceType: 'Device' }]));
    expect((await imported({ body })).state.body.imported).toMatchObject([{ created: 2 }]);
    expect((await imported({ body })).state.body.imported).toMatchObject([{ unchanged: 2 }]);
    expect((await box.ask('GET', '/Device?_summary=count')).body.total).toBe(2);
  });

  it('fails where a file breaks off, and keeps what stands before that', async () => {
    const names = Array.from({ length: 2_000 }, (_, n) => patient(`e${n}`));
    const whole = gzipSync(ndjson(names));
    const { state } = await imported({ body: whole.subarray(0, whole.length - 40) });
    expect([state.status, state.body.issue[0].diagnostics]).toEqual([
      500,
      expect.stringContaining('A file breaks off'),
    ]);
    expect((await box.ask('GET', '/Patient/e100')).status).toBe(200);
  });

  it('is on record: its begin, each resource, its end and who looked', async () => {
    const before = box.auditEvents().length;
    const { place } = await imported({ body: ndjson([patient('f1'), { resourceType: 'X' }]) });
    const id = place.split('/').at(-1);
    const records = box.auditEvents().slice(before);
    expect(
      records
        .filter(({ action }) => !action.startsWith('fhir.import_status'))
        .map(({ action, target, result_id, count }) => [action, target, result_id, count]),
    ).toEqual([
      ['fhir.import', undefined, id, undefined],
      ['fhir.update', 'Patient/f1', 'Patient/f1/_history/1', undefined],
      ['fhir.import_end', undefined, id, 2],
    ]);
  });

  it('is seen by who began it alone, and leaves no file when it is deleted', async () => {
    const body = ndjson([patient('g1'), { resourceType: 'X' }]);
    const { place, Authorization, state } = await imported({ body });
    for (const other of [box.key(), box.key({ mode: 'live' })]) {
      const told = await box.ask('GET', place, undefined, { Authorization: other });
      expect(told.status).toBe(404);
    }
    const file = new URL(state.body.error[0].url).pathname;
    expect((await box.request(file, { headers: { Authorization: box.key() } })).status).toBe(404);
    const gone = await box.ask('DELETE', place, undefined, { Authorization });
    expect(gone.status).toBe(202);
    expect((await box.request(file, { headers: { Authorization } })).status).toBe(404);
    const id = place.split('/').at(-1) ?? '';
    const left = readdirSync(join(box.folder, 'fhir-imports'), { recursive: true }).map(String);
    expect(left.filter((name) => name.includes(id))).toEqual([]);
    expect(readdirSync(join(box.folder, 'tmp'))).toEqual([]);
  });

  it('holds nothing of its files once it is complete', async () => {
    const { place } = await imported({ body: ndjson([patient('h1')]) });
    const id = place.split('/').at(-1) ?? '';
    expect(readdirSync(join(box.folder, 'fhir-imports', id))).toEqual([]);
  });

  it('writes what a token allows, and refuses the other lines', async () => {
    const Authorization = box.token(grantsOf('user/Patient.cu'));
    const body = ndjson([patient('i1'), observation('i2')]);
    const done = await imported({ body, Authorization });
    expect(done.state.body.imported).toMatchObject([{ created: 1, refused: 1 }]);
    expect((await refusals(done))[0]).toMatchObject({
      id: 'file-1-line-2',
      issue: [{ code: 'forbidden' }],
    });
    // Whether what is stored is the same, a token that cannot read is not told.
    const again = await imported({ body: ndjson([patient('i1')]), Authorization });
    expect(again.state.body.imported).toMatchObject([{ updated: 1, unchanged: 0 }]);
  });
});

describe('no import', () => {
  const body = ndjson([patient('z1')]);

  it.each([
    ['without Prefer: respond-async', { headers: { Prefer: '' } }, 400, 'respond-async'],
    ['of another type', { type: 'application/fhir+json' }, 415, 'application/fhir+ndjson'],
    ['of nothing', { body: '' }, 400, 'holds no file'],
    ['of a compressed body', { headers: { 'Content-Encoding': 'gzip' } }, 415, 'compress'],
  ])('%s', async (_, more, status, why) => {
    const told = await send({ body, ...more });
    expect([told.status, told.text]).toEqual([status, expect.stringContaining(why)]);
    expect((await box.ask('GET', '/Patient/z1')).status).toBe(404);
  });

  it('with parameters, which none takes', async () => {
    const response = await box.request('/v1/fhir/$import?_type=Patient', {
      method: 'POST',
      headers: { Authorization: box.key(), 'Content-Type': NDJSON, Prefer: 'respond-async' },
      body,
    });
    expect(response.status).toBe(400);
  });

  it('with a token of a patient, or a key that only reads', async () => {
    const ofPatient = box.token(grantsOf('patient/*.cruds'));
    expect((await send({ body, Authorization: ofPatient })).status).toBe(403);
    const reading = box.key({ scopes: ['fhir.read'] });
    expect((await send({ body, Authorization: reading })).status).toBe(403);
  });

  it('more than two at a time', async () => {
    const long = ndjson(Array.from({ length: 300 }, (_, n) => patient(`y${n}`)));
    const Authorization = box.key();
    const begun = await Promise.all([1, 2, 3].map(() => send({ body: long, Authorization })));
    expect(begun.map(({ status }) => status).sort()).toEqual([202, 202, 429]);
    for (const { headers } of begun.filter(({ status }) => status === 202)) {
      const place = below(headers.get('content-location'));
      expect((await box.ask('DELETE', place, undefined, { Authorization })).status).toBe(202);
    }
  });
});
