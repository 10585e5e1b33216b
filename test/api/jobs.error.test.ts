import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { patientFiles } from '../support/filing.js';
import { errorOf } from '../support/http-app.js';
import { endOf, filmQuestion, type Job, LATER, readJob } from '../support/jobs.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { audioForm, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let busy: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = speechModels();
  const small = { per_key: 3, parallel: 1, store_bytes: 22_000_000 };
  [box, busy] = await Promise.all([
    startTestAppliance(),
    startTestAppliance({ models_dir: models.dir, jobs: small }),
  ]);
});
afterAll(async () => {
  await Promise.all([box.stop(), busy.stop()]);
  models.remove();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const jobsOf = async (of: TestAppliance, headers = {}): Promise<Job[]> =>
  ((await (await of.get('/v1/jobs?limit=100', headers)).json()) as { jobs: Job[] }).jobs;

async function ask(of: TestAppliance, question: object, headers = {}): Promise<Job> {
  const response = await of.post('/v1/imaging', question, { ...LATER, ...headers });
  const text = await response.text();
  expect(response.status, text).toBe(202);
  return JSON.parse(text) as Job;
}

async function listen(of: TestAppliance, seconds: number, headers = {}): Promise<Response> {
  return of.upload('/v1/transcribe', audioForm(silence(seconds)), { ...LATER, ...headers });
}

/** The key that a test appliance asks with where none is named. */
const ownKey = ({ defaultKey }: TestAppliance) => bearer(defaultKey);

const remove = (of: TestAppliance, id: string, headers = {}) =>
  of.appliance.app.request(`/v1/jobs/${id}`, {
    method: 'DELETE',
    headers: { ...bearer(of.key()), ...headers },
  });

describe('what can be refused at once', () => {
  it.each<[string, (question: Record<string, unknown>) => object, string]>([
    ['a field that is not known', (question) => ({ ...question, colour: 1 }), 'colour'],
    ['no image', ({ image_data: _, ...question }) => question, 'image_data'],
    ['a type that no model reads', (question) => ({ ...question, image_type: 'x' }), 'image_type'],
    [
      'an earlier analysis that is not there',
      (question) => ({
        ...question,
        prior_analysis_id: 'im_0',
        analysis_options: { compare_to_prior: true },
      }),
      'prior_analysis_id',
    ],
    [
      'a patient that is not there',
      (question) => ({ ...question, subject: 'Patient/none' }),
      'subject',
    ],
  ])('is %s: no job is made', async (_, change, field) => {
    const before = await jobsOf(box);
    const response = await box.post('/v1/imaging', change(await filmQuestion()), LATER);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details.field).toBe(field);
    expect(await jobsOf(box)).toEqual(before);
  });

  it('is an analysis without data, and a recording in an unknown language', async () => {
    expect((await box.post('/v1/analyze', {}, LATER)).status).toBe(400);
    const form = audioForm(silence(1), { language: 'tlh' });
    const response = await busy.upload('/v1/transcribe', form, LATER);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details.field).toBe('language');
    expect(readdirSync(join(busy.dataDir, 'jobs'))).toEqual([]);
    expect(readdirSync(join(busy.dataDir, 'tmp'))).toEqual([]);
  });

  it.each([['/v1/risk'], ['/v1/medications']])('is ignored by %s', async (path) => {
    const body = path.endsWith('risk')
      ? { score: 'bmi', inputs: { weight: 80, height: { value: 2, unit: 'm' } } }
      : { medications: ['aspirin'] };
    expect((await box.post(path, body, LATER)).status).not.toBe(202);
  });
});

describe('a job that comes to nothing', () => {
  it('says what the operation itself would have said', async () => {
    const question = { ...(await filmQuestion()), image_data: 'AAAA' };
    const now = await errorOf(await box.post('/v1/imaging', question));
    const { job_id } = await ask(box, question, { 'X-Request-Id': 'broken-1' });
    const job = await endOf(box, job_id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1 });
    expect(job).not.toHaveProperty('result');
    const { timestamp: _, request_id: __, ...said } = now;
    expect(job.error).toMatchObject({ ...said, request_id: 'broken-1' });
    const records = box.auditEvents().filter((event) => event.job_id === job_id);
    expect(records.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['success', 202],
      ['refused', 400],
    ]);
    expect((await jobsOf(box)).find((one) => one.job_id === job_id)?.error?.code).toBe(
      'validation_error',
    );
  });

  it('is one whose answer can no longer be filed, with one record of it', async () => {
    const files = patientFiles(busy);
    const subject = `Patient/${await files.store({ resourceType: 'Patient' })}`;
    const blocking = await listen(busy, 120);
    const form = audioForm(silence(1), { subject });
    const response = await busy.upload('/v1/transcribe', form, LATER);
    const { job_id } = (await response.json()) as Job;
    await files.remove(subject);
    await endOf(busy, ((await blocking.json()) as Job).job_id);
    const job = await endOf(busy, job_id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'validation_error' } });
    const records = busy.auditEvents().filter((event) => event.job_id === job_id);
    expect(records.map(({ status, target }) => [status, target])).toEqual([
      [202, records[0]?.target],
      [400, records[0]?.target],
    ]);
  });
});

