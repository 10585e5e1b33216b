import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { knowledgeModels } from '../support/knowledge-models.js';

const models = knowledgeModels();
let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({ models_dir: models.dir, limits: { data_body_bytes: 20_000 } });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const codeOf = async (response: Response) => errorEnvelope.parse(await response.json()).error.code;
const body = { patient_data: { symptoms: ['cough'] } };

describe('keys', () => {
  it('are required', async () => {
    const response = await box.post('/v1/analyze', body, { Authorization: '' });
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe('invalid_api_key');
  });

  it('need the scope analyze, and no other', async () => {
    const others = bearer(box.key({ scopes: ['risk', 'imaging', 'medications', 'models.read'] }));
    const refused = await box.post('/v1/analyze', body, others);
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe('insufficient_scope');
    const own = bearer(box.key({ scopes: ['analyze'] }));
    expect((await box.post('/v1/analyze', body, own)).status).toBe(200);
  });
});

it('takes POST alone', async () => {
  expect((await box.get('/v1/analyze')).status).toBe(405);
});

it('refuses a body that is too large', async () => {
  const symptoms = Array.from({ length: 20 }, () => 'x'.repeat(1_900));
  expect((await box.post('/v1/analyze', { patient_data: { symptoms } })).status).toBe(413);
});

it.each(['__proto__', 'constructor', 'prototype'])('is not moved by %s as a name', async (name) => {
  const text = `{"patient_data":{"symptoms":["cough"],"lab_results":{"${name}":1}}}`;
  const response = await box.post('/v1/analyze', text);
  expect([200, 400]).toContain(response.status);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
