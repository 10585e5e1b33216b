import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readinessSchema } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { modelList } from '../../src/operations/models-schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { base64Of, colourPicture, greyPicture } from '../support/pictures.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance();
});
afterAll(() => box.stop());

async function ask(extra: Record<string, unknown> = {}, picture = greyPicture(300, 200).png()) {
  const image_data = await base64Of(picture);
  const body = { image_data, image_type: 'test_pattern', modality: 'DX', ...extra };
  return box.post('/v1/imaging', body);
}

/** The answer, which must be whole and of the right shape. */
async function resultOf(response: Response): Promise<ImagingResult> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return imagingResult.parse(JSON.parse(text));
}

describe('POST /v1/imaging', () => {
  it('answers in the shape that the interface promises', async () => {
    const result = await resultOf(await ask());
    expect(result.analysis_id).toMatch(/^im_[0-9a-f]{32}$/);
    expect(result.created_at).toMatch(/Z$/);
    expect(result.image).toMatchObject({ width: 300, height: 200, format: 'png' });
    expect(result.models).toEqual([expect.objectContaining({ version: '1.0.0', backend: 'cpu' })]);
    expect(result).not.toHaveProperty('heatmap');
    expect(result).not.toHaveProperty('probabilities');
  });

  it('answers under both prefixes alike', async () => {
    const image_data = await base64Of(greyPicture(300, 200).png());
    const body = { image_data, image_type: 'test_pattern', modality: 'DX' };
    const [one, other] = await Promise.all(
      ['/v1/imaging', '/api/v1/imaging'].map(async (path) => {
        const { findings, impression, image } = await resultOf(await box.post(path, body));
        return { findings, impression, image };
      }),
    );
    expect(one).toEqual(other);
  });

  it.each(['png', 'jpeg', 'webp', 'tiff'] as const)('reads %s', async (format) => {
    const { image } = await resultOf(await ask({}, greyPicture(300, 200).toFormat(format)));
    expect(image.format).toBe(format);
  });

  it('takes a data URL, synonyms of the modality and of the type, and any case', async () => {
    const image_data = `data:image/png;base64,${await base64Of(greyPicture(300, 200).png())}`;
    const body = { image_data, image_type: 'Test Pattern', modality: 'x-ray' };
    await resultOf(await box.post('/v1/imaging', body));
  });

  it('keeps every box inside the image and orders findings by probability', async () => {
    const { findings, image } = await resultOf(await ask());
    expect(findings.length).toBeGreaterThan(0);
    for (const { locations } of findings) {
      for (const { x, y, width, height } of locations) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(image.width);
        expect(y + height).toBeLessThanOrEqual(image.height);
      }
    }
    const probabilities = findings.map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
  });

  it('adds probabilities of every label and a heat map on request', async () => {
    const analysis_options = { return_probabilities: true, return_heatmap: true };
    const { probabilities, heatmap } = await resultOf(await ask({ analysis_options }));
    expect(Object.keys(probabilities ?? {})).toEqual(['alpha', 'beta']);
    expect(heatmap).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });

  it('lists what it did not assess instead of inventing it', async () => {
    const response = await ask({
      analysis_options: { measure_structures: true, compare_to_prior: true },
      patient_context: { age: 54, gender: 'female', clinical_question: 'Pneumonia?' },
    });
    const { not_assessed, ...rest } = await resultOf(response);
    expect(not_assessed.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['measurements', 'comparison', 'patient_context.clinical_question']),
    );
    expect(rest).not.toHaveProperty('measurements');
    expect(rest).not.toHaveProperty('comparison');
  });

  it('gives a colour photograph or a blank picture no score at all', async () => {
    const blank = greyPicture(300, 200).linear(0, 90).png();
    for (const picture of [colourPicture(300, 200).png(), blank]) {
      const response = await ask({ analysis_options: { return_probabilities: true } }, picture);
      const result = await resultOf(response);
      expect(result).toMatchObject({ findings: [], confidence_score: 0 });
      expect(result.not_assessed[0]?.what).toBe('test_pattern');
      expect(result).not.toHaveProperty('probabilities');
    }
  });

  it('answers the same image alike, however many requests are concurrent', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    const results = await Promise.all(answers.map(resultOf));
    for (const { findings } of results) expect(findings).toEqual(results[0]?.findings);
  });

  it('records who sent the request, the result and the model', async () => {
    const response = await ask();
    const { analysis_id } = await resultOf(response);
    expect(box.auditEvents().find((event) => event.result_id === analysis_id)).toMatchObject({
      action: 'imaging.create',
      outcome: 'success',
      status: 200,
      request_id: response.headers.get('x-request-id'),
      actor: { type: 'api_key', mode: 'test' },
      models: [{ version: '1.0.0', backend: 'cpu' }],
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      response_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the pages beside it', () => {
  it('lists the models', async () => {
    const { models } = modelList.parse(await (await box.get('/v1/models')).json());
    expect(models[0]).toMatchObject({ state: 'ready', image_types: ['test_pattern'] });
  });

  it('is up and ready', async () => {
    const health = await box.appliance.app.request('/healthz');
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const readiness = await box.appliance.app.request('/readyz');
    expect(readiness.status).toBe(200);
    const { checks } = readinessSchema.parse(await readiness.json());
    expect(checks.models[0]).toMatchObject({ backend: 'cpu', parity_error: expect.any(Number) });
    expect(checks.workers).toEqual({ up: 1, busy: 0, queued: 0 });
  });
});
