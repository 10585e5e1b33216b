import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { base64Of, greyPicture, pngHeader } from '../support/pictures.js';

let box: TestAppliance;
let valid: Record<string, unknown>;
beforeAll(async () => {
  box = await startTestAppliance();
  const image_data = await base64Of(greyPicture(300, 200).png());
  valid = { image_data, image_type: 'test_pattern', modality: 'DX' };
});
afterAll(() => box.stop());

async function errorOf(response: Response) {
  return errorEnvelope.parse(await response.json()).error;
}

/** What the error says of a body that differs from a good one in one thing. */
async function fault(change: Record<string, unknown>) {
  const response = await box.post('/v1/imaging', { ...valid, ...change });
  expect(response.status).toBe(400);
  const { code, details } = await errorOf(response);
  expect(code).toBe('validation_error');
  return details;
}

describe('an image that cannot be read', () => {
  const jpeg = () => greyPicture(300, 200).jpeg().toBuffer();
  const png = () => greyPicture(300, 200).png().toBuffer();
  it.each<[string, () => Promise<Buffer | string> | Buffer | string, RegExp]>([
    ['not base64', () => '%%%% not base64 %%%%', /base64/],
    ['base64 of nothing', () => 'data:image/png;base64,', /empty/],
    ['one pixel', () => greyPicture(1, 1).png().toBuffer(), /1×1 pixels; at least 64×64/],
    ['a header of 30,000 × 30,000', () => pngHeader(30_000, 30_000), /100 megapixels/],
    ['a header alone', () => pngHeader(300, 300), /truncated|damaged/],
    ['a truncated JPEG', async () => (await jpeg()).subarray(0, 2_000), /truncated/],
    ['a truncated PNG', async () => (await png()).subarray(0, 3_000), /truncated/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG, WebP/],
    ['a text file', () => Buffer.from('Dear colleague, '), /PNG, JPEG, WebP, TIFF or DICOM/],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00'), /PNG, JPEG, WebP, TIFF or DICOM/],
    [
      'DICOM that ends with its preamble',
      () => Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]),
      /truncated/,
    ],
  ])('%s', async (_, make, issue) => {
    const made = await make();
    const image_data = typeof made === 'string' ? made : made.toString('base64');
    expect(await fault({ image_data })).toMatchObject({
      field: 'image_data',
      issue: expect.stringMatching(issue),
    });
  });

  it('is refused before decoding when a small file unpacks to too much', async () => {
    const bomb = await greyPicture(1, 1)
      .resize(12_000, 12_000)
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await fault({ image_data: bomb.toString('base64') })).toMatchObject({
      field: 'image_data',
      issue: 'has more than 100 megapixels',
    });
  });

  it('never shows in the answer', async () => {
    const image_data = Buffer.from('Jane Example, born 1950').toString('base64');
    const response = await box.post('/v1/imaging', { ...valid, image_data });
    const text = await response.text();
    expect(text).not.toContain('Jane');
    expect(text).not.toContain(image_data);
  });
});

describe('an answer whose record cannot be written', () => {
  it('is not given, and leaves no reading behind', async () => {
    const { database } = box;
    const readings = database.prepare<[], number>('SELECT count(*) FROM imaging_readings').pluck();
    const events = () => box.auditEvents().length;
    const before = { readings: readings.get(), events: events() };
    database.exec(`CREATE TRIGGER full_audit BEFORE INSERT ON audit
      BEGIN SELECT RAISE(ABORT, 'no more records'); END`);
    const refused = await box.post('/v1/imaging', valid);
    const text = await refused.text();
    expect(refused.status).toBe(503);
    expect(errorEnvelope.parse(JSON.parse(text)).error.code).toBe('overloaded');
    expect(text).not.toMatch(/analysis_id|findings/);
    database.exec('DROP TRIGGER full_audit');
    expect({ readings: readings.get(), events: events() }).toEqual(before);
    expect((await box.post('/v1/imaging', valid)).status).toBe(200);
    expect({ readings: readings.get(), events: events() }).toEqual({
      readings: (before.readings ?? 0) + 1,
      events: before.events + 1,
    });
  });
});

