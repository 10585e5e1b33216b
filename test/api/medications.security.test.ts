import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { medicationModels } from '../support/medication-models.js';

const models = medicationModels();
let box: TestAppliance;
beforeAll(async () => {
  const limits = { data_body_bytes: 20_000 };
  box = await startTestAppliance({ models_dir: models.dir, limits });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const codeOf = async (response: Response) => errorEnvelope.parse(await response.json()).error.code;
const body = { medications: ['warfarin', 'aspirin'] };

describe('keys', () => {
  it('are required', async () => {
    const response = await box.post('/v1/medications', body, { Authorization: '' });
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe('invalid_api_key');
  });

  it('need the scope medications, and no other', async () => {
    const others = bearer(box.key({ scopes: ['risk', 'imaging', 'analyze', 'models.read'] }));
    const refused = await box.post('/v1/medications', body, others);
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe('insufficient_scope');
    const own = bearer(box.key({ scopes: ['medications'] }));
    expect((await box.post('/v1/medications', body, own)).status).toBe(200);
  });

  it('are limited', async () => {
    const slow = bearer(box.key({ rate: 2 }));
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      statuses.push((await box.post('/v1/medications', body, slow)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

it('takes POST alone', async () => {
  const response = await box.get('/v1/medications');
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('POST');
});

it('refuses a body over its limit, and invalid JSON', async () => {
  const large = await box.post('/v1/medications', { medications: ['x'.repeat(30_000)] });
  expect(large.status).toBe(413);
  const broken = await box.post('/v1/medications', '{"medications": [');
  expect(broken.status).toBe(400);
  expect(await codeOf(broken)).toBe('invalid_json');
});

it('keeps nothing of the patient on disk', async () => {
  const secret = {
    medications: [{ name: 'warfarin for Jane Example' }],
    allergies: [{ substance: 'zorblaxifen', reaction: 'Jane fainted' }],
    conditions: ['Jane Example has psoriasis'],
  };
  expect((await box.post('/v1/medications', secret)).status).toBe(200);
  for (const file of ['wardbox.sqlite', 'wardbox.sqlite-wal']) {
    const text = readFileSync(join(box.dataDir, file)).toString('latin1');
    for (const word of ['Jane', 'zorblaxifen', 'psoriasis', 'warfarin']) {
      expect(text).not.toContain(word);
    }
  }
});

it('does not repeat what was sent in an error', async () => {
  const response = await box.post('/v1/medications', {
    medications: [{ name: 'warfarin', dose: 'Jane'.repeat(100) }],
  });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('Jane');
});

it('cannot be led to an object of the language by a name', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const response = await box.post('/v1/medications', {
      medications: [name],
      allergies: [name],
      conditions: [name],
    });
    expect(response.status).toBe(200);
    const { unresolved } = (await response.json()) as { unresolved: object[] };
    expect(unresolved).toHaveLength(1);
  }
});
