import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { patientFiles } from '../support/filing.js';
import { encodeForm } from '../support/form.js';
import { endOf, LATER } from '../support/jobs.js';
import { addPerson, signIn } from '../support/people.js';
import { greyPicture } from '../support/pictures.js';

const PATH = '/v1/imaging';
const ABOUT = { image_type: 'test_pattern', modality: 'DX' };
const FILE_BYTES = 60_000;

type Parts = Readonly<Record<string, string | Buffer | readonly (string | Buffer)[]>>;

let box: TestAppliance;
let picture: Buffer;
let other: Buffer;
beforeAll(async () => {
  const limits = {
    imaging_body_bytes: 200_000,
    imaging_form_bytes: 200_000,
    image_file_bytes: FILE_BYTES,
  };
  box = await startTestAppliance({ limits });
  picture = await greyPicture(300, 200).png().toBuffer();
  other = await greyPicture(300, 200).negate().png().toBuffer();
});
afterAll(() => box.stop());

/** A form: buffers are files, lists are parts of one name. */
function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(parts)) {
    for (const one of [content].flat()) {
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one as Buffer)]), 'a.bin');
    }
  }
  return form;
}

const send = (parts: Parts, headers = {}) => box.upload(PATH, formOf(parts), headers);

async function resultOf(response: Response): Promise<ImagingResult> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return imagingResult.parse(JSON.parse(text));
}

/** All but what differs between two readings of one image. */
const comparable = ({ analysis_id: _, created_at: __, ...rest }: ImagingResult) => rest;

const asJson = (more = {}) =>
  box.post(PATH, { ...ABOUT, image_data: picture.toString('base64'), ...more });

const recordOf = (response: Response) => {
  const id = response.headers.get('x-request-id');
  return box.auditEvents().find(({ request_id }) => request_id === id);
};

const filesLeft = () =>
  ['tmp', 'jobs'].flatMap((folder) => {
    const path = join(box.dataDir, folder);
    return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.sealed')) : [];
  });

