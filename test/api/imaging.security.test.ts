import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { base64Of, greyPicture } from '../support/pictures.js';

let box: TestAppliance;
let body: Record<string, unknown>;
beforeAll(async () => {
  box = await startTestAppliance();
  const image_data = await base64Of(greyPicture(100, 100).png());
  body = { image_data, image_type: 'test_pattern', modality: 'DX' };
});
afterAll(() => box.stop());

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const codeOf = async (response: Response) => errorEnvelope.parse(await response.json()).error.code;

describe('keys', () => {
  it('that are missing, malformed, unknown or revoked all get the same answer', async () => {
    const revoked = box.key();
    box.keys.revoke(box.keys.list().at(-1)!.keyId);
    const unknown = `sk_test_${'a'.repeat(43)}`;
    const headers = [
      '',
      'Bearer',
      'Basic abc',
      ...['x', unknown, revoked].map((k) => `Bearer ${k}`),
    ];
    const answers = await Promise.all(
      headers.map(async (Authorization) => {
        const response = await box.post('/v1/imaging', body, { Authorization });
        expect(response.status).toBe(401);
        const { code, message, details } = errorEnvelope.parse(await response.json()).error;
        return { code, message, details, challenge: response.headers.get('www-authenticate') };
      }),
    );
    expect(answers[0]?.code).toBe('invalid_api_key');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('end the moment that they are revoked', async () => {
    const key = box.key();
    expect((await box.get('/v1/models', bearer(key))).status).toBe(200);
    box.keys.revoke(box.keys.list().at(-1)!.keyId);
    expect((await box.get('/v1/models', bearer(key))).status).toBe(401);
  });

  it('without the scope are refused, and that is on record', async () => {
    const key = box.key({ scopes: ['risk'] });
    const response = await box.post('/v1/imaging', body, bearer(key));
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('insufficient_scope');
    const id = response.headers.get('x-request-id');
    expect(box.auditEvents().find(({ request_id }) => request_id === id)).toMatchObject({
      outcome: 'refused',
      status: 403,
      error_code: 'insufficient_scope',
    });
  });

  it('that fail are counted, and the count is on record when the appliance stops', async () => {
    const other = await startTestAppliance();
    for (let i = 0; i < 3; i += 1) await other.get('/v1/models', { Authorization: 'Bearer no' });
    await other.appliance.stop();
    const refused = other.auditEvents().filter(({ action }) => action === 'authenticate');
    expect(refused).toEqual([expect.objectContaining({ status: 401, count: 3 })]);
    await other.stop();
  });

  it('are required before the body is read, and for unknown paths too', async () => {
    const none = { Authorization: '' };
    expect((await box.post('/v1/imaging', 'not json', none)).status).toBe(401);
    expect((await box.get('/v1/nothing', none)).status).toBe(401);
  });
});

describe('the rate limit', () => {
  it('applies to each key, is reported in headers, and answered with 429 when exceeded', async () => {
    const key = box.key({ rate: 3 });
    const seen = [];
    for (let i = 0; i < 5; i += 1) {
      const response = await box.get('/v1/models', bearer(key));
      seen.push([response.status, response.headers.get('x-ratelimit-remaining')]);
      expect(response.headers.get('x-ratelimit-limit')).toBe('3');
      expect(response.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
      expect(response.headers.get('ratelimit')).toMatch(/^"default";r=\d;t=\d+$/);
      if (response.status === 429) {
        expect(await codeOf(response)).toBe('rate_limited');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    const expected = [
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [429, '0'],
    ];
    expect(seen).toEqual(expected);
    expect((await box.get('/v1/models')).status).toBe(200);
  });

  it('counts both prefixes together', async () => {
    const key = box.key({ rate: 1 });
    expect((await box.get('/v1/models', bearer(key))).status).toBe(200);
    expect((await box.get('/api/v1/models', bearer(key))).status).toBe(429);
  });
});

describe('answers', () => {
  it('carry the headers that keep them private', async () => {
    for (const response of [await box.get('/v1/models'), await box.get('/v1/nothing')]) {
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('x-powered-by')).toBeNull();
    }
  });

  it('leave nothing of the patient or the key on disk', async () => {
    const key = box.key();
    const question = 'Jane Example has a cough';
    const asked = { ...body, patient_context: { clinical_question: question } };
    expect((await box.post('/v1/imaging', asked, bearer(key))).status).toBe(200);
    for (const file of ['wardbox.sqlite', 'wardbox.sqlite-wal']) {
      const text = readFileSync(join(box.dataDir, file)).toString('latin1');
      expect(text).not.toContain('Jane');
      expect(text).not.toContain(key);
      expect(text).not.toContain(String(body.image_data).slice(0, 60));
    }
  });
});
