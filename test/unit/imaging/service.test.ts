import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { parse } from '../../../src/core/schema.js';
import { imagingRequest, imagingResult } from '../../../src/imaging/schema.js';
import { createImagingService } from '../../../src/imaging/service.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import type { ReadImageOutput } from '../../../src/inference/tasks/read-image-contract.js';
import { fakeEngine, IMAGE, label, readyModel } from '../../support/imaging-model.js';
import { NOON, stoppedClock } from '../../support/stopped-clock.js';
import { rejectionOf } from '../../support/thrown.js';

const LIMITS = { fileBytes: 1_000, megapixels: 5 };
const activation = (...values: number[]) => ({
  rows: 2,
  columns: 2,
  values: Float32Array.from(values),
});
const assessed = (...labels: { id: string; probability: number }[]): ReadImageOutput => ({
  image: IMAGE,
  backend: 'wasm',
  assessed: true,
  labels: labels.map((one) => ({ ...one, activation: activation(2, -1, -1, -1) })),
});
const SICK = assessed(
  { id: 'pneumonia', probability: 0.91234 },
  { id: 'tuberculosis', probability: 0.2 },
);
const WELL = assessed(
  { id: 'pneumonia', probability: 0.1 },
  { id: 'tuberculosis', probability: 0.2 },
);
const REFUSED: ReadImageOutput = {
  image: IMAGE,
  backend: 'cpu',
  assessed: false,
  refusal: { reason: 'it is a colour picture, not a radiograph' },
};

interface Asked {
  output?: ReadImageOutput | Error;
  models?: ModelStatus[];
  options?: Record<string, boolean>;
  more?: Record<string, unknown>;
}

async function read({ output = SICK, models = [readyModel()], options = {}, more = {} }: Asked) {
  const { engine, asked } = fakeEngine(output, models);
  const service = createImagingService(engine, LIMITS, stoppedClock());
  const request = parse(imagingRequest, {
    image_data: 'QUJD',
    image_type: 'Chest X-Ray',
    modality: 'XR',
    analysis_options: options,
    ...more,
  });
  const { signal } = new AbortController();
  const result = await service.read(request, signal);
  expect(imagingResult.safeParse(result).error).toBeUndefined();
  return { result, asked, signal };
}
const whats = (result: { not_assessed: { what: string }[] }) =>
  result.not_assessed.map(({ what }) => what);

