import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { riskResult } from '../../src/scores/schema.js';
import { openDatabase } from '../../src/store/open.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { FILED_TYPES, type PatientFiles, patientFiles } from '../support/filing.js';
import { errorOf } from '../support/http-app.js';
import { base64Of, greyPicture } from '../support/pictures.js';
import { audioForm, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let files: PatientFiles;
beforeAll(async () => {
  box = await startTestAppliance();
  files = patientFiles(box);
});
afterAll(() => box.stop());

let last = 0;
/** A name that no other test of this file has. */
const fresh = () => ({ 'Idempotency-Key': `name-${++last}` });
const SCORE = { score: 'bmi', inputs: { weight: 80, height: { value: 2, unit: 'm' } } };
const patient = (family: string) => ({ resourceType: 'Patient', name: [{ family }] });
const replayed = (response: Response) => response.headers.get('idempotency-replayed');
const patients = () => files.count(['Patient']);

/** Asks while no answer can be kept. */
async function withoutKeeping(ask: () => Promise<Response>): Promise<Response> {
  const database = openDatabase(box.dataDir);
  database.exec(
    `CREATE TRIGGER none_kept BEFORE INSERT ON idempotent BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const response = await ask();
  database.exec('DROP TRIGGER none_kept');
  database.close();
  return response;
}

describe('an operation under a name', () => {
  it('is carried out once; the repetition has its answer and a record of its own', async () => {
    const name = fresh();
    const first = await box.post('/v1/risk', SCORE, name);
    const text = await first.text();
    expect(first.status, text).toBe(200);
    expect(replayed(first)).toBeNull();
    const second = await box.post('/v1/risk', SCORE, { ...name, 'X-Request-Id': 'again-1' });
    expect(replayed(second)).toBe('true');
    expect(second.headers.get('x-request-id')).toBe('again-1');
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await second.text()).toBe(text);
    const [original, repetition] = box.auditEvents().slice(-2);
    expect(original).not.toHaveProperty('replayed');
    expect(repetition).toEqual({ ...original, request_id: 'again-1', replayed: true });
    expect(repetition?.result_id).toBe(JSON.parse(text).risk_id);
  });

  it('sent many times at once is computed once', async () => {
    const image_data = await base64Of(greyPicture(300, 200).png());
    const body = { image_data, image_type: 'test_pattern', modality: 'DX' };
    const name = fresh();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => box.post('/v1/imaging', body, name)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  });

  it('is refused when it is not the same, under each prefix, and its refusal is no answer', async () => {
    const name = fresh();
    const bad = await box.post('/v1/risk', { score: 'no-such-score' }, name);
    expect(bad.status).toBe(400);
    expect((await box.post('/v1/risk', SCORE, name)).status).toBe(200);
    const other = await box.post('/v1/risk', { score: 'no-such-score' }, name);
    expect(other.status).toBe(409);
    expect((await errorOf(other)).code).toBe('idempotency_mismatch');
    expect((await box.post('/api/v1/risk', SCORE, name)).status).toBe(409);
    expect((await box.post('/v1/medications', SCORE, name)).status).toBe(409);
    const event = box.auditEvents().at(-1);
    expect(event).toMatchObject({ outcome: 'refused', error_code: 'idempotency_mismatch' });
    expect(JSON.stringify(box.auditEvents())).not.toContain(name['Idempotency-Key']);
  });

  it('is refused for a name that is none before its body is looked at', async () => {
    const response = await box.post('/v1/risk', 'not JSON', { 'Idempotency-Key': 'a b' });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details.field).toBe('Idempotency-Key');
  });

  it('counts for the rate limit each time', async () => {
    const Authorization = `Bearer ${box.key({ rate: 2 })}`;
    const name = fresh();
    const ask = async () => (await box.post('/v1/risk', SCORE, { ...name, Authorization })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });

  it('that is filed is filed once', async () => {
    const subject = `Patient/${await files.store({ resourceType: 'Patient' })}`;
    const before = await files.count(FILED_TYPES);
    const name = fresh();
    const asked = { ...SCORE, subject };
    const answers = await Promise.all([1, 2, 3].map(() => box.post('/v1/risk', asked, name)));
    const bodies = await Promise.all(
      answers.map(async (answer) => riskResult.parse(await answer.json())),
    );
    expect(new Set(bodies.map(({ filed }) => filed?.join())).size).toBe(1);
    expect(await files.count(FILED_TYPES)).toBe(before + (bodies[0]?.filed?.length ?? Number.NaN));
    const repetition = box.auditEvents().findLast((event) => event.replayed);
    expect(repetition).toMatchObject({ action: 'risk.create', target: subject });
  });
});

describe('an answer that cannot be kept', () => {
  it.each(['with a subject', 'without one'])('leaves nothing behind, %s', async (how) => {
    const subject = `Patient/${await files.store({ resourceType: 'Patient' })}`;
    const asked = how === 'with a subject' ? { ...SCORE, subject } : SCORE;
    const before = await files.count(FILED_TYPES);
    const name = fresh();
    const failed = await withoutKeeping(() => box.post('/v1/risk', asked, name));
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toMatch(/bmi|RAISE/i);
    const failure = { action: 'risk.create', outcome: 'failed', error_code: 'internal_error' };
    expect(box.auditEvents().at(-1)).toMatchObject(failure);
    expect(await files.count(FILED_TYPES)).toBe(before);
    const then = await box.post('/v1/risk', asked, name);
    expect(then.status).toBe(200);
    expect(replayed(then)).toBeNull();
  });
});

describe('a recording under a name', () => {
  it('is written down once, however its form is packed; another one is refused', async () => {
    const models = speechModels();
    const own = await startTestAppliance({ models_dir: models.dir });
    try {
      const name = fresh();
      // Every form that is made has a boundary of its own.
      const ask = (seconds: number) =>
        own.upload('/v1/transcribe', audioForm(silence(seconds)), name);
      const [first, second] = [await ask(2), await ask(2)];
      const text = await first.text();
      expect(first.status, text).toBe(200);
      expect(replayed(second)).toBe('true');
      expect(await second.text()).toBe(text);
      const [one, other] = own.auditEvents().slice(-2);
      expect(other?.result_id).toBe(one?.result_id);
      expect(other?.request_sha256).not.toBe(one?.request_sha256);
      expect((await ask(3)).status).toBe(409);
      expect(readdirSync(join(own.dataDir, 'tmp'))).toEqual([]);
    } finally {
      await own.stop();
      models.remove();
    }
  });
});

describe('FHIR under a name', () => {
  it('creates a resource once, however many requests are concurrent', async () => {
    const before = await patients();
    const name = fresh();
    const ask = () => box.post('/v1/fhir/Patient', patient('Once'), name);
    const answers = await Promise.all(Array.from({ length: 16 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    for (const header of ['location', 'etag', 'last-modified']) {
      expect(new Set(answers.map(({ headers }) => headers.get(header))).size).toBe(1);
    }
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await patients()).toBe(before + 1);
    const { id } = JSON.parse(texts[0] ?? '');
    const event = box.auditEvents().findLast(({ action }) => action === 'fhir.create');
    expect(event).toMatchObject({
      replayed: true,
      status: 201,
      target: `Patient/${id}`,
      result_id: `Patient/${id}/_history/1`,
    });
  });

  it('answers without a body as without one', async () => {
    const headers = { ...fresh(), Prefer: 'return=minimal' };
    const ask = () => box.post('/v1/fhir/Patient', patient('Short'), headers);
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([await first.text(), await second.text()]).toEqual(['', '']);
    expect(replayed(second)).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });

  it.each(['transaction', 'batch'])('carries out a %s once', async (type) => {
    const before = await patients();
    const entry = ['A', 'B'].map((family) => ({
      resource: patient(family),
      request: { method: 'POST', url: 'Patient' },
    }));
    const name = fresh();
    const ask = () => box.post('/v1/fhir', { resourceType: 'Bundle', type, entry }, name);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1);
    expect(await patients()).toBe(before + 2);
    expect(
      box
        .auditEvents()
        .filter(({ replayed }) => replayed)
        .at(-1)?.action,
    ).toBe(`fhir.${type}`);
  });

  it('does each entry of a batch by itself, and all of them or none', async () => {
    const before = await patients();
    const entry = ['A', 'no such gender', 'B'].map((gender) => ({
      resource: { resourceType: 'Patient', ...(gender.length > 1 && { gender }) },
      request: { method: 'POST', url: 'Patient' },
    }));
    const name = fresh();
    const ask = () => box.post('/v1/fhir', { resourceType: 'Bundle', type: 'batch', entry }, name);
    const failed = await withoutKeeping(ask);
    expect(failed.status).toBe(500);
    expect(await patients()).toBe(before);
    const events = box.auditEvents().length;
    const { entry: answers } = JSON.parse(await (await ask()).text());
    expect(answers.map((one: { response: object }) => one.response)).toMatchObject([
      { status: '201 Created' },
      { status: '422 Unprocessable Entity' },
      { status: '201 Created' },
    ]);
    expect(await patients()).toBe(before + 2);
    const made = box.auditEvents().slice(events);
    expect(made.map(({ action, status }) => `${action} ${status}`).slice(0, 4)).toEqual([
      'fhir.create 201',
      'fhir.create 422',
      'fhir.create 201',
      'fhir.batch 200',
    ]);
  });

  it('returns the earlier result of a search, regardless of later writes', async () => {
    const headers = { ...fresh(), 'Content-Type': 'application/x-www-form-urlencoded' };
    const ask = (query = 'family=Later') => box.post('/v1/fhir/Patient/_search', query, headers);
    const first = await (await ask()).text();
    await files.store(patient('Later'));
    expect(await (await ask()).text()).toBe(first);
    expect((await ask('family=Other')).status).toBe(409);
  });

  it('refuses another resource as FHIR does, and keeps no refusal', async () => {
    const name = fresh();
    const wrong = { resourceType: 'Patient', gender: 'no such gender' };
    expect((await box.post('/v1/fhir/Patient', wrong, name)).status).toBe(422);
    expect((await box.post('/v1/fhir/Patient', patient('Right'), name)).status).toBe(201);
    const before = await patients();
    const other = await box.post('/v1/fhir/Patient', patient('Other'), name);
    expect(other.status).toBe(409);
    expect(other.headers.get('content-type')).toContain('application/fhir+json');
    expect(await other.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'duplicate', diagnostics: expect.stringContaining('Idempotency-Key') }],
    });
    expect(await patients()).toBe(before);
    const noName = { 'Idempotency-Key': 'x'.repeat(256) };
    const refused = await box.post('/v1/fhir/Patient', patient('No'), noName);
    expect(refused.status).toBe(400);
    expect(JSON.parse(await refused.text()).issue[0].diagnostics).toContain('Idempotency-Key');
  });
});