describe('fields', () => {
  it.each<[string, Record<string, unknown>]>([
    ['image_data', { image_data: 5 }],
    ['image_data', { image_data: null }],
    ['image_data', { image_data: '' }],
    ['image_type', { image_type: undefined }],
    ['image_type', { image_type: 'left_foot' }],
    ['modality', { modality: 'US' }],
    ['modality', { modality: 'MR' }],
    ['patient_context.age', { patient_context: { age: -1 } }],
    ['patient_context.age', { patient_context: { age: 3.5 } }],
    ['patient_context.age', { patient_context: { age: '54' } }],
    ['patient_context.age', { patient_context: { age: 131 } }],
    ['patient_context.gender', { patient_context: { gender: 'X' } }],
    ['patient_context.clinical_question', { patient_context: { clinical_question: 1 } }],
    [
      'analysis_options.detect_abnormalities',
      { analysis_options: { detect_abnormalities: 'yes' } },
    ],
    ['analysis_options.return_everything', { analysis_options: { return_everything: true } }],
    ['patient_context', { patient_context: [] }],
    ['unknown', { unknown: 1 }],
  ])('%s is named: %j', async (field, change) => {
    expect((await fault(change)).field).toBe(field);
  });

  it('are all named when several are at fault', async () => {
    const details = await fault({ image_data: 1, modality: 'XX', extra: true });
    expect(details.issues?.map(({ field }) => field)).toEqual(['image_data', 'modality', 'extra']);
  });

  it('that would reach into prototypes are refused as unknown', async () => {
    for (const key of ['__proto__', 'constructor']) {
      const body = `{"${key}":{"admin":true},${JSON.stringify(valid).slice(1)}`;
      const response = await box.post('/v1/imaging', body);
      expect(response.status).toBe(400);
      expect((await errorOf(response)).details.field).toBe(key);
    }
  });

  it('say which types are served when none fits', async () => {
    expect((await fault({ image_type: 'left_foot' })).issue).toContain('test_pattern');
    expect((await fault({ modality: 'MR' })).issue).toContain('DX');
  });
});

describe('bodies', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['half an object', '{"image_data": "abc'],
    ['text', 'hello'],
    ['a stray byte', '{"image_type": "\uD800"}x'],
  ])('that are %s are invalid_json', async (_, body) => {
    const response = await box.post('/v1/imaging', body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('invalid_json');
  });

  it.each<[string, string]>([
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['nested 50,000 deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('that are %s are validation errors', async (_, body) => {
    const response = await box.post('/v1/imaging', body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      code: 'validation_error',
      details: { field: 'body' },
    });
  });

  it('of another type are not taken', async () => {
    for (const type of ['text/plain', 'multipart/form-data', 'application/json; charset=latin1']) {
      const response = await box.post('/v1/imaging', valid, { 'Content-Type': type });
      expect(response.status).toBe(400);
      expect((await errorOf(response)).code).toBe('unsupported_media_type');
    }
  });

  it('that say they are too large are refused unread', async () => {
    const response = await box.post('/v1/imaging', '{}', { 'Content-Length': '104857600' });
    expect(response.status).toBe(413);
    expect((await errorOf(response)).code).toBe('payload_too_large');
  });
});

describe('paths and methods', () => {
  it('answers an unknown path with 404 and a known one with 405 and Allow', async () => {
    const missing = await box.get('/v1/nothing');
    expect(missing.status).toBe(404);
    expect((await errorOf(missing)).code).toBe('not_found');
    const wrong = await box.get('/v1/imaging');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await errorOf(wrong)).code).toBe('method_not_allowed');
  });

  it('gives every error its request id, the client’s own when it is well formed', async () => {
    const kept = await box.get('/v1/nothing', { 'X-Request-Id': 'pacs-7.42' });
    expect(kept.headers.get('x-request-id')).toBe('pacs-7.42');
    expect((await errorOf(kept)).request_id).toBe('pacs-7.42');
    const replaced = await box.get('/v1/nothing', { 'X-Request-Id': 'a b\tc' });
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/);
  });
});
