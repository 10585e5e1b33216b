import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogTail } from '../../src/core/log-tail.js';
import { configurationInForce } from '../../src/operations/administration/configuration-schema.js';
import { doctorReport } from '../../src/operations/administration/doctor-schema.js';
import { figures } from '../../src/operations/administration/figures-schema.js';
import { ownedJobPage } from '../../src/operations/administration/jobs-schema.js';
import { keyList, newKeyAnswer } from '../../src/operations/administration/keys-schema.js';
import { logLines } from '../../src/operations/administration/logs-schema.js';
import { packageList } from '../../src/operations/administration/packages-schema.js';
import { pacsStatus } from '../../src/operations/administration/pacs-schema.js';
import { boxStatus } from '../../src/operations/administration/status-schema.js';
import { usageAnswer } from '../../src/operations/administration/usage-schema.js';
import { invitedUser, userList } from '../../src/operations/administration/users-schema.js';
import { createDicomSendRepository } from '../../src/store/dicom-send-repository.js';
import { createWorklistRepository } from '../../src/store/dicom-worklist-repository.js';
import { endOfRun, type Visitor, visitor } from '../support/administration.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { eventsIn, filmQuestion, LATER } from '../support/jobs.js';
import { PASSWORD, postJson, signIn } from '../support/people.js';

let box: TestAppliance;
let admin: Visitor;
beforeAll(async () => {
  box = await startTestAppliance();
  admin = await visitor(box, { userName: 'ada', roles: ['administrator'] });
});
afterAll(() => box.stop());

const stuckItem = {
  instanceUid: '',
  studyUid: '2.25.7',
  callingAeTitle: 'CT1',
  modality: 'CT',
  state: 'read',
  reason: null,
  route: null,
  urgent: false,
  expected: null,
  objects: 2,
  readObjects: 0,
  readings: 0,
  firstAt: 1,
  lastAt: 2,
  completeBy: null,
  jobId: null,
  analysisId: null,
  urgency: 'immediate',
  readAt: null,
} as const;

const BMI = { score: 'bmi', inputs: { weight: 80, height: 200 } };

describe('the state of the appliance', () => {
  it('has what needs attention first, with its remedy', async () => {
    const status = boxStatus.parse(await admin.json('GET', '/v1/admin/status'));
    expect(status.attention.map(({ check }) => check)).toContain('backups');
    expect(status.attention.every(({ remedy }) => remedy !== undefined)).toBe(true);
    expect(status.fine.map(({ check }) => check)).toContain('disk');
    expect(status.models.some(({ state }) => state === 'ready')).toBe(true);
    expect(status.workers).toMatchObject({ configured: 1, up: 1 });
    expect(status.audit.records).toBeGreaterThan(0);
  });

  it('has what arrived from DICOM nodes in a world, and what nobody gets an answer to', async () => {
    const before = pacsStatus.parse(await admin.json('GET', '/v1/admin/pacs'));
    expect(before).toMatchObject({ listener: { state: 'off' }, sends: [], stuck: [] });
    const worklist = createWorklistRepository(box.database);
    for (const mode of ['test', 'live'] as const) {
      const unroutable = { ...stuckItem, mode, state: 'unroutable', reason: 'no_route' } as const;
      worklist.put({ ...unroutable, seriesUid: `2.25.1.${mode}` });
      worklist.put({ ...stuckItem, mode, seriesUid: `2.25.2.${mode}` });
    }
    const send = { mode: 'test', destination: 'pacs', analysisId: 'im_1', urgent: false } as const;
    const sends = createDicomSendRepository(box.database);
    sends.insert([{ ...send, instanceUid: '2.25.9', createdAt: 1_000 }]);
    const after = pacsStatus.parse(await admin.json('GET', '/v1/admin/pacs'));
    expect(after.items).toMatchObject({ unroutable: 1, read: 1 });
    expect(after.stuck).toMatchObject([
      { series_instance_uid: '2.25.1.test', state: 'unroutable', reason: 'no_route' },
    ]);
    expect(after.sends).toMatchObject([{ destination: 'pacs', waiting: 1, retrying: 0 }]);
    // What was found in an image is for those who may read it.
    expect(JSON.stringify(after)).not.toContain('immediate');
  });

  it('has the figures of the metrics', async () => {
    const { families } = figures.parse(await admin.json('GET', '/v1/admin/figures'));
    const ready = families.find(({ name }) => name === 'wardbox_ready');
    expect(ready?.samples).toEqual([{ name: 'wardbox_ready', labels: {}, value: 1 }]);
    expect(families.map(({ name }) => name)).not.toContain('nodejs_eventloop_lag_max_seconds');
  });

  it('streams them', async () => {
    const response = await admin.request('GET', '/v1/admin/figures/events');
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('data: ')) {
      text += new TextDecoder().decode((await reader?.read())?.value);
    }
    await reader?.cancel();
    const [first] = eventsIn(text);
    expect(first?.event).toBe('figures');
    expect(figures.safeParse(first?.data).success).toBe(true);
  });

  it('shows the configuration in force and the log of the last hour', async () => {
    const shown = configurationInForce.parse(await admin.json('GET', '/v1/admin/configuration'));
    expect(shown.configuration).toMatchObject({ inference: { backend: 'cpu' } });
    expect(logLines.parse(await admin.json('GET', '/v1/admin/logs')).lines).toEqual([]);
  });

  it('is examined by the doctor in another process', async () => {
    const started = doctorReport.parse(await admin.json('POST', '/v1/admin/doctor', { body: {} }));
    expect(started).toMatchObject({ state: 'running' });
    expect(started.remaining).toContain('database');
    const report = doctorReport.parse(await endOfRun(admin, '/v1/admin/doctor'));
    expect(report.state, report.reason).toBe('done');
    expect(report.remaining).toEqual([]);
    const state = Object.fromEntries(report.checks.map((line) => [line.check, line.state]));
    expect(state).toMatchObject({ database: 'ok', audit: 'ok', daemon: 'ok', models: 'ok' });
    expect(report.worst).toBe('warning');
  });

  it('lists the packages', async () => {
    const { packages } = packageList.parse(await admin.json('GET', '/v1/admin/models'));
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.every(({ status }) => status === 'verified')).toBe(true);
  });
});