describe('createImagingService', () => {
  it('sends the characters as they came, with the limits and the signal', async () => {
    const { asked, signal } = await read({});
    expect(asked).toEqual([
      {
        input: {
          modelId: 'chest',
          encoded: Buffer.from('QUJD'),
          limits: LIMITS,
          wantHeatmap: false,
        },
        signal,
      },
    ]);
  });

  it('answers with findings in their places, the picture and the model', async () => {
    const { result } = await read({});
    expect(result.analysis_id).toMatch(/^im_[0-9a-f]{32}$/);
    expect(result).toMatchObject({
      created_at: new Date(NOON).toISOString(),
      confidence_score: 0.9123,
      image: {
        width: 1_400,
        height: 700,
        photometric: 'MONOCHROME2',
        bits_per_sample: 16,
        format: 'png',
      },
      models: [{ id: 'chest', version: '1.2.3', backend: 'wasm' }],
      not_assessed: [],
    });
    expect(result.findings).toHaveLength(1);
    expect(result.findings[0]).toMatchObject({
      finding: 'Pneumonia',
      location: { x: 0, y: 0, width: 700, height: 350 },
      probability: 0.9123,
    });
    expect(result).not.toHaveProperty('probabilities');
    expect(result).not.toHaveProperty('heatmap');
  });

  it('answers without findings where there is nothing', async () => {
    const { result } = await read({ output: WELL });
    expect(result).toMatchObject({ findings: [], confidence_score: 0.8, warnings: [] });
    expect(result.impression).toContain('pneumonia');
  });

  it('takes another id for each analysis', async () => {
    const ids = [await read({}), await read({})].map(({ result }) => result.analysis_id);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('gives the probability of every label that is assessed, when asked', async () => {
    const { result } = await read({ output: WELL, options: { return_probabilities: true } });
    expect(result.probabilities).toEqual({ pneumonia: 0.1, tuberculosis: 0.2 });
  });

  it('gives the heat map as a data URL, when asked', async () => {
    const output = { ...SICK, heatmapPng: Uint8Array.of(1, 2, 3) } as ReadImageOutput;
    const { result, asked } = await read({ output, options: { return_heatmap: true } });
    expect(asked[0]!.input.wantHeatmap).toBe(true);
    expect(result.heatmap).toBe('data:image/png;base64,AQID');
  });

  it('says of a label that is not reported that it was not assessed', async () => {
    const labels = [
      label('pneumonia'),
      label('covid19', { reported: false, caveat: 'too few films' }),
      label('nodule', { reported: false }),
    ];
    const output = assessed(
      { id: 'pneumonia', probability: 0.1 },
      { id: 'covid19', probability: 0.99 },
      { id: 'nodule', probability: 0.99 },
    );
    const options = { return_probabilities: true };
    const { result } = await read({ output, models: [readyModel({ labels })], options });
    expect(result.findings).toEqual([]);
    expect(result.probabilities).toEqual({ pneumonia: 0.1 });
    expect(whats(result)).toEqual(['covid19', 'nodule']);
    expect(result.not_assessed[0]!.reason).toBe('too few films');
    expect(result.impression).not.toMatch(/covid|nodule/i);
  });

  it('gives no value at all for a picture that may not be judged', async () => {
    const options = { return_probabilities: true, return_heatmap: true };
    const { result } = await read({ output: REFUSED, options });
    expect(result).toMatchObject({ findings: [], confidence_score: 0 });
    expect(result).not.toHaveProperty('probabilities');
    expect(result).not.toHaveProperty('heatmap');
    expect(result.not_assessed).toEqual([
      { what: 'chest_xray', reason: 'it is a colour picture, not a radiograph' },
    ]);
    expect(result.impression).toContain('Not assessed');
  });

  it('invents no measurement, no comparison and no answer to a question', async () => {
    const options = { measure_structures: true, compare_to_prior: true };
    const more = { patient_context: { clinical_question: 'Effusion? Jane Roe' } };
    for (const output of [SICK, WELL, REFUSED]) {
      const { result } = await read({ output, options, more });
      expect(whats(result)).toEqual(
        expect.arrayContaining(['measurements', 'comparison', 'patient_context']),
      );
      expect(result).not.toHaveProperty('measurements');
      expect(result).not.toHaveProperty('comparison');
      expect(JSON.stringify(result)).not.toContain('Jane');
    }
  });

  it('says nothing of findings that nobody asked for', async () => {
    const options = { detect_abnormalities: false, return_probabilities: true };
    const { result } = await read({ options });
    expect(result).toMatchObject({ findings: [], confidence_score: 0 });
    expect(result).not.toHaveProperty('probabilities');
    expect(whats(result)).toEqual(['abnormalities']);
    expect(result.impression).not.toMatch(/pneumonia/i);
  });

  it('warns of more pages, of a turned picture and with the caveats of what was found', async () => {
    const labels = [
      label('pneumonia', { caveat: 'adults only' }),
      label('tuberculosis', { caveat: 'not said' }),
    ];
    const output = { ...SICK, image: { ...IMAGE, pages: 3, reoriented: true } };
    const { result } = await read({ output, models: [readyModel({ labels })] });
    expect(result.warnings).toHaveLength(3);
    expect(result.warnings[0]).toContain('3 pages');
    expect(result.warnings[1]).toContain('upright');
    expect(result.warnings[2]).toBe('adults only');
  });

  it('says each warning once', async () => {
    const labels = ['pneumonia', 'tuberculosis'].map((id) => label(id, { caveat: 'adults only' }));
    const output = assessed(
      { id: 'pneumonia', probability: 0.9 },
      { id: 'tuberculosis', probability: 0.8 },
    );
    const { result } = await read({ output, models: [readyModel({ labels })] });
    expect(result.findings).toHaveLength(2);
    expect(result.warnings).toEqual(['adults only']);
  });

  it('asks no worker for an image that no model reads, and hands its errors on', async () => {
    const { engine, asked } = fakeEngine(SICK, [readyModel()]);
    const service = createImagingService(engine, LIMITS, stoppedClock());
    const request = parse(imagingRequest, {
      image_data: 'QUJD',
      image_type: 'knee',
      modality: 'DX',
    });
    const { signal } = new AbortController();
    expect((await rejectionOf(service.read(request, signal))).code).toBe('validation_error');
    expect(asked).toEqual([]);
    const busy = new AppError('overloaded', 'Busy.');
    expect(await rejectionOf(read({ output: busy }))).toBe(busy);
  });
});
