import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { errorOf } from '../support/http-app.js';
import { eventsIn, type Job, LATER, readJob } from '../support/jobs.js';
import type { ModelsFolder } from '../support/knowledge-models.js';
import { audioForm, silence } from '../support/recordings.js';
import { speechModels } from '../support/speech-models.js';

let box: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = speechModels();
  box = await startTestAppliance({ models_dir: models.dir, jobs: { parallel: 1, per_key: 2 } });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const LONG = 400;

async function ask(headers: Record<string, string>, seconds = LONG): Promise<string> {
  const form = audioForm(silence(seconds), { vocabulary: '["MARKERWORD"]' });
  const response = await box.upload('/v1/transcribe', form, { ...LATER, ...headers });
  const text = await response.text();
  expect(response.status, text).toBe(202);
  return (JSON.parse(text) as Job).job_id;
}

async function cancel(id: string, headers: Record<string, string>): Promise<void> {
  await box.appliance.app.request(`/v1/jobs/${id}`, { method: 'DELETE', headers });
}

const opened = (id: string, headers: Record<string, string>) =>
  box.get(`/v1/jobs/${id}/events`, headers);

/** Resolves with what was told on a stream that has ended. */
async function toldOn(stream: Response): Promise<string[]> {
  return eventsIn(await stream.text()).flatMap(({ data }) => data.status ?? []);
}

describe('a stream', () => {
  it('ends when its key is revoked, with the job whose result can no longer be read', async () => {
    const { key, record } = box.keys.create({ name: 'short', mode: 'test' });
    const id = await ask(bearer(key));
    const stream = await opened(id, bearer(key));
    box.keys.revoke(record.keyId);
    expect(await toldOn(stream)).not.toContain('succeeded');
    expect((await opened(id, bearer(key))).status).toBe(401);
    const cancelled = () =>
      box.auditEvents().some(({ action, target }) => action === 'jobs.cancel' && target === id);
    await expect.poll(cancelled).toBe(true);
    await expect.poll(() => readdirSync(join(box.dataDir, 'jobs'))).toEqual([]);
  });

  it('ends when its key expires; the job continues if the key was replaced', async () => {
    const { key, record } = box.keys.create({ name: 'old', mode: 'test' });
    const id = await ask(bearer(key));
    const stream = await opened(id, bearer(key));
    const next = box.keys.rotate(record.keyId, { graceMs: 0 });
    expect(await toldOn(stream)).not.toContain('cancelled');
    expect((await opened(id, bearer(key))).status).toBe(401);
    const job = await readJob(box, id, bearer(next.key));
    expect(['queued', 'running', 'succeeded']).toContain(job.status);
    await cancel(id, bearer(next.key));
  });

  it('is one of so many for a key', async () => {
    const headers = bearer(box.key());
    const id = await ask(headers);
    const streams = await Promise.all([opened(id, headers), opened(id, headers)]);
    const refused = await opened(id, headers);
    expect(refused.status).toBe(503);
    expect((await errorOf(refused)).code).toBe('overloaded');
    await streams[0]?.body?.cancel();
    const again = await opened(id, headers);
    expect(again.status).toBe(200);
    await cancel(id, headers);
    expect((await toldOn(again)).at(-1)).toBe('cancelled');
    await streams[1]?.text();
  });

  it('does not see the jobs of another key', async () => {
    const mine = bearer(box.key());
    const id = await ask(mine);
    for (const other of [box.key(), box.key({ mode: 'live' })]) {
      const response = await opened(id, bearer(other));
      expect(response.status).toBe(404);
      expect((await errorOf(response)).message).not.toContain(id);
    }
    await cancel(id, mine);
  });
});

describe('what was sent', () => {
  it('is legible in no file of its own, and gone from the row at the end', async () => {
    const headers = bearer(box.key());
    const id = await ask(headers);
    const [name = ''] = readdirSync(join(box.dataDir, 'jobs'));
    const bytes = readFileSync(join(box.dataDir, 'jobs', name));
    expect(bytes.includes('RIFF')).toBe(false);
    // Silence would show as long runs of zeros.
    expect(new Set(bytes.subarray(1_000, 5_000)).size).toBeGreaterThan(200);
    await cancel(id, headers);
    const database = openDatabase(box.dataDir);
    const row = database.prepare('SELECT request, file, file_bytes FROM jobs WHERE job_id = ?');
    expect(row.get(id)).toEqual({ request: null, file: null, file_bytes: 0 });
    database.close();
    expect(JSON.stringify(box.auditEvents())).not.toContain('MARKERWORD');
  });
});
