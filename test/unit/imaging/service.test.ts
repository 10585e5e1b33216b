import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { parse } from '../../../src/core/schema.js';
import type { StoredReading } from '../../../src/core/stored-reading.js';
import { imagingRequest, imagingResult } from '../../../src/imaging/schema.js';
import { createImagingService } from '../../../src/imaging/service.js';
import type { ReadImageOutput } from '../../../src/imaging/worker/read-image-contract.js';
import type { ModelStatus } from '../../../src/inference/engine.js';
import type { ReadingTable } from '../../../src/store/reading-repository.js';
import {
  chestStructures,
  fakeEngine,
  IMAGE,
  label,
  manifest,
  readyModel,
  readySegmenter,
  WHOLE,
} from '../../support/imaging-model.js';
import { rejectionOf } from '../../support/refusals.js';
import { NOON, stoppedClock } from '../../support/stopped-clock.js';

const LIMITS = { fileBytes: 1_000, megapixels: 5 };
const activation = (...values: number[]) => ({
  rows: 2,
  columns: 2,
  values: Float32Array.from(values),
  region: WHOLE,
});
const RAN = [{ id: 'chest', backend: 'wasm' }];
type Assessed = Extract<ReadImageOutput, { assessed: true }>;
const assessed = (...labels: { id: string; probability: number }[]): Assessed => ({
  image: IMAGE,
  models: RAN,
  warnings: [],
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
  models: RAN,
  warnings: [],
  assessed: false,
  refusal: { reason: 'it is a colour picture, not a radiograph' },
};
/** A film whose heart was measured as well. */
const measured = (heartWidth: number, output: Assessed = WELL): Assessed => ({
  ...output,
  image: { ...IMAGE, height: IMAGE.width },
  models: [{ id: 'anatomy', backend: 'cpu' }, ...RAN],
  structures: chestStructures(heartWidth),
});

/** Readings as a test keeps them: in memory, by identifier and mode. */
function memory(): ReadingTable & { records: StoredReading[] } {
  const records: StoredReading[] = [];
  return {
    records,
    save: (record) => void records.push(record),
    find: async (id, mode) => records.find((one) => one.analysisId === id && one.mode === mode),
    forgetBefore: async () => 0,
  };
}

interface Asked {
  output?: ReadImageOutput | Error | ReadImageOutput[];
  models?: ModelStatus[];
  options?: Record<string, boolean>;
  more?: Record<string, unknown>;
  mode?: 'test' | 'live';
  readings?: ReadingTable;
}

async function read({
  output = SICK,
  models = [readyModel()],
  options = {},
  more = {},
  mode = 'live',
  readings,
}: Asked) {
  const { engine, asked } = fakeEngine(output, models);
  const clock = stoppedClock();
  const service = createImagingService({ engine, limits: LIMITS, clock, readings });
  const request = parse(imagingRequest, {
    image_data: 'QUJD',
    image_type: 'Chest X-Ray',
    modality: 'XR',
    analysis_options: options,
    ...more,
  });
  const { signal } = new AbortController();
  const { result, reading } = await service.read(request, { mode, signal });
  if (reading !== undefined) readings?.save(reading);
  expect(imagingResult.safeParse(result).error).toBeUndefined();
  return { result, reading, asked };
}
/** A reader that is shown the lungs alone, and the package that finds them. */
const chestModels = (...labels: ReturnType<typeof label>[]) => {
  const region = { segmenter: 'anatomy', structures: ['right_lung'], margin: 0.1 };
  const input = { ...manifest().input, region };
  return [readyModel({ input, ...(labels.length > 0 && { labels }) }), readySegmenter()];
};
const whats = (result: { not_assessed: { what: string }[] }) =>
  result.not_assessed.map(({ what }) => what);

describe('createImagingService', () => {
  it('sends the characters as they came, with the limits and the signal', async () => {
    const { asked } = await read({});
    expect(asked).toEqual([
      {
        input: {
          field: 'image_data',
          readerId: 'chest',
          expected: { modality: 'XR' },
          sent: { encoded: Buffer.from('QUJD') },
          limits: LIMITS,
          wantHeatmap: false,
        },
        signal: expect.any(AbortSignal),
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
        frames: 1,
        frame: 1,
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
    expect(result).toMatchObject({ findings: [], confidence_score: 0.8 });
    expect(result.warnings).toEqual([expect.stringContaining('does not exclude disease')]);
    expect(result.impression).toContain('pneumonia');
  });

  it('takes another id for each analysis', async () => {
    const ids = [await read({}), await read({})].map(({ result }) => result.analysis_id);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('returns the probability of every assessed label on request', async () => {
    const { result } = await read({ output: WELL, options: { return_probabilities: true } });
    expect(result.probabilities).toEqual({ pneumonia: 0.1, tuberculosis: 0.2 });
  });

  it('returns the heat map as a data URL on request', async () => {
    const output = { ...SICK, heatmapPng: Uint8Array.of(1, 2, 3) } as ReadImageOutput;
    const { result, asked } = await read({ output, options: { return_heatmap: true } });
    expect(asked[0]!.input.wantHeatmap).toBe(true);
    expect(result.heatmap).toBe('data:image/png;base64,AQID');
  });

  it('warns when a heat map was requested and none can be drawn', async () => {
    const { result } = await read({ options: { return_heatmap: true } });
    expect(result).not.toHaveProperty('heatmap');
    expect(whats(result)).toEqual(['heatmap']);
  });

  it('gives outlines in pixels of the image as it is stored, however it is turned', async () => {
    const rings = [
      [
        [0, 0],
        [0.5, 0],
        [0.5, 0.25],
      ],
    ] as const;
    const output = {
      ...SICK,
      image: { ...IMAGE, width: 200, height: 100, orientation: 6 },
      outlines: [{ id: 'heart', rings }],
    } as ReadImageOutput;
    const { result, asked } = await read({ output, options: { return_outlines: true } });
    expect(asked[0]?.input).toMatchObject({ wantOutlines: true });
    // Turned clockwise to be upright: what is at its top left is stored at the bottom left.
    expect(result.outlines).toEqual([
      {
        structure: 'heart',
        rings: [
          [
            [0, 100],
            [0, 50],
            [50, 50],
          ],
        ],
      },
    ]);
  });

  it('says that nothing was outlined, and outlines nothing that was not asked for', async () => {
    const { result } = await read({ options: { return_outlines: true } });
    expect(result).not.toHaveProperty('outlines');
    expect(whats(result)).toEqual(['outlines']);
    const plain = await read({});
    expect(plain.asked[0]?.input).not.toHaveProperty('wantOutlines');
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
        expect.arrayContaining(['measurements', 'comparison', 'patient_context.clinical_question']),
      );
      expect(result).not.toHaveProperty('measurements');
      expect(result).not.toHaveProperty('comparison');
      expect(JSON.stringify(result)).not.toContain('Jane');
    }
  });

  it('does not report findings that were not requested', async () => {
    const options = { detect_abnormalities: false, return_probabilities: true };
    const { result } = await read({ options });
    expect(result).toMatchObject({ findings: [], confidence_score: 0 });
    expect(result).not.toHaveProperty('probabilities');
    expect(whats(result)).toEqual(['abnormalities']);
    expect(result.impression).not.toMatch(/pneumonia/i);
  });

  it('hands on what the worker warns of, and the caveats of what was found', async () => {
    const labels = [
      label('pneumonia', { caveat: 'adults only' }),
      label('tuberculosis', { caveat: 'not said' }),
    ];
    const output = { ...SICK, warnings: ['The file holds 3 pages; page 1 was read.'] };
    const { result } = await read({ output, models: [readyModel({ labels })] });
    expect(result.warnings).toEqual([
      expect.stringContaining('does not exclude disease'),
      'The file holds 3 pages; page 1 was read.',
      'adults only',
    ]);
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
    const service = createImagingService({ engine, limits: LIMITS, clock: stoppedClock() });
    const request = parse(imagingRequest, {
      image_data: 'QUJD',
      image_type: 'knee',
      modality: 'DX',
    });
    const { signal } = new AbortController();
    expect((await rejectionOf(service.read(request, { mode: 'test', signal }))).code).toBe(
      'validation_error',
    );
    expect(asked).toEqual([]);
    const busy = new AppError('overloaded', 'Busy.');
    expect(await rejectionOf(read({ output: busy }))).toBe(busy);
  });
});

describe('an unsure label', () => {
  const labels = [label('pneumonia', { unsure: { low: 0.2, high: 0.95 } })];

  it('is no finding and no absence', async () => {
    const { result } = await read({ models: [readyModel({ labels })] });
    expect(result.findings).toEqual([]);
    expect(result.not_assessed).toEqual([
      { what: 'pneumonia', reason: expect.stringContaining('uncertain') },
    ]);
    expect(result.impression).toContain('neither confirmed nor excluded');
    expect(result.impression).not.toMatch(/no pneumonia/i);
  });
});

describe('measured structures', () => {
  const options = { measure_structures: true };

  it('give the ratio, both diameters and their landmarks', async () => {
    const { result, asked } = await read({
      output: measured(0.35),
      models: chestModels(),
      options,
    });
    expect(asked[0]!.input).toMatchObject({ readerId: 'chest', segmenterId: 'anatomy' });
    const [ratio, heart, thorax] = result.measurements!;
    expect(ratio).toMatchObject({ name: 'cardiothoracic_ratio', unit: '1', limit: 0.525 });
    expect(ratio!.value).toBeCloseTo(0.35 / 0.8, 1);
    expect(ratio!.landmarks.map(({ name }) => name)).toEqual([
      'right_heart_border',
      'left_heart_border',
      'right_chest_wall',
      'left_chest_wall',
    ]);
    expect(heart).toMatchObject({ name: 'cardiac_diameter', unit: '{pixels}' });
    expect(thorax).toMatchObject({ name: 'thoracic_diameter', unit: '{pixels}' });
    expect(ratio!.value).toBeCloseTo(heart!.value / thorax!.value, 2);
    expect(whats(result)).toEqual([]);
    expect(result.models.map(({ id }) => id)).toEqual(['anatomy', 'chest']);
  });

  it('are in millimetres where the header states the spacing', async () => {
    const image = {
      ...IMAGE,
      format: 'dicom' as const,
      dicom: {
        transferSyntax: { uid: '1.2.840.10008.1.2.1', name: 'Explicit VR Little Endian' },
        pixelSpacingMm: { rows: 0.2, columns: 0.25 },
        view: 'PA',
        window: 'full range',
      },
    };
    const output = { ...measured(0.35), image };
    const { result } = await read({ output, models: chestModels(), options });
    const [, heart] = result.measurements!;
    expect(heart!.unit).toBe('mm');
    expect(heart!.value).toBeCloseTo(0.35 * IMAGE.width * 0.25, -1);
    expect(result.image).toMatchObject({
      transfer_syntax: '1.2.840.10008.1.2.1',
      view: 'PA',
      pixel_spacing_mm: { rows: 0.2, columns: 0.25 },
    });
  });

  it('make a wide heart a finding with a place, in the patient’s age', async () => {
    const wide = { output: measured(0.52), models: chestModels() };
    const { result } = await read(wide);
    const [finding] = result.findings;
    expect(finding).toMatchObject({ label: 'cardiomegaly', severity: 'severe' });
    expect(finding!.location.width).toBeGreaterThan(0.4 * IMAGE.width);
    expect(finding!.location.width).toBeLessThan(0.6 * IMAGE.width);
    expect(result.impression).toMatch(/0\.6/);
    expect(result).not.toHaveProperty('measurements');
    const infant = await read({ ...wide, more: { patient_context: { age: 0 } } });
    expect(infant.result.findings[0]?.severity).not.toBe('severe');
  });

  it('speak instead of a label that guesses the same', async () => {
    const models = chestModels(label('pneumonia'), label('cardiomegaly'));
    const guessed = assessed({ id: 'cardiomegaly', probability: 0.99 });
    const { result } = await read({ output: measured(0.3, guessed), models });
    expect(result.findings).toEqual([]);
    const { result: unmeasured } = await read({ output: guessed, models });
    expect(unmeasured.findings[0]).toMatchObject({ label: 'cardiomegaly', probability: 0.99 });
  });

  it('are refused with the reason when the outlines cannot be a chest', async () => {
    const { masks, greys } = chestStructures(0.35);
    const structures = { masks: masks.filter(({ id }) => id !== 'heart'), greys };
    const output = { ...measured(0.35), structures };
    const { result } = await read({ output, models: chestModels(), options });
    expect(result).not.toHaveProperty('measurements');
    expect(result.not_assessed).toEqual([
      { what: 'cardiothoracic_ratio', reason: 'the heart or a lung was not outlined' },
    ]);
  });

  it('stop the reading of a film that is hardly exposed', async () => {
    const structures = { ...chestStructures(0.35), greys: new Uint8Array(64 * 64).fill(253) };
    const output = { ...measured(0.35, SICK), structures };
    const { result } = await read({ output, models: chestModels(), options });
    expect(result.findings).toEqual([]);
    expect(result.impression).toMatch(/^Not assessed: .*(bright|contrast|white)/);
    expect(whats(result)).toEqual(['chest_xray', 'measurements']);
  });
});

describe('comparison', () => {
  const models = chestModels(label('pneumonia', { repeatability_sd: 0.2 }));
  const options = { compare_to_prior: true, measure_structures: true };
  const now = measured(0.45, SICK);
  const before = measured(0.35, WELL);

  it('sets an earlier image against this one', async () => {
    const { result, asked } = await read({
      output: [now, before],
      models,
      options: { ...options, return_heatmap: true },
      more: { prior_image_data: 'REVG' },
    });
    expect(asked.map(({ input }) => [input.field, input.wantHeatmap])).toEqual([
      ['image_data', true],
      ['prior_image_data', false],
    ]);
    expect(result.comparison!.prior).toEqual({});
    const [pneumonia, ratio] = result.comparison!.changes;
    expect(pneumonia).toEqual({
      name: 'pneumonia',
      previous: 0.1,
      current: 0.9123,
      change: 0.8123,
      trend: 'new',
      within_noise: false,
    });
    expect(ratio).toMatchObject({ name: 'cardiothoracic_ratio', trend: 'increased' });
    expect(result.impression).toMatch(/earlier (film|image)/i);
  });

  it('sets an earlier analysis against this one, to keys of the same mode alone', async () => {
    const readings = memory();
    const { result: first } = await read({ output: before, models, readings });
    const more = { prior_analysis_id: first.analysis_id };
    const { result } = await read({ output: now, models, options, more, readings });
    expect(result.comparison!.prior).toEqual({
      analysis_id: first.analysis_id,
      created_at: first.created_at,
    });
    expect(result.comparison!.changes).toHaveLength(2);
    const asOther = read({ output: now, models, options, more, readings, mode: 'test' });
    expect((await rejectionOf(asOther)).issues[0]).toMatchObject({ field: 'prior_analysis_id' });
  });

  it('keeps scores and measurements of an analysis, and nothing of the patient', async () => {
    const readings = memory();
    const more = { patient_context: { age: 61, clinical_question: 'Jane Roe?' } };
    const { result } = await read({ output: now, models, options, more, readings });
    expect(readings.records).toHaveLength(1);
    const [{ analysisId, mode, reading }] = readings.records as [StoredReading];
    expect([analysisId, mode]).toEqual([result.analysis_id, 'live']);
    expect(JSON.parse(reading)).toEqual({
      imageType: 'chest_xray',
      modality: 'XR',
      findings: {
        model: { id: 'chest', version: '1.2.3' },
        probabilities: { pneumonia: 0.9123 },
        verdicts: { pneumonia: 'present' },
      },
      cardiothoracicRatio: {
        model: { id: 'anatomy', version: '1.2.3' },
        value: expect.any(Number),
      },
    });
  });

  it.each([
    ['an id that is not kept', { prior_analysis_id: 'im_x' }, /not a stored analysis/],
    [
      'two at once',
      { prior_analysis_id: 'im_x', prior_image_data: 'QQ==' },
      /cannot be combined with/,
    ],
  ])('refuses %s', async (_, more, issue) => {
    const refused = await rejectionOf(read({ models, options, more, readings: memory() }));
    expect(refused.issues).toEqual([
      { field: 'prior_analysis_id', issue: expect.stringMatching(issue) },
    ]);
  });

  it('refuses an earlier analysis of another type of image', async () => {
    const readings = memory();
    const reading = JSON.stringify({ imageType: 'brain_mri' });
    readings.save({ analysisId: 'im_b', mode: 'live', createdAt: 0, reading });
    const more = { prior_analysis_id: 'im_b' };
    const refused = await rejectionOf(read({ models, options, more, readings }));
    expect(refused.issues[0]!.issue).toContain('brain_mri');
  });

  it('states why the earlier image cannot be read, and still answers', async () => {
    const { result } = await read({
      output: [now, REFUSED],
      models,
      options,
      more: { prior_image_data: 'REVG' },
    });
    expect(result.findings.length).toBeGreaterThan(0);
    expect(result).not.toHaveProperty('comparison');
    expect(result.not_assessed).toContainEqual({
      what: 'comparison',
      reason: 'of the earlier image: it is a colour picture, not a radiograph',
    });
  });

  it('is not made unless requested, and this is stated', async () => {
    const { result, asked } = await read({ models, more: { prior_image_data: 'REVG' } });
    expect(asked).toHaveLength(1);
    expect(result.not_assessed).toContainEqual({
      what: 'comparison',
      reason: 'compare_to_prior was false',
    });
  });
});
