import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeResult } from '../../src/differential/schema.js';
import { readinessSchema } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { patientFiles } from '../support/filing.js';
import { shippedModels } from '../support/knowledge-models.js';

const checks = async (box: TestAppliance) =>
  readinessSchema.parse(await (await box.get('/readyz')).json());

const models = shippedModels([
  'clinical-language',
  'disease-knowledge',
  'medication-knowledge',
  'deterioration',
  'heart-disease',
]);
let threads: TestAppliance;
let without: TestAppliance;
/** What is said, and answered, before there is a thread. */
let early: { up: number | undefined; answer: unknown };
beforeAll(async () => {
  const start = (workers: number) =>
    startTestAppliance({ models_dir: models.dir, analyze: { workers } });
  threads = await start(1);
  const up = (await checks(threads)).checks.analysis?.up;
  early = { up, answer: await answerOf(threads, of(HEART)) };
  without = await start(0);
  // Until its thread is up the appliance itself would answer.
  while ((await checks(threads)).checks.analysis?.up !== 1) await pause(50);
});
afterAll(async () => {
  await Promise.all([threads.stop(), without.stop()]);
  models.remove();
});

const HEART = {
  demographics: { age: 58, gender: 'M', medical_history: ['hypertension', 'smoker'] },
  vitals: {
    blood_pressure: '150/95',
    heart_rate: 104,
    temperature: 36.8,
    respiratory_rate: 22,
    oxygen_saturation: 93,
    consciousness: 'A',
  },
  symptoms: ['crushing chest pain radiating to left arm for 2h', 'no fever, no cough'],
  lab_results: { troponin: 2.4, creatinine: 1.4, sodium: 138 },
  medications: ['warfarin 3 mg daily'],
  allergies: [{ substance: 'aspirin', reaction: 'rash' }],
};
const of = (patient_data: object, more: object = {}) => ({ patient_data, ...more });

/** What differs between any two answers. */
const OWN = /"(analysis_id|created_at|request_id|timestamp)":"[^"]*"/g;

async function answerOf(box: TestAppliance, body: unknown) {
  const response = await box.post('/v1/analyze', body);
  const text = await response.text();
  return { status: response.status, text: text.replace(OWN, '"$1":""') };
}

const askedOf = (box: TestAppliance) =>
  box.auditEvents().filter(({ action }) => action === 'analyze.create');

describe('analyses in a thread of their own', () => {
  it.each<[string, unknown, number]>([
    ['a heart, which two models judge too', of(HEART), 200],
    ['a triage', of(HEART, { analysis_type: 'triage', specialty: 'emergency' }), 200],
    ['a child', of({ demographics: { age: 3 }, symptoms: ['fever and a stiff neck'] }), 200],
    ['a pregnant man', of({ demographics: { gender: 'M', pregnant: true }, symptoms: ['x'] }), 400],
    ['an image that is not kept', of(HEART, { imaging_analysis_ids: ['im_1'] }), 400],
    ['no patient at all', {}, 400],
  ])('are answered as without threads: %s', async (_, body, status) => {
    const [there, here] = [await answerOf(threads, body), await answerOf(without, body)];
    expect(there).toEqual(here);
    expect(there.status).toBe(status);
  });

  it('names the models that were used', async () => {
    const response = await threads.post('/v1/analyze', of(HEART));
    const { explanation, models: used } = analyzeResult.parse(await response.json());
    expect(explanation.predictions.map(({ model }) => model)).toContain('deterioration');
    expect(used.find(({ id }) => id === 'deterioration')?.backend).toBe('cpu');
  });

  it('leaves the same record, with the digest of what was answered', async () => {
    const recorded = async (box: TestAppliance) => {
      const response = await box.post('/v1/analyze', of(HEART));
      const text = await response.text();
      const { analysis_id } = JSON.parse(text);
      const { result_id, models: used, response_sha256, status } = askedOf(box).at(-1)!;
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      expect(response_sha256).toBe(Buffer.from(bytes).toString('hex'));
      expect(result_id).toBe(analysis_id);
      return { models: used, status };
    };
    expect(await recorded(threads)).toEqual(await recorded(without));
  });

  it('are filed like any other', async () => {
    const filed = async (box: TestAppliance) => {
      const file = patientFiles(box);
      const birthDate = `${new Date().getUTCFullYear() - 58}-01-01`;
      const patient = { resourceType: 'Patient', gender: 'male', birthDate };
      const subject = `Patient/${await file.store(patient)}`;
      const response = await box.post('/v1/analyze', of(HEART, { subject }));
      const text = await response.text();
      expect(response.status, text).toBe(200);
      const result = analyzeResult.parse(JSON.parse(text));
      expect(result.filed?.length).toBeGreaterThan(2);
      return { ...result, analysis_id: '', created_at: '', filed: result.filed?.length };
    };
    expect(await filed(threads)).toEqual(await filed(without));
  });

  it('repeats an answer by its name', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const [first, second] = [
      await threads.post('/v1/analyze', of(HEART), headers),
      await threads.post('/v1/analyze', of(HEART), headers),
    ];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
  });

  it('are answered before there is a thread', async () => {
    expect(early.up).toBe(0);
    expect(early.answer).toEqual(await answerOf(without, of(HEART)));
  });

  it('shows its threads, where there are any, and is alive', async () => {
    expect(await checks(threads)).toMatchObject({
      status: 'ready',
      checks: { analysis: { up: 1, busy: 0, queued: 0 } },
    });
    expect((await checks(without)).checks.analysis).toBeUndefined();
    expect(await threads.appliance.alive()).toBe(true);
  });

  it('serves others while a long one is looked into', async () => {
    const line = 'cough, fever and chest pain that is worse on exertion, no rash. ';
    const order: string[] = [];
    const long = threads
      .post('/v1/analyze', of({ symptoms: Array.from({ length: 500 }, () => line) }))
      .then(({ status }) => order.push(`analysis ${status}`));
    const health = threads.get('/healthz').then(({ status }) => order.push(`health ${status}`));
    await Promise.all([long, health]);
    expect(order).toEqual(['health 200', 'analysis 200']);
  });

  it('continue after all packages were reopened', async () => {
    await threads.appliance.reload();
    expect(await answerOf(threads, of(HEART))).toEqual(await answerOf(without, of(HEART)));
    expect(threads.appliance.ready()).toBe(true);
  });
});