describe('cancelling', () => {
  it('ends a job that waits and one that is worked on, and frees the worker', async () => {
    const running = ((await (await listen(busy, 300)).json()) as Job).job_id;
    const waiting = ((await (await listen(busy, 300)).json()) as Job).job_id;
    await expect.poll(async () => (await readJob(busy, running)).status).toBe('running');
    for (const id of [waiting, running]) {
      const key = ownKey(busy);
      const response = await remove(busy, id, key);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ job_id: id, status: 'cancelled' });
      expect(await readJob(busy, id)).toMatchObject({ status: 'cancelled' });
      expect(busy.auditEvents().at(-2)).toMatchObject({ action: 'jobs.cancel', target: id });
    }
    await expect.poll(() => readdirSync(join(busy.dataDir, 'jobs'))).toEqual([]);
    const next = ((await (await listen(busy, 1)).json()) as Job).job_id;
    expect((await endOf(busy, next)).status).toBe('succeeded');
    expect((await readJob(busy, running)).status).toBe('cancelled');
  });

  it('is refused for a job that has ended, and for one of another key', async () => {
    const { job_id } = await ask(box, await filmQuestion());
    await endOf(box, job_id);
    const late = await remove(box, job_id, ownKey(box));
    expect(late.status).toBe(409);
    expect((await errorOf(late)).code).toBe('conflict');
    expect((await readJob(box, job_id)).status).toBe('succeeded');
    expect((await remove(box, job_id)).status).toBe(404);
  });
});

describe('too much', () => {
  it('of one key is refused until some of it has ended; another key is not kept from it', async () => {
    const key = bearer(busy.key());
    const made: string[] = [];
    // The first is long, so that the others still wait behind it when a fourth is asked for.
    for (const seconds of [500, 20, 20]) {
      const response = await listen(busy, seconds, key);
      expect(response.status).toBe(202);
      made.push(((await response.json()) as Job).job_id);
    }
    const refused = await listen(busy, 20, key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('location')).toBeNull();
    expect((await errorOf(refused)).code).toBe('rate_limited');
    const other = await listen(busy, 1);
    expect(other.status).toBe(202);
    for (const id of made) await remove(busy, id, key);
    expect((await listen(busy, 1, key)).status).toBe(202);
    await endOf(busy, ((await other.json()) as Job).job_id);
  });

  it('for the disk that jobs may take is refused, and nothing of it stays', async () => {
    const large = await listen(busy, 720);
    expect(large.status).toBe(503);
    expect(large.headers.get('retry-after')).not.toBeNull();
    expect(readdirSync(join(busy.dataDir, 'tmp'))).toEqual([]);
    await expect.poll(() => readdirSync(join(busy.dataDir, 'jobs'))).toEqual([]);
  });
});

describe('a disk that takes nothing', () => {
  it('is no reason to acknowledge anything', async () => {
    const folder = join(box.dataDir, 'jobs');
    rmSync(folder, { recursive: true });
    // Larger than what lies in the database itself.
    const question = { ...(await filmQuestion()), image_data: 'A'.repeat(100_000) };
    const before = await jobsOf(box);
    const response = await box.post('/v1/imaging', question, LATER);
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain(folder);
    expect(await jobsOf(box)).toEqual(before);
    mkdirSync(folder);
  });
});

describe('a result whose time is over', () => {
  it('is no longer shown', async () => {
    const { job_id } = await ask(box, await filmQuestion());
    await endOf(box, job_id);
    const database = openDatabase(box.dataDir);
    database.prepare('UPDATE jobs SET expires_at = 1 WHERE job_id = ?').run(job_id);
    database.close();
    const job = await readJob(box, job_id);
    expect(job.status).toBe('expired');
    expect(job).not.toHaveProperty('result');
  });
});

describe('questions about jobs', () => {
  it.each([
    ['/v1/jobs?limit=0', 'limit'],
    ['/v1/jobs?limit=101', 'limit'],
    ['/v1/jobs?limit=x', 'limit'],
    ['/v1/jobs?status=done', 'status'],
    ['/v1/jobs?after=AAAA', 'after'],
    ['/v1/jobs?after=%22', 'after'],
    ['/v1/jobs?page=2', 'page'],
  ])('%s is refused for its %s', async (path, field) => {
    const response = await box.get(path);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details.field).toBe(field);
  });

  it('are refused for an invalid event id, and for a job that does not exist', async () => {
    const { job_id } = await ask(box, await filmQuestion());
    const response = await box.get(`/v1/jobs/${job_id}/events`, { 'Last-Event-ID': 'x' });
    expect((await errorOf(response)).details.field).toBe('Last-Event-ID');
    for (const path of ['/v1/jobs/job_0', '/v1/jobs/job_0/events']) {
      expect((await box.get(path)).status).toBe(404);
    }
    const put = await box.appliance.app.request('/v1/jobs/job_0', {
      method: 'PUT',
      headers: ownKey(box),
    });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('GET, DELETE');
    await endOf(box, job_id);
  });
});

describe('scopes', () => {
  it.each([
    ['jobs alone', ['jobs']],
    ['imaging alone', ['imaging']],
  ])('with %s no job can be made', async (_, scopes) => {
    const key = bearer(box.key({ scopes }));
    const response = await box.post('/v1/imaging', await filmQuestion(), { ...LATER, ...key });
    expect(response.status).toBe(403);
    expect((await errorOf(response)).code).toBe('insufficient_scope');
  });

  it('without jobs none can be looked at or cancelled', async () => {
    const { job_id } = await ask(box, await filmQuestion());
    const key = bearer(box.key({ scopes: ['imaging'] }));
    for (const path of ['/v1/jobs', `/v1/jobs/${job_id}`, `/v1/jobs/${job_id}/events`]) {
      expect((await box.get(path, key)).status).toBe(403);
    }
    expect((await remove(box, job_id, key)).status).toBe(403);
    await endOf(box, job_id);
  });
});
