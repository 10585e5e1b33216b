import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARD_PATIENT } from '../../scripts/samples/invented-ward-patient.js';
import { transcribeResult } from '../../src/dictation/schema.js';
import { jobPage, jobSchema } from '../../src/operations/jobs/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { patientFiles } from '../support/filing.js';
import { endOf, eventsIn, filmQuestion, type Job, LATER, readJob } from '../support/jobs.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { audioForm, recording } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let speech: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = speechModels('disease-knowledge', 'clinical-language');
  [box, speech] = await Promise.all([
    startTestAppliance(),
    startTestAppliance({ models_dir: models.dir }),
  ]);
});
afterAll(async () => {
  await Promise.all([box.stop(), speech.stop()]);
  models.remove();
});

const filesOf = ({ dataDir }: TestAppliance) => readdirSync(join(dataDir, 'jobs'));

async function accepted(response: Response): Promise<Job> {
  const text = await response.text();
  expect(response.status, text).toBe(202);
  return jobSchema.parse(JSON.parse(text)) as unknown as Job;
}

/** Without what differs each time. */
function comparable(result: Record<string, unknown> | undefined) {
  const { analysis_id: _, transcription_id: __, created_at: ___, ...rest } = result ?? {};
  return rest;
}

describe('a request that is to be answered later', () => {
  it('is taken in at once, and answered as it would have been', async () => {
    const question = await filmQuestion();
    const now = await box.post('/v1/imaging', question);
    const response = await box.post('/v1/imaging', question, LATER);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    const location = response.headers.get('location');
    const job = await accepted(response);
    expect(location).toBe(`/v1/jobs/${job.job_id}`);
    expect(job).toMatchObject({ operation: 'imaging.create', status: 'queued', progress: 0 });
    expect(job.job_id).toMatch(/^job_[0-9a-f]{32}$/);
    const done = await endOf(box, job.job_id);
    expect(done).toMatchObject({ status: 'succeeded', progress: 1, attempts: 1 });
    expect(Date.parse(done.expires_at ?? '') - Date.parse(done.ended_at ?? '')).toBe(
      7 * 86_400_000,
    );
    expect(jobSchema.safeParse(done).error).toBeUndefined();
    expect(comparable(done.result)).toEqual(comparable((await now.json()) as never));
  });

  it('leaves a record when it is taken in and one when it is answered', async () => {
    const question = await filmQuestion();
    const headers = { ...LATER, 'X-Request-Id': 'later-1' };
    const job = await accepted(await box.post('/v1/imaging', question, headers));
    const { result } = await endOf(box, job.job_id);
    const records = box.auditEvents().filter(({ job_id }) => job_id === job.job_id);
    expect(records.map(({ status }) => status)).toEqual([202, 200]);
    const [taken, answered] = records;
    for (const record of records) {
      expect(record).toMatchObject({
        action: 'imaging.create',
        outcome: 'success',
        request_id: 'later-1',
        request_sha256: taken?.request_sha256,
        actor: { type: 'api_key', mode: 'test' },
      });
    }
    expect(answered?.result_id).toBe(result?.analysis_id);
    const reading = box.auditEvents().findLast(({ action }) => action === 'jobs.read');
    expect(reading).toMatchObject({ target: job.job_id, outcome: 'success' });
  });

  it('of a recording is written down as it would have been, and its file goes away', async () => {
    const form = () => audioForm(recording('digits/slt.wav'));
    const now = await speech.upload('/v1/transcribe', form());
    const response = await speech.upload('/api/v1/transcribe', form(), LATER);
    const location = response.headers.get('location');
    const job = await accepted(response);
    expect(location).toBe(`/api/v1/jobs/${job.job_id}`);
    const done = await endOf(speech, job.job_id);
    expect(done.status).toBe('succeeded');
    expect(transcribeResult.safeParse(done.result).error).toBeUndefined();
    expect(comparable(done.result)).toEqual(comparable((await now.json()) as never));
    await expect.poll(() => filesOf(speech)).toEqual([]);
    expect(readdirSync(join(speech.dataDir, 'tmp'))).toEqual([]);
  });

  it('is analysed, too', async () => {
    const { vitals, symptoms, demographics } = WARD_PATIENT as Record<string, unknown>;
    const body = { patient_data: { vitals, symptoms, demographics } };
    const now = await speech.post('/v1/analyze', body);
    expect(now.status).toBe(200);
    const job = await accepted(await speech.post('/v1/analyze', body, LATER));
    const done = await endOf(speech, job.job_id);
    expect(comparable(done.result)).toEqual(comparable((await now.json()) as never));
  });

  it('is filed with the patient it names, in one commit with its answer', async () => {
    const files = patientFiles(box);
    const subject = `Patient/${await files.store({ resourceType: 'Patient' })}`;
    const job = await accepted(
      await box.post('/v1/imaging', { ...(await filmQuestion()), subject }, LATER),
    );
    const { result } = await endOf(box, job.job_id);
    const filed = result?.filed as string[];
    expect(filed.length).toBeGreaterThan(0);
    for (const name of filed) expect((await files.read(name)).resourceType).toBeDefined();
  });

  it('requested under an idempotency key is accepted once', async () => {
    const question = await filmQuestion();
    const named = { ...LATER, 'Idempotency-Key': 'one-job' };
    const first = await box.post('/v1/imaging', question, named);
    const again = await box.post('/v1/imaging', question, named);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.status).toBe(202);
    for (const name of ['location', 'preference-applied']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    const { job_id } = await accepted(first);
    expect((await accepted(again)).job_id).toBe(job_id);
    await endOf(box, job_id);
  });

  it.each(['wait=5', 'return=minimal', '"respond-async"', 'x="respond-async"'])(
    'is one that says so, not %s',
    async (Prefer) => {
      const response = await box.post('/v1/imaging', await filmQuestion(), { Prefer });
      expect(response.status).toBe(200);
      expect(response.headers.get('preference-applied')).toBeNull();
    },
  );
});

