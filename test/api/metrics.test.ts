import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { readFigures } from '../support/figures.js';
import { errorOf } from '../support/http-app.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance();
});
afterAll(() => box.stop());

const withKey = (scopes: string[]) => ({ Authorization: `Bearer ${box.key({ scopes })}` });
const metrics = async () => (await box.get('/metrics', withKey(['models.read']))).text();

// A request in this process has no socket, so it comes from nowhere, least of all from loopback.
describe('GET /metrics', () => {
  it('needs a key from other machines', async () => {
    const answer = await box.appliance.app.request('/metrics');
    expect(answer.status).toBe(401);
    expect((await errorOf(answer)).code).toBe('invalid_api_key');
  });

  it('needs the scope models.read', async () => {
    const answer = await box.get('/metrics', withKey(['analyze', 'fhir.read']));
    expect(answer.status).toBe(403);
    expect((await errorOf(answer)).code).toBe('insufficient_scope');
  });

  it('answers in the text format, with the headers of every answer', async () => {
    const answer = await box.get('/metrics', withKey(['models.read']));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    const text = await answer.text();
    for (const line of text.split('\n').slice(0, -1)) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z]|[a-z][a-z0-9_]*(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? \S+$)/,
      );
    }
  });

  it('reports the state of workers, models, disk, audit and process', async () => {
    const figures = readFigures(await metrics());
    expect(figures.get('wardbox_workers_up')).toBe(1);
    expect(figures.get('wardbox_ready')).toBe(1);
    expect(figures.get('wardbox_models{state="ready"}')).toBeGreaterThan(0);
    expect(figures.get('wardbox_disk_free_bytes')).toBeGreaterThan(1e6);
    expect(figures.get('wardbox_audit_records_total')).toBe(box.auditEvents().length);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(
      [...figures.keys()].filter((name) => name.startsWith('wardbox_build_info')),
    ).toHaveLength(1);
  });

  it('reports what is held, what became of it, and what webhooks were told', async () => {
    const figures = readFigures(await metrics());
    const names = [
      'wardbox_dicom_objects',
      'wardbox_dicom_object_bytes',
      'wardbox_dicom_received_total{reception="kept"}',
      'wardbox_worklist_items{state="unroutable"}',
      'wardbox_worklist_items{state="failed"}',
      'wardbox_critical_results',
      'wardbox_webhook_deliveries{state="failed"}',
    ];
    expect(names.map((name) => figures.get(name))).toEqual(names.map(() => 0));
  });

  it('counts what was done and how it ended', async () => {
    const count = async (labels: string) =>
      readFigures(await metrics()).get(`wardbox_requests_total{${labels}}`) ?? 0;
    const fine = 'operation="risk.list_scores",status="200"';
    const before = await count(fine);
    await box.get('/v1/risk/scores');
    await box.get('/api/v1/risk/scores');
    expect((await count(fine)) - before).toBe(2);
    await box.get('/v1/fhir/Patient/none');
    expect(await count('operation="fhir.read",status="404"')).toBe(1);
    await box.post('/v1/risk', '{');
    expect(await count('operation="risk.create",status="400"')).toBe(1);
  });

  it('creates no metric from client input, and reveals nothing of a patient', async () => {
    await box.get('/v1/fhir/Patient/PATIENT-SECRET?name=PATIENT-SECRET');
    await box.get('/PATIENT-SECRET');
    await box.get('/v1/risk/scores/PATIENT-SECRET');
    await box.get('/v1/PATIENT-SECRET', { Authorization: 'Bearer PATIENT-SECRET' });
    await box.appliance.app.request('/PATIENT-SECRET', { method: 'PATIENTSECRET' });
    const first = await metrics();
    for (let n = 0; n < 50; n += 1) await box.get(`/made-up-${n}`);
    const second = await metrics();
    expect(second).not.toMatch(/secret|made-up|key_|sk_test/i);
    const names = (text: string) => [...readFigures(text).keys()].sort();
    expect(names(second)).toEqual(names(first));
  });

  it('counts refusals', async () => {
    const refusals = async () => readFigures(await metrics()).get('wardbox_refusals_total') ?? 0;
    const before = await refusals();
    await box.get('/v1/risk/scores', { Authorization: 'Bearer sk_test_none' });
    expect((await refusals()) - before).toBe(1);
  });
});