describe('keys', () => {
  it('are created, shown once, rotated and revoked', async () => {
    const body = { name: 'ward 3', scopes: ['risk'], rate_per_minute: 30 };
    const made = newKeyAnswer.parse(await admin.json('POST', '/v1/admin/keys', { body }));
    expect(made).toMatchObject({ mode: 'test', scopes: ['risk'], state: 'active' });
    const bearer = { Authorization: `Bearer ${made.key}` };
    expect((await postJson(box.appliance.app, '/v1/risk', BMI, bearer)).status).toBe(200);
    const turned = await admin.json<{ key: string; key_id: string }>(
      'POST',
      `/v1/admin/keys/${made.key_id}/rotation`,
      { body: { grace_hours: 0 } },
    );
    expect((await postJson(box.appliance.app, '/v1/risk', BMI, bearer)).status).toBe(401);
    const again = await admin.request('POST', `/v1/admin/keys/${made.key_id}/rotation`, {
      body: {},
    });
    expect([404, 409]).toContain(again.status);
    await admin.json('DELETE', `/v1/admin/keys/${turned.key_id}`);
    const next = { Authorization: `Bearer ${turned.key}` };
    expect((await postJson(box.appliance.app, '/v1/risk', BMI, next)).status).toBe(401);
    const text = JSON.stringify(await admin.json('GET', '/v1/admin/keys'));
    expect(text).not.toContain('sk_test_');
    const listed = keyList.parse(JSON.parse(text)).keys.find((one) => one.name === 'ward 3');
    expect(listed).toMatchObject({ key_id: made.key_id, state: 'expired' });
    const events = box.auditEvents().filter(({ action }) => action.startsWith('admin.keys.'));
    expect(events.find(({ action }) => action === 'admin.keys.create')).toMatchObject({
      actor: { type: 'user', id: admin.userId, mode: 'test' },
      result_id: made.key_id,
    });
  });

  it('do not come again with a repetition of their request', async () => {
    const options = {
      body: { name: 'once', scopes: ['risk'] },
      headers: { 'Idempotency-Key': 'create-once' },
    };
    const first = newKeyAnswer.parse(await admin.json('POST', '/v1/admin/keys', options));
    const second = newKeyAnswer.parse(await admin.json('POST', '/v1/admin/keys', options));
    expect(first.key).toMatch(/^sk_test_/);
    const { key: _, ...rest } = first;
    expect(second).toEqual(rest);
    const kept = box.database.prepare<[], { body: string }>('SELECT body FROM idempotent').all();
    expect(JSON.stringify(kept)).not.toContain('sk_test_');
  });
});

