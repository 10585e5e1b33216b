import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installAnswer,
  type PackageList,
} from '../../src/operations/administration/packages-schema.js';
import { type Visitor, visitor } from '../support/administration.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { type BundleOptions, ownBundle } from '../support/bundles.js';
import { OWN_MODELS } from '../support/fixture-models.js';
import { type Job, LATER } from '../support/jobs.js';

let box: TestAppliance;
let admin: Visitor;
beforeAll(async () => {
  box = await startTestAppliance({
    models_dir: OWN_MODELS,
    storage: { disk_reserve_mb: 0 },
    inference: { backend: 'cpu', cpu_workers: 1, threads_per_worker: 1 },
  });
  admin = await visitor(box, { userName: 'ada', roles: ['administrator'] });
});
afterAll(() => box.stop());

async function install(options: BundleOptions, more: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([readFileSync(await ownBundle(options))]), 'own.wbm');
  const encoded = new Response(form);
  return admin.request('POST', '/v1/admin/models', {
    body: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('content-type') ?? '', ...more },
  });
}

async function installed() {
  const { packages } = await admin.json<PackageList>('GET', '/v1/admin/models');
  const own = packages.find(({ id }) => id === 'spot-detector');
  return own && { version: own.version, from: own.from, before: own.before };
}

const running = async () =>
  (
    await admin.json<{ models: { id: string; version?: string }[] }>('GET', '/v1/admin/status')
  ).models.find(({ id }) => id === 'spot-detector')?.version;

describe('a package', () => {
  it('is installed from an upload, taken over, and rolled back', async () => {
    const response = await install({ version: '1.1.0' });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(installAnswer.parse(JSON.parse(text))).toMatchObject({
      id: 'spot-detector',
      version: '1.1.0',
      replaced: '1.0.0',
      backend: 'cpu',
    });
    await expect.poll(running, { timeout: 60_000 }).toBe('1.1.0');
    const recorded = box.auditEvents().filter(({ action }) => action === 'model.install');
    expect(recorded).toHaveLength(1);
    expect(recorded[0]?.actor).toEqual({ type: 'user', id: admin.userId, mode: 'test' });
    const path = '/v1/admin/models/spot-detector/rollback';
    expect(await admin.json('POST', path, { body: {} })).toEqual({
      id: 'spot-detector',
      version: '1.0.0',
    });
    expect(await installed()).toEqual({ version: '1.0.0', from: 'folder', before: [] });
    expect((await admin.request('POST', path, { body: {} })).status).toBe(404);
  });

  it('is installed by a job, and an older one only on request', async () => {
    const accepted = await install({ version: '1.3.0' }, LATER);
    expect(accepted.status, await accepted.clone().text()).toBe(202);
    const { job_id } = (await accepted.json()) as Job;
    const read = async () => admin.json<Job>('GET', `/v1/jobs/${job_id}`);
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('succeeded');
    expect((await read()).result).toMatchObject({ version: '1.3.0' });
    const older = await install({ version: '1.2.0' });
    expect(older.status).toBe(409);
    expect(await installed()).toMatchObject({ version: '1.3.0', from: 'store' });
  });
});
