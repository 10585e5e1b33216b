import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { type PatientFiles, patientFiles } from '../support/filing.js';
import { HANG_MS } from '../support/hang.js';
import { knowledgeModels } from '../support/knowledge-models.js';
import {
  startWebhookReceiver,
  WEBHOOK_SECRET,
  type WebhookReceiver,
} from '../support/webhook-receiver.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-webhooks-'));

const models = knowledgeModels();
let receiver: WebhookReceiver;
let box: TestAppliance;
let files: PatientFiles;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const secret_file = join(FOLDER, 'secret');
  writeFileSync(secret_file, WEBHOOK_SECRET);
  const networks = ['127.0.0.0/8'];
  box = await startTestAppliance({
    models_dir: models.dir,
    webhooks: [{ url: receiver.url, mode: 'test', networks, secret_file }],
  });
  files = patientFiles(box);
});
afterAll(async () => {
  await box.stop();
  receiver.stop();
  models.remove();
  rmSync(FOLDER, { recursive: true });
});

const NEWS2 = {
  respiratory_rate: 26,
  oxygen_saturation: 90,
  on_oxygen: true,
  blood_pressure: '88/50',
  heart_rate: 128,
  consciousness: 'A',
  temperature: 38.5,
};
const STABLE = { ...NEWS2, respiratory_rate: 16, oxygen_saturation: 98, on_oxygen: false };
const stable = { ...STABLE, blood_pressure: '120/80', heart_rate: 70, temperature: 37 };

const PERSON = { demographics: { age: 70, gender: 'F' } };

const answered = async (path: string, body: object) => {
  const response = await box.post(path, body);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation
  const answer: any = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
};
const events = (type: string) => receiver.events.filter((event) => event.type === type);
const come = (type: string, count: number) =>
  vi.waitFor(() => expect(events(type)).toHaveLength(count), { timeout: HANG_MS });

describe('a webhook', () => {
  it('is told who is getting worse, of scores and of analyses, and of nobody else', async () => {
    const subject = `Patient/${await files.store({ resourceType: 'Patient', birthDate: '1950-06-01' })}`;
    await answered('/v1/risk', { score: 'news2', patient_data: { vitals: stable } });
    const { risk_id } = await answered('/v1/risk', {
      score: 'news2',
      patient_data: { vitals: NEWS2 },
      subject,
    });
    await come('risk.deterioration', 1);
    expect(events('risk.deterioration')[0]?.data).toMatchObject({
      ...{ mode: 'test', subject, risk_id },
      scores: [{ score: 'news2', category: 'high' }],
    });
    const { analysis_id } = await answered('/v1/analyze', {
      patient_data: { ...PERSON, symptoms: ['shortness of breath', 'fever'], vitals: NEWS2 },
    });
    await come('risk.deterioration', 2);
    expect(events('risk.deterioration')[1]?.data).toMatchObject({ analysis_id });
  });

  it('is told of medicines that are blocked', async () => {
    await answered('/v1/medications', { medications: ['paracetamol 1 g'] });
    const medications = ['warfarin 5 mg daily', 'fluconazole 200 mg daily'];
    const { check_id } = await answered('/v1/medications', { medications });
    await come('medication.alert', 1);
    const [{ data, verified } = { data: {}, verified: false }] = events('medication.alert');
    expect(data).toMatchObject({ check_id });
    expect(verified).toBe(true);
    expect(JSON.stringify(data)).not.toMatch(/warfarin \d|fluconazole \d/);
  });

  it('is told when a job ends', async () => {
    const request = { patient_data: { ...PERSON, symptoms: ['cough'], vitals: stable } };
    const response = await box.post('/v1/analyze', request, { Prefer: 'respond-async' });
    const { job_id } = (await response.json()) as { job_id: string };
    expect(response.status).toBe(202);
    await come('job.completed', 1);
    expect(events('job.completed')[0]?.data).toEqual({
      ...{ mode: 'test', job_id, operation: 'analyze.create', status: 'succeeded' },
    });
  });
});