describe('the jobs of a key', () => {
  it('are listed newest first, page by page, by status', async () => {
    const headers = { Authorization: `Bearer ${box.key()}` };
    const question = await filmQuestion();
    const made: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const job = await accepted(await box.post('/v1/imaging', question, { ...headers, ...LATER }));
      made.unshift(job.job_id);
      await endOf(box, job.job_id, headers);
    }
    const page = async (query: string) =>
      jobPage.parse(await (await box.get(`/v1/jobs?${query}`, headers)).json());
    const seen: string[] = [];
    let after = '';
    do {
      const { jobs, next } = await page(`limit=2${after}`);
      seen.push(...jobs.map(({ job_id }) => job_id));
      for (const job of jobs) expect(job).not.toHaveProperty('result');
      after = next === undefined ? '' : `&after=${next}`;
    } while (after !== '');
    expect(seen).toEqual(made);
    expect((await page('status=succeeded,failed')).jobs).toHaveLength(5);
    expect((await page('status=queued')).jobs).toEqual([]);
  });

  it('are seen by the keys that took its place, and by no other', async () => {
    const old = box.keys.create({ name: 'old', mode: 'test' });
    const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
    const question = await filmQuestion();
    const headers = { ...bearer(old.key), ...LATER };
    const { job_id } = await accepted(await box.post('/v1/imaging', question, headers));
    await endOf(box, job_id, bearer(old.key));
    const next = box.keys.rotate(old.record.keyId, { graceMs: 60_000 });
    const last = box.keys.rotate(next.record.keyId, { graceMs: 60_000 });
    for (const { key } of [next, last]) {
      expect((await readJob(box, job_id, bearer(key))).status).toBe('succeeded');
    }
    const own = await accepted(
      await box.post('/v1/imaging', question, { ...bearer(last.key), ...LATER }),
    );
    for (const key of [box.key(), box.key({ mode: 'live' })]) {
      expect((await box.get(`/v1/jobs/${job_id}`, bearer(key))).status).toBe(404);
      expect((await box.get(`/v1/jobs/${job_id}/events`, bearer(key))).status).toBe(404);
    }
    // The old key is let in for a while yet, but what its successor asks is not for it.
    expect((await box.get(`/v1/jobs/${own.job_id}`, bearer(old.key))).status).toBe(404);
    await endOf(box, own.job_id, bearer(last.key));
  });
});

describe('the events of a job', () => {
  it('report every status, and resume where a client disconnected', async () => {
    const { job_id } = await accepted(
      await speech.upload('/v1/transcribe', audioForm(recording('digits/slt.wav')), LATER),
    );
    const response = await speech.get(`/v1/jobs/${job_id}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const events = eventsIn(await response.text());
    const statuses = events.filter(({ event }) => event === 'status');
    expect(statuses.map(({ data }) => data.status)).toEqual(['queued', 'running', 'succeeded']);
    expect(statuses.at(-1)?.data).toMatchObject({ job_id, progress: 1 });
    const ids = events.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const since = async (id: string) =>
      speech.get(`/v1/jobs/${job_id}/events`, { 'Last-Event-ID': id });
    const rest = eventsIn(await (await since(statuses[0]?.id ?? '')).text());
    expect(rest).toEqual(events.slice(1));
    const nothing = await since(statuses.at(-1)?.id ?? '');
    expect(nothing.status).toBe(204);
    expect(await nothing.text()).toBe('');
  });
});