describe('people', () => {
  it('are added by a link, changed, disabled and reset', async () => {
    const body = { user_name: 'grace', roles: ['clinician'], worlds: ['test'] };
    const added = invitedUser.parse(await admin.json('POST', '/v1/admin/users', { body }));
    expect(added.state).toBe('invited');
    const token = added.link?.split('#')[1];
    const { app } = box.appliance;
    const chosen = await postJson(app, '/console/api/invitation', { token, password: PASSWORD });
    expect(chosen.status, await chosen.text()).toBeLessThan(300);
    const grace = await signIn(app, 'grace');
    const scores = () =>
      Promise.resolve(app.request('/v1/risk/scores', { headers: grace.headers() }));
    expect((await scores()).status).toBe(200);
    const path = `/v1/admin/users/${added.user_id}`;
    const roles = ['pharmacist', 'auditor'];
    expect(await admin.json('POST', path, { body: { roles } })).toMatchObject({ roles });
    expect((await scores()).status).toBe(401);
    await admin.json('POST', path, { body: { disabled: true } });
    await expect(signIn(app, 'grace')).rejects.toThrow('401');
    await admin.json('POST', path, { body: { disabled: false } });
    await signIn(app, 'grace');
    const reset = invitedUser.parse(await admin.json('POST', `${path}/reset`, { body: {} }));
    expect(reset.link).toMatch(/^\/console\/invitation#[\w-]{43}$/);
    const { users } = userList.parse(await admin.json('GET', '/v1/admin/users'));
    expect(users.map(({ user_name }) => user_name)).toEqual(['ada', 'grace']);
    expect(JSON.stringify(users)).not.toContain('invitation#');
  });
});

describe('jobs and usage', () => {
  it('lists and cancels the jobs of all, without what they are about', async () => {
    const answer = await box.post('/v1/imaging', await filmQuestion(), LATER);
    const { job_id } = (await answer.json()) as { job_id: string };
    const { jobs } = ownedJobPage.parse(await admin.json('GET', '/v1/admin/jobs'));
    expect(jobs[0]).toMatchObject({ job_id, operation: 'imaging.create', owner_name: 'test' });
    const other = await admin.json('GET', '/v1/admin/jobs', { mode: 'live' });
    expect(other).toEqual({ jobs: [] });
    const cancelled = await admin.request('DELETE', `/v1/admin/jobs/${job_id}`);
    expect([200, 409]).toContain(cancelled.status);
    const elsewhere = await admin.request('DELETE', `/v1/admin/jobs/${job_id}`, { mode: 'live' });
    expect(elsewhere.status).toBe(404);
  });

  it('counts requests by who has made them', async () => {
    await box.post('/v1/risk', BMI);
    await box.post('/v1/risk', { score: 'no such score' });
    const usage = usageAnswer.parse(await admin.json('GET', '/v1/admin/usage'));
    expect(usage.complete).toBe(true);
    const key = usage.actors.find(({ name }) => name === 'test');
    const risk = key?.operations.find(({ operation }) => operation === 'risk.create');
    expect(risk?.success).toBeGreaterThanOrEqual(1);
    expect((risk?.refused ?? 0) + (risk?.failed ?? 0)).toBeGreaterThanOrEqual(1);
    expect(usage.actors.find(({ id }) => id === admin.userId)?.type).toBe('user');
  });
});

describe('a log tail', () => {
  it('keeps the lines of an hour', () => {
    let now = 1_000_000;
    const tail = new LogTail(() => now);
    const line = (msg: string, level = 30) => JSON.stringify({ level, msg, code: 'x' });
    tail.add(line('first'));
    now += 3_599_000;
    tail.add(line('second', 50));
    const all = () => tail.newest(10, () => true).map(({ message }) => message);
    expect(all()).toEqual(['second', 'first']);
    now += 2_000;
    expect(all()).toEqual(['second']);
    expect(tail.newest(1, ({ level }) => level === 'error')[0]?.facts).toEqual({ code: 'x' });
  });
});