describe('POST /v1/imaging with a form', () => {
  it('answers as it does to JSON', async () => {
    const options = { return_heatmap: true, return_probabilities: true };
    const context = { age: 54, gender: 'female', clinical_question: 'Cough, "?"' };
    const form = await resultOf(
      await send({
        ...ABOUT,
        image: picture,
        frame: '1',
        analysis_options: JSON.stringify(options),
        patient_context: JSON.stringify(context),
      }),
    );
    const json = await resultOf(
      await asJson({ frame: 1, analysis_options: options, patient_context: context }),
    );
    expect(form.probabilities).toBeDefined();
    expect(comparable(form)).toEqual(comparable(json));
    expect(filesLeft()).toEqual([]);
  });

  it('takes the fields in any order, and under both prefixes', async () => {
    const form = formOf({ image: picture, ...ABOUT });
    expect((await box.upload('/api/v1/imaging', form)).status).toBe(200);
  });

  it('compares with an earlier image as it does in JSON', async () => {
    const analysis_options = { compare_to_prior: true };
    const form = await resultOf(
      await send({
        ...ABOUT,
        prior_image_data: other,
        analysis_options: JSON.stringify(analysis_options),
        image: picture,
      }),
    );
    const prior_image_data = other.toString('base64');
    const json = await resultOf(await asJson({ prior_image_data, analysis_options }));
    // The tiny model compares nothing, and says so only where an earlier image was read.
    expect(form.not_assessed.map(({ what }) => what)).toEqual([
      'comparison.alpha',
      'comparison.beta',
    ]);
    expect(comparable(form)).toEqual(comparable(json));
  });

  it('records the hash of the body as it was sent', async () => {
    const { bytes, headers } = await encodeForm(formOf({ ...ABOUT, image: picture }));
    const response = await box.appliance.app.request(PATH, {
      method: 'POST',
      body: bytes,
      headers: { ...headers, Authorization: `Bearer ${box.defaultKey}` },
    });
    const { analysis_id } = await resultOf(response);
    expect(recordOf(response)).toMatchObject({
      action: 'imaging.create',
      outcome: 'success',
      result_id: analysis_id,
      request_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });
});

describe('a form that is refused', () => {
  const zip = () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
  it.each<[string, () => Parts, string, string | RegExp]>([
    ['without an image', () => ABOUT, 'image', 'is required'],
    ['with nothing in it', () => ({}), 'image', 'is required'],
    ['with an empty image', () => ({ ...ABOUT, image: Buffer.alloc(0) }), 'image', /empty/],
    [
      'with two images',
      () => ({ ...ABOUT, image: [picture, other] }),
      'image',
      /several images must be DICOM/,
    ],
    [
      'with a large image',
      () => ({ ...ABOUT, image: Buffer.alloc(FILE_BYTES + 1, picture) }),
      'image',
      `has ${FILE_BYTES + 1} bytes; at most ${FILE_BYTES} are accepted`,
    ],
    ['with a ZIP archive', () => ({ ...ABOUT, image: zip() }), 'image', /ZIP archive/],
    ['with a text', () => ({ ...ABOUT, image: 'Dear colleague, ' }), 'image', /PNG, JPEG, WebP/],
    ['with a broken image', () => ({ ...ABOUT, image: picture.subarray(0, 900) }), 'image', /./],
    [
      'with base64 in place of the image',
      () => ({ ...ABOUT, image_data: picture.toString('base64') }),
      'image_data',
      /as image/,
    ],
    [
      'with base64 beside the image',
      () => ({ ...ABOUT, image: picture, image_data: picture.toString('base64') }),
      'image_data',
      /as image/,
    ],
    [
      'with base64 for the earlier image',
      () => ({
        ...ABOUT,
        image: picture,
        prior_image_data: other.toString('base64'),
        analysis_options: '{"compare_to_prior":true}',
      }),
      'prior_image_data',
      /PNG, JPEG, WebP/,
    ],
    [
      'with two earlier images',
      () => ({ ...ABOUT, image: picture, prior_image_data: [other, other] }),
      'prior_image_data',
      /once/,
    ],
    [
      'with an earlier image and an earlier analysis',
      () => ({ ...ABOUT, image: picture, prior_image_data: other, prior_analysis_id: 'im_1' }),
      'prior_analysis_id',
      /cannot be combined/,
    ],
    ['with an unknown field', () => ({ ...ABOUT, image: picture, extra: '1' }), 'extra', /known/],
    ['with an unknown file', () => ({ ...ABOUT, image: picture, extra: other }), 'extra', /known/],
    [
      'with a field twice',
      () => ({ ...ABOUT, image: picture, modality: ['DX', 'DX'] }),
      'modality',
      /once/,
    ],
    [
      'with a file for a text',
      () => ({ ...ABOUT, image: picture, analysis_options: Buffer.from('{}') }),
      'analysis_options',
      /text/,
    ],
    [
      'with options that are not JSON',
      () => ({ ...ABOUT, image: picture, analysis_options: 'measure' }),
      'analysis_options',
      /JSON/,
    ],
    [
      'with an option of the wrong type',
      () => ({ ...ABOUT, image: picture, analysis_options: '{"return_heatmap":"yes"}' }),
      'analysis_options.return_heatmap',
      /true or false/,
    ],
    ['with a frame that is none', () => ({ ...ABOUT, image: picture, frame: 'x' }), 'frame', /./],
    ['without a type', () => ({ image: picture, modality: 'DX' }), 'image_type', 'is required'],
    [
      'for a model that is not there',
      () => ({ ...ABOUT, image: picture, model: 'none' }),
      'model',
      /./,
    ],
  ])('%s, by its field', async (_, parts, field, issue) => {
    const response = await send(parts());
    expect(response.status).toBe(400);
    const { code, details } = errorEnvelope.parse(await response.json()).error;
    expect(code).toBe('validation_error');
    expect(details).toMatchObject({ field, issue: expect.stringMatching(issue) });
    expect(filesLeft()).toEqual([]);
    expect(recordOf(response)).toMatchObject({ outcome: 'refused', status: 400 });
  });

  it('as too large a body is, whatever is in it', async () => {
    const response = await send({ ...ABOUT, image: Buffer.alloc(200_001) });
    expect(response.status).toBe(413);
    expect(filesLeft()).toEqual([]);
  });

  it('like any other type, with the types that are taken', async () => {
    const response = await box.post(PATH, 'image', { 'Content-Type': 'image/png' });
    expect(response.status).toBe(400);
    const { details } = errorEnvelope.parse(await response.json()).error;
    expect(details.issue).toBe('must be application/json or multipart/form-data, in UTF-8');
  });

  it('without the scope, before it is read', async () => {
    const headers = { Authorization: `Bearer ${box.key({ scopes: ['risk'] })}` };
    expect((await send({ ...ABOUT, image: picture }, headers)).status).toBe(403);
  });

  it('beyond the rate of the key', async () => {
    const headers = { Authorization: `Bearer ${box.key({ rate: 1 })}` };
    expect((await send({ ...ABOUT, image: picture }, headers)).status).toBe(200);
    expect((await send({ ...ABOUT, image: picture }, headers)).status).toBe(429);
  });

  it('from a browser without the token of its session', async () => {
    await addPerson(box.database, { userName: 'rita', roles: ['radiologist'] });
    const { headers } = await signIn(box.appliance.app, 'rita');
    const { 'X-CSRF-Token': _, ...without } = headers();
    const upload = async (own: Record<string, string>) => {
      const { bytes, headers: type } = await encodeForm(formOf({ ...ABOUT, image: picture }));
      const init = { method: 'POST', body: bytes, headers: { ...type, ...own } };
      return box.appliance.app.request(PATH, init);
    };
    expect((await upload(without)).status).toBe(403);
    const response = await upload(headers());
    expect(response.status).toBe(200);
    expect(recordOf(response)?.actor).toMatchObject({ type: 'user', mode: 'test' });
  });
});

describe('a form under an idempotency key', () => {
  it('is answered once, in whatever order and with whatever boundary it is sent', async () => {
    const headers = { 'Idempotency-Key': 'form-1' };
    const first = await resultOf(await send({ ...ABOUT, image: picture }, headers));
    const again = await send(
      { image: picture, modality: 'DX', image_type: 'test_pattern' },
      headers,
    );
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await resultOf(again)).toEqual(first);
  });

  it('is another request with other bytes, another field, or as JSON', async () => {
    const headers = { 'Idempotency-Key': 'form-2' };
    await resultOf(await send({ ...ABOUT, image: picture }, headers));
    const others = [
      () => send({ ...ABOUT, image: other }, headers),
      () => send({ ...ABOUT, image: picture, frame: '1' }, headers),
      () => send({ ...ABOUT, image: picture, prior_image_data: other }, headers),
      () => box.post(PATH, { ...ABOUT, image_data: picture.toString('base64') }, headers),
    ];
    for (const one of others) {
      const response = await one();
      expect(response.status).toBe(409);
      expect(errorEnvelope.parse(await response.json()).error.code).toBe('idempotency_mismatch');
    }
  });
});

describe('a form that is answered later', () => {
  it('has the answer of the form, with the earlier image, and keeps no file', async () => {
    const parts = {
      ...ABOUT,
      image: picture,
      prior_image_data: other,
      analysis_options: '{"compare_to_prior":true}',
    };
    const now = await resultOf(await send(parts));
    const response = await send(parts, LATER);
    expect(response.status).toBe(202);
    const { job_id } = (await response.json()) as { job_id: string };
    const job = await endOf(box, job_id);
    expect(job.status, JSON.stringify(job.error)).toBe('succeeded');
    expect(comparable(imagingResult.parse(job.result))).toEqual(comparable(now));
    const [accepted, answered] = box.auditEvents().filter((event) => event.job_id === job_id);
    expect(answered?.request_sha256).toBe(accepted?.request_sha256);
    await expect.poll(filesLeft).toEqual([]);
  });

  it('is refused at once where its fields are wrong, and by the job where its file is', async () => {
    expect((await send({ ...ABOUT, image_type: 'knee', image: picture }, LATER)).status).toBe(400);
    const response = await send({ ...ABOUT, image: picture.subarray(0, 900) }, LATER);
    const { job_id } = (await response.json()) as { job_id: string };
    expect(await endOf(box, job_id)).toMatchObject({
      status: 'failed',
      error: { code: 'validation_error', details: { field: 'image' } },
    });
  });
});

describe('a form with a subject', () => {
  it('is filed', async () => {
    const files = patientFiles(box);
    const subject = `Patient/${await files.store({ resourceType: 'Patient' })}`;
    const response = await send({ ...ABOUT, image: picture, subject });
    const { filed = [], impression } = await resultOf(response);
    const [report] = await files.search(`DiagnosticReport?patient=${subject}&category=RAD`);
    expect(report).toMatchObject({
      id: filed[0]?.split('/')[1],
      conclusion: expect.stringContaining(impression),
    });
    expect(recordOf(response)?.target).toBe(subject);
  });

  it('is refused before the image is decoded when the patient does not exist', async () => {
    const response = await send({ ...ABOUT, image: 'no image', subject: 'Patient/nobody' });
    expect(response.status).toBe(400);
    const { details } = errorEnvelope.parse(await response.json()).error;
    expect(details.field).toBe('subject');
  });
});
