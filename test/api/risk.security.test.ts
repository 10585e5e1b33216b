import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({ limits: { data_body_bytes: 20_000 } });
});
afterAll(() => box.stop());

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const codeOf = async (response: Response) => errorEnvelope.parse(await response.json()).error.code;
const body = { score: 'bmi', inputs: { weight: 80, height: 200 } };

describe('keys', () => {
  it('are required on every path', async () => {
    const none = { Authorization: '' };
    expect((await box.post('/v1/risk', body, none)).status).toBe(401);
    expect((await box.get('/v1/risk/scores', none)).status).toBe(401);
    expect((await box.get('/v1/risk/scores/bmi', none)).status).toBe(401);
  });

  it('need the scope risk', async () => {
    const key = box.key({ scopes: ['imaging', 'models.read'] });
    for (const response of [
      await box.post('/v1/risk', body, bearer(key)),
      await box.get('/v1/risk/scores', bearer(key)),
    ]) {
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe('insufficient_scope');
    }
    const own = box.key({ scopes: ['risk'] });
    expect((await box.post('/v1/risk', body, bearer(own))).status).toBe(200);
  });
});

it('records who sent the request and the outcome, and nothing of the patient', async () => {
  const data = {
    patient_data: {
      demographics: { age: 77, gender: 'F', medical_history: ['Jane Example has diabetes'] },
      vitals: { heart_rate: 123 },
    },
  };
  const response = await box.post('/v1/risk', data);
  expect(response.status).toBe(200);
  const { risk_id } = (await response.json()) as { risk_id: string };
  const event = box.auditEvents().find(({ result_id }) => result_id === risk_id);
  expect(event).toMatchObject({ action: 'risk.create', outcome: 'success', status: 200 });
  for (const file of ['wardbox.sqlite', 'wardbox.sqlite-wal']) {
    const text = readFileSync(join(box.dataDir, file)).toString('latin1');
    expect(text).not.toContain('Jane');
    expect(text).not.toContain('diabetes');
  }
});

it('refuses a body over its limit', async () => {
  const response = await box.post('/v1/risk', { ...body, inputs: { x: 'y'.repeat(30_000) } });
  expect(response.status).toBe(413);
  expect(await codeOf(response)).toBe('payload_too_large');
});

it('gives the same answer twice, apart from its id and time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => (await box.post('/v1/risk', body)).json()),
  );
  const bare = answers.map((one) => ({ ...(one as object), risk_id: '', created_at: '' }));
  for (const one of bare) expect(one).toEqual(bare[0]);
});
